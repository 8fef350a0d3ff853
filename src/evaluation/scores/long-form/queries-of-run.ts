import type { Answered } from "../../benchmark/benchmark.ts";

/** How many queries an answer was to rest on, and how many of them had a result that is not empty. */
export interface QueryCounts {
  readonly queries: number;
  readonly valid: number;
}

/**
 * Of a report, its queries as they stand in the end. Of any other run, those that were handed in as claims, each once: accepted ones with rows
 * are valid, refused ones are not.
 */
export function queriesOfRun({ outcome, events }: Answered["run"]): QueryCounts {
  if (outcome.type === "answered" && outcome.report !== undefined) {
    const { queries } = outcome.report;
    return { queries: queries.length, valid: queries.filter((query) => query.outcome === "rows").length };
  }
  const found = new Map<string, boolean>();
  const note = (environment: string | undefined, sql: string, isValid: boolean): void => {
    const key = JSON.stringify([environment, sql.trim()]);
    found.set(key, isValid || found.get(key) === true);
  };
  for (const event of events) {
    if (event.type === "claim-accepted" && event.evidence.sql !== undefined)
      note(event.environment, event.evidence.sql, (event.answer.rows?.total ?? 0) > 0);
    // Words that rest on nothing are refused, too, and are no query.
    if (event.type === "claim-refused" && event.failure.code !== "no-answer")
      note(event.environment, event.claim.text ?? "", false);
  }
  return { queries: found.size, valid: [...found.values()].filter(Boolean).length };
}
