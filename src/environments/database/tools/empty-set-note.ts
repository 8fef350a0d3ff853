import type { Finding } from "../../../environment/tool-failure.ts";
import { countRows } from "../count-rows.ts";
import type { ClauseJudge } from "../draft/clause-judge.ts";
import { type Draft, queryAt } from "../draft/draft.ts";
import { statementsFor } from "../draft/site-statements.ts";

/** For a set operation without rows: that every SELECT gives some, and which operators then leave none. */
export async function emptySetNote(
  draft: Draft,
  query: number,
  judge: ClauseJudge,
): Promise<readonly Finding[]> {
  const { cores, operators } = queryAt(draft, query);
  const leaving = [...new Set(operators.filter((operator) => !operator.startsWith("UNION")))];
  if (leaving.length === 0) return [];
  const rows: number[] = [];
  const end = Date.now() + judge.context.limits.milliseconds / 2;
  for (const core of cores.keys()) {
    if (Date.now() > end) return [];
    const [statement] = statementsFor(draft, { query, core, clause: "select" }, judge.rules);
    const counted = statement && (await countRows(statement.sql, judge.services, judge.context));
    if (counted === undefined || counted === 0) return [];
    rows.push(counted);
  }
  const message = `Each SELECT gives rows (${rows.join(", ")}), but ${leaving.join(" and ")} leaves none of them. Nothing else points to a fault: this may truly be the answer.`;
  return [{ code: "empty-result", message, part: { clause: "select" }, suggestions: [] }];
}
