import { z } from "zod";
import { type Marked, ownText, say, written } from "../../../environment/egress/marks.ts";
import { starPattern } from "../../../environment/privacy-rules.ts";
import type { MarkedFailure } from "../../../environment/tool-failure.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import type { TableSchema } from "../schema/database-schema.ts";
import { tableTitle } from "../schema/find-table.ts";
import { renderTable, tokensOf } from "../schema/render-schema.ts";
import { defineTool, observe, type ToolCall, type ToolOutcome } from "./database-tool.ts";
import { listed, namedTable } from "./named-column.ts";
import { sampleRows } from "./preview-rows.ts";

/** Number of tables, the first, that are described with sample rows, and most with their columns. */
const WITH_SAMPLES = 3;
const WITH_COLUMNS = 12;
const MOST_TOKENS = 4000;

export const describeTables = defineTool({
  name: "describe_tables",
  description:
    "Columns and keys of tables; of the first 3 also sample rows. Part of a name, or one with *, stands for all that match.",
  group: "navigational",
  essential: true,
  input: z.strictObject({ tables: z.array(z.string()).min(1) }),
  output: z.object({ tables: z.array(z.string()) }),
  async run({ tables }, call): Promise<ToolOutcome> {
    // Failures refer the model to this tool when tables may have changed.
    await call.services.refreshSchema?.(call.context.signal);
    const chosen: TableSchema[] = [];
    const unknown: Marked[] = [];
    const failures: MarkedFailure[] = [];
    for (const name of tables) {
      const found = namedTable(call.services, name);
      const near = found.failure ? matching(name, call) : [found.table];
      if (near.length === 0 && found.failure)
        failures.push({ ...found.failure, part: { argument: "tables", text: name } });
      else if (found.failure && !near.some((table) => isMeant(table, name)))
        unknown.push(say`There is no table "${written(name)}"; nearest to it:`);
      chosen.push(...near.filter((table) => !chosen.includes(table)));
    }
    const [failure] = failures;
    if (failure && chosen.length === 0) return { failure };
    unknown.unshift(...failures.map(({ message }) => message));
    const names = chosen.map(tableTitle);
    if (chosen.length > WITH_COLUMNS) {
      const text = say`${chosen.length} tables: ${listed(names)}. Name at most ${WITH_COLUMNS} to see their columns.`;
      return { observation: observe([...unknown, text], { tables: names }) };
    }
    const lines: Marked[] = [...unknown];
    for (const [at, table] of chosen.entries()) {
      const full = renderTable(table, "full", call.services);
      const room = tokensOf(lines.join("\n")) + tokensOf(full) <= MOST_TOKENS;
      const shown = room ? full : renderTable(table, "columns", call.services);
      lines.push(...shown.split("\n").map(ownText));
      if (at < WITH_SAMPLES) lines.push(...(await sampleRows(table, 3, call)));
    }
    return { observation: observe(lines, { tables: names }) };
  },
});

/** True if the text is a pattern or a part of the name; false for a name that is only similar. */
const isMeant = ({ name }: TableSchema, text: string): boolean =>
  /[*%]/u.test(text) || name.toLowerCase().includes(text.trim().toLowerCase());

/** Tables whose name matches the pattern or contains the text; else the tables with the most similar name. */
function matching(text: string, { services }: ToolCall): readonly TableSchema[] {
  const { tables } = services.schema;
  const wanted = text.trim().toLowerCase();
  if (/[*%]/u.test(wanted)) {
    const isMatch = starPattern(wanted.replaceAll("%", "*"));
    return tables.filter((table) => isMatch(table.name) || isMatch(tableTitle(table)));
  }
  const inside = tables.filter((table) => wanted.length >= 3 && table.name.toLowerCase().includes(wanted));
  if (inside.length > 0) return inside;
  const near = nearestNames(
    text,
    tables.map((table) => table.name),
    { limit: 1 },
  ).filter(({ score }) => score >= 0.85);
  return tables.filter((table) => near.some(({ name }) => name === table.name));
}
