import type { LoadReport } from "../environments/knowledge-base/stores/embedded/load-report.ts";

/** Faults that are shown one by one. */
const MOST_EXAMPLES = 3;

/** What a person should know of how a file was read: what was left out, first of all. */
export function reportLines({ skipped, examples, complete, remarks }: LoadReport): readonly string[] {
  const shown = examples.slice(0, MOST_EXAMPLES);
  const faults = shown.map(({ line, reason, text }) => `line ${line}: ${reason}: ${text}`);
  const rest = skipped - shown.length;
  return [
    ...(complete ? [] : ["reading ended at a fault; what comes after it is not loaded"]),
    ...(skipped === 0 ? [] : [`${skipped} ${skipped === 1 ? "statement was" : "statements were"} left out`]),
    ...faults,
    ...(rest > 0 && faults.length > 0 ? [`and ${rest} more`] : []),
    ...remarks,
  ];
}
