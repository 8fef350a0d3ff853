import type { ToolFailure } from "../../../../environment/tool-failure.ts";
import { dateUnit } from "../../sql/date-unit.ts";
import type { CallNode } from "../../sql/query-tree.ts";
import { visitExpressions } from "./all-expressions.ts";
import { type Complaint, failure } from "./explanation.ts";
import { equivalentOf } from "./foreign-functions.ts";

/** A unit of time that was taken for a column: `DATEDIFF(DAY, a, b)`, which this dialect does not have, or writes otherwise. */
export async function explainUnit(complaint: Complaint, written: string): Promise<ToolFailure | undefined> {
  const { run } = complaint;
  if (dateUnit(written) === undefined) return undefined;
  const calls: CallNode[] = [];
  const { dialect } = run.services.driver;
  visitExpressions(run, (node) => {
    if (node.type !== "call" || node.arguments.length < 2) return;
    const [first] = node.arguments;
    const isNamed = dialect.foreignFunctions.some(
      (each) => each.unit !== undefined && each.name.toLowerCase() === node.name.toLowerCase(),
    );
    if (first && isNamed && run.text(first).toLowerCase() === written.toLowerCase()) calls.push(node);
  });
  const [call] = calls;
  if (!call) return undefined;
  const text = await equivalentOf(run, call);
  const message = `${dialect.name} has no ${call.name}(${written}, …).`;
  if (text === undefined) {
    const more = `${message} Nothing here counts in ${written} the same way: calculate it from the two dates.`;
    return failure(complaint, "unknown-function", more, call);
  }
  const ranked = { text, replaces: run.text(call), reason: `the same in ${dialect.name}`, score: 1 };
  return failure(complaint, "unknown-function", message, call, [ranked]);
}
