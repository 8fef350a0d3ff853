import { z } from "zod";
import { joined, type Marked, say } from "../../../environment/egress/marks.ts";
import type { MarkedFinding } from "../../../environment/tool-failure.ts";
import { rowCount } from "../check/clause-sql.ts";
import { checkSites, DraftCheck, uncheckedLine } from "../draft/check-draft.ts";
import { type ClauseSite, siteName, sitesOf } from "../draft/draft.ts";
import { draftOfQuery } from "../draft/draft-of-query.ts";
import { queryText } from "../query-text.ts";
import { ROWS, renderRows, SHOWN_BOUNDS, shownRows } from "./cell.ts";
import { defineTool, observe, renderFindings, type ToolCall, type ToolOutcome } from "./database-tool.ts";
import { tooWide } from "./preview-rows.ts";

import { runQuery } from "./run-query.ts";

export const searchBySql = defineTool({
  name: "search_by_SQL",
  description: "Rows of a read-only query that does not become the draft.",
  group: "navigational",
  essential: true,
  input: z.strictObject({ query: z.string() }),
  output: ROWS.extend({ truncated: z.boolean() }),
  async run({ query: written }, call): Promise<ToolOutcome> {
    const query = queryText(written, call.services.driver.dialect.lexical) ?? written;
    const { rows: most } = call.context.limits;
    const run = await runQuery(query, { ...SHOWN_BOUNDS, maxRows: most }, call);
    if (run.failure) return { failure: { ...run.failure, part: { ...run.failure.part, argument: "query" } } };
    const { result } = run;
    const count = result.rows.length;
    const data = { ...shownRows(result), truncated: result.truncated };
    if (count === 0 && result.truncatedBy === "bytes") {
      return { failure: { ...tooWide(), code: "too-large", part: { argument: "query" } } };
    }
    if (count === 0) {
      const { lines, warnings } = await whyEmpty(query, call);
      return {
        observation: observe([say`No rows.`, ...lines, ...renderFindings(warnings, [])], data, { warnings }),
      };
    }
    const head = result.truncated ? say`First ${count} rows (there are more):` : say`${rowCount(count)}:`;
    const truncation = result.truncated
      ? ({
          what: "rows",
          shown: count,
          howToSeeMore:
            result.truncatedBy === "bytes"
              ? say`Name fewer columns, take a part of the wide ones, or use LIMIT … OFFSET.`
              : say`Narrow the query, count, or use LIMIT … OFFSET.`,
        } as const)
      : undefined;
    return { observation: observe([head, ...renderRows(result)], data, { truncation }) };
  },
});

/** Finds the clause that empties a result, by checking each in the query up to that clause. */
async function whyEmpty(
  query: string,
  call: ToolCall,
): Promise<{ readonly lines: readonly Marked[]; readonly warnings: readonly MarkedFinding[] }> {
  const draft = draftOfQuery(query, call.services.driver.dialect);
  if (!draft) return { lines: [], warnings: [] };
  const isCounted = ({ clause }: ClauseSite) => clause !== "select" && clause !== "order_by";
  const reports = await checkSites(draft, sitesOf(draft), new DraftCheck(call), isCounted);
  const rows = reports.flatMap(({ site, inspection }) =>
    inspection?.rows === undefined ? [] : [say`${siteName(draft, site)}: ${rowCount(inspection.rows)}`],
  );
  const inspections = reports.flatMap(({ inspection }) => inspection ?? []);
  const emptying = inspections.find((each) => each.rows === 0);
  const lines = [joined(rows, "; "), uncheckedLine(reports) ?? say``, ...(emptying?.lines ?? [])];
  return { lines, warnings: inspections.flatMap(({ warnings }) => warnings) };
}
