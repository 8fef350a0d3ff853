import { z } from "zod";
import { changed, joined, type Marked, redacted, say, written } from "../../../environment/egress/marks.ts";
import { timeLeft } from "../act-limits.ts";
import { rowCount } from "../check/clause-sql.ts";
import { valuesMeaning } from "../check/value-advice.ts";
import { unlessRefused } from "../driver/sql-engine-error.ts";
import type { ColumnSchema } from "../schema/database-schema.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import { shownCell } from "./cell.ts";
import { defineTool, observe, renderFindings, type ToolCall, type ToolOutcome } from "./database-tool.ts";
import { incompleteNote } from "./find-value-tools.ts";
import { type NamedColumn, searchableColumn } from "./named-column.ts";
import { columnName, matchesJson, renderMatches } from "./value-matches.ts";

export const isValueInColumn = defineTool({
  name: "is_value_in_column",
  description: "In how many rows a column has this value, or else the nearest values.",
  group: "navigational",
  essential: true,
  input: z.strictObject({ table: z.string(), column: z.string(), value: z.string() }),
  output: z.object({
    found: z.boolean(),
    count: z.int(),
    /** How the column's description says that the value is written. */
    codes: z.array(z.unknown()).optional(),
    /** Objects with `value` and `count`; not spelled out, as every conversation over MCP pays for it. */
    nearest: z.array(z.unknown()).optional(),
    /** Objects with `table` and `column`. */
    elsewhere: z.array(z.unknown()).optional(),
  }),
  async run({ table, column, value }, call): Promise<ToolOutcome> {
    const named = searchableColumn(call.services, table, column);
    if (named.failure) return named;
    const options = { limit: 5, column: named.ref, signal: call.context.signal };
    const exact = await call.services.index.findExact(value, options);
    const hit = exact.matches.find((match) => match.tier === "exact");
    const count = hit?.count ?? (await countInEngine(named, value, call));
    const where = columnName(named.ref);
    if (count !== undefined && count > 0) {
      const text = say`Yes: ${where} holds '${written(value)}' in ${rowCount(count)}.`;
      return { observation: observe([text], { found: true, count }) };
    }
    return absent(where, value, exact.matches.length > 0, named, call);
  },
});

async function absent(
  where: Marked,
  value: string,
  folded: boolean,
  named: Exclude<NamedColumn, { readonly failure: object }>,
  { services: { index }, context: { signal } }: ToolCall,
): Promise<ToolOutcome> {
  const inColumn = { limit: 5, column: named.ref, signal };
  // In parallel, so that the index checks only once whether its data are current.
  const [here, anywhere] = await Promise.all([
    folded ? index.findExact(value, inColumn) : index.findFuzzy(value, inColumn),
    index.findExact(value, { limit: 5, signal }),
  ]);
  const elsewhere = anywhere.matches.filter((match) => columnName(match.column) !== where);
  const notes = incompleteNote(here);
  const codes = valuesMeaning(named.column, value);
  return {
    observation: observe(
      [
        say`No: ${where} does not hold '${written(value)}'.`,
        codes.length > 0
          ? say`Its description says that ${written(value)} is written ${joined(
              codes.map((code) => say`'${redacted(code)}'`),
              " or ",
            )}.`
          : undefined,
        here.matches.length > 0
          ? say`Nearest there: ${changed(joined(renderMatches(here.matches), "; "), (all) => all.replace(`${where}: `, ""))}`
          : undefined,
        elsewhere.length > 0 ? say`It stands in ${joined(renderMatches(elsewhere), "; ")}` : undefined,
        ...renderFindings([], notes),
      ],
      {
        found: false,
        codes: codes.map(redacted),
        count: 0,
        nearest: here.matches.map((match) => ({ value: shownCell(match.value), count: match.count })),
        elsewhere: matchesJson(elsewhere).map(({ table, column }) => ({ table, column })),
      },
      { notes },
    ),
  };
}

/** Rows with the value, counted by the engine, since the index may be out of date or lack the column; undefined where the engine is too slow. */
async function countInEngine(
  { tableSql, columnSql, column }: Exclude<NamedColumn, { readonly failure: object }>,
  value: string,
  { services: { driver }, context }: ToolCall,
): Promise<number | undefined> {
  const condition = valueCondition(columnSql, column, value, driver.dialect);
  const counted = driver.query(`SELECT COUNT(*) FROM ${tableSql} WHERE ${condition}`, [], {
    maxRows: 1,
    milliseconds: Math.max(1, timeLeft(context, 0.5)),
    signal: context.signal,
  });
  return unlessRefused(
    counted.then(({ rows }) => Number(rows[0]?.[0] ?? 0)),
    (error) => {
      if (error.facts.kind === "time-limit") return undefined;
      throw error;
    },
  );
}

/** SQL condition for rows whose cell equals this value as text, or as a number in numeric columns; safe for any column type. */
function valueCondition(columnSql: string, column: ColumnSchema, value: string, dialect: SqlDialect): string {
  const asText = `${dialect.toText(columnSql)} = ${dialect.stringLiteral(value)}`;
  const number = /^[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?$/u.test(value.trim());
  return /^(integer|real|decimal)$/u.test(column.affinity) && number
    ? `(${columnSql} = ${value.trim()} OR ${asText})`
    : asText;
}
