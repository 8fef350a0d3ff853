import { z } from "zod";
import { nearestNames } from "../../../util/nearest-names.ts";
import type { TableSchema } from "../schema/database-schema.ts";
import { tableTitle } from "../schema/find-table.ts";
import { renderTable, tokensOf } from "../schema/render-schema.ts";
import { defineTool, observe, type ToolCall, type ToolOutcome } from "./database-tool.ts";
import { listed, namedTable } from "./named-column.ts";
import { sampleRows } from "./preview-rows.ts";

/** Up to so many tables come with sample rows, and so many with their columns. */
const WITH_SAMPLES = 3;
const WITH_COLUMNS = 12;
const MOST_TOKENS = 4000;

export const describeTables = defineTool({
  name: "describe_tables",
  description:
    "Columns, keys and descriptions of tables; of up to 3 also sample rows. Part of a name, or one with *, stands for all that match.",
  group: "navigational",
  essential: true,
  input: z.strictObject({ tables: z.array(z.string()).min(1) }),
  output: z.object({ tables: z.array(z.string()) }),
  async run({ tables }, call): Promise<ToolOutcome> {
    // It is what a failure sends to where tables may have changed.
    await call.services.refreshSchema?.(call.context.signal);
    const chosen: TableSchema[] = [];
    const unknown: string[] = [];
    for (const name of tables) {
      const found = namedTable(call.services, name);
      const near = found.failure ? matching(name, call) : [found.table];
      if (near.length === 0 && found.failure) {
        return { failure: { ...found.failure, part: { argument: "tables", text: name } } };
      }
      if (found.failure && !near.some((table) => isMeant(table, name)))
        unknown.push(`There is no table "${name}"; nearest to it:`);
      chosen.push(...near.filter((table) => !chosen.includes(table)));
    }
    const names = chosen.map(tableTitle);
    if (chosen.length > WITH_COLUMNS) {
      const text = `${chosen.length} tables: ${listed(names)}. Name at most ${WITH_COLUMNS} to see their columns.`;
      return { observation: observe([text], { tables: names }) };
    }
    const lines: string[] = [...unknown];
    for (const table of chosen) {
      const full = renderTable(table, "full", call.services);
      const room = tokensOf(lines.join("\n")) + tokensOf(full) <= MOST_TOKENS;
      lines.push(...(room ? full : renderTable(table, "columns", call.services)).split("\n"));
      if (chosen.length <= WITH_SAMPLES) lines.push(...(await sampleRows(table, 3, call)));
    }
    return { observation: observe(lines, { tables: names }) };
  },
});

/** Whether the text is a pattern or a part of the name, and not a name that only resembles it. */
const isMeant = ({ name }: TableSchema, text: string): boolean =>
  /[*%]/u.test(text) || name.toLowerCase().includes(text.trim().toLowerCase());

/** Tables whose name has the text in it, or fits the pattern. */
function matching(text: string, { services }: ToolCall): readonly TableSchema[] {
  const { tables } = services.schema;
  const wanted = text.trim().toLowerCase();
  if (/[*%]/u.test(wanted)) {
    return tables.filter((table) => fits(table.name.toLowerCase(), wanted.split(/[*%]+/u)));
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

/** Whether a name is made of the parts, in their order, with anything between them: each is taken where it stands first. */
function fits(name: string, parts: readonly string[]): boolean {
  const [first = "", ...rest] = parts;
  const last = rest.pop() ?? "";
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}
