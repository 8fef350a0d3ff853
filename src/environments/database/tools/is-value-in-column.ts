import { z } from "zod";
import { told } from "../../../environment/egress/egress-scope.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { timeLeft } from "../act-limits.ts";
import { rowCount } from "../check/clause-sql.ts";
import { valuesMeaning } from "../check/value-advice.ts";
import type { ColumnSchema } from "../schema/database-schema.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import { shownCell } from "./cell.ts";
import { defineTool, observe, renderFindings, type ToolCall, type ToolOutcome } from "./database-tool.ts";
import { incompleteNote } from "./find-value-tools.ts";
import { maskedColumn, type NamedColumn, namedColumn } from "./named-column.ts";
import { columnName, matchesJson, renderMatches } from "./value-matches.ts";

export const isValueInColumn = defineTool({
  name: "is_value_in_column",
  description: "In how many rows a column has this value, or else the nearest values.",
  group: "navigational",
  input: z.strictObject({ table: z.string(), column: z.string(), value: z.string() }),
  output: z.object({
    found: z.boolean(),
    count: z.int(),
    /** How the column's description says that the value is written. */
    codes: z.array(z.string()).optional(),
    nearest: z.array(z.object({ value: z.string(), count: z.int() })).optional(),
    elsewhere: z.array(z.object({ table: z.string(), column: z.string() })).optional(),
  }),
  async run({ table, column, value }, call): Promise<ToolOutcome> {
    const named = namedColumn(call.services, table, column);
    if (named.failure) return named;
    if (named.column.masked === true) return maskedColumn(named.ref);
    const options = { limit: 5, column: named.ref, signal: call.context.signal };
    const exact = await call.services.index.findExact(value, options);
    const hit = exact.matches.find((match) => match.tier === "exact");
    const count = hit?.count ?? (await countInEngine(named, value, call));
    const where = columnName(named.ref);
    if (count !== undefined && count > 0) {
      const text = `Yes: ${where} holds '${value}' in ${rowCount(count)}.`;
      return { observation: observe([text], { found: true, count }) };
    }
    return absent(where, value, exact.matches.length > 0, named, call);
  },
});

async function absent(
  where: string,
  value: string,
  folded: boolean,
  named: Exclude<NamedColumn, { readonly failure: object }>,
  { services: { index }, context: { signal } }: ToolCall,
): Promise<ToolOutcome> {
  const inColumn = { limit: 5, column: named.ref, signal };
  // At once: the index asks only one time whether its data are still current.
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
        `No: ${where} does not hold '${value}'.`,
        codes.length > 0
          ? `Its description says that ${value} is written ${codes.map((code) => `'${told(code)}'`).join(" or ")}.`
          : undefined,
        here.matches.length > 0
          ? `Nearest there: ${renderMatches(here.matches, value).join("; ").replace(`${where}: `, "")}`
          : undefined,
        elsewhere.length > 0 ? `It stands in ${renderMatches(elsewhere, value).join("; ")}` : undefined,
        ...renderFindings([], notes),
      ],
      {
        found: false,
        codes: codes.map(told),
        count: 0,
        nearest: here.matches.map((match) => ({ value: shownCell(match.value), count: match.count })),
        elsewhere: matchesJson(elsewhere).map(({ table, column }) => ({ table, column })),
      },
      { notes },
    ),
  };
}

/** The index may lag behind or leave a column out; the engine has the last word where it answers in time. */
async function countInEngine(
  { tableSql, columnSql, column }: Exclude<NamedColumn, { readonly failure: object }>,
  value: string,
  { services: { driver }, context }: ToolCall,
): Promise<number | undefined> {
  const condition = valueCondition(columnSql, column, value, driver.dialect);
  try {
    const result = await driver.query(`SELECT COUNT(*) FROM ${tableSql} WHERE ${condition}`, [], {
      maxRows: 1,
      milliseconds: Math.max(1, timeLeft(context, 0.5)),
      signal: context.signal,
    });
    return Number(result.rows[0]?.[0] ?? 0);
  } catch (error) {
    if (FuxiError.isInstance(error) && error.code === "engine-timeout") return undefined;
    throw error;
  }
}

/** A condition that is true for the rows whose cell is this value, typed as it is; safe for any column type. */
function valueCondition(columnSql: string, column: ColumnSchema, value: string, dialect: SqlDialect): string {
  const asText = `${dialect.toText(columnSql)} = ${dialect.stringLiteral(value)}`;
  const number = /^[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?$/u.test(value.trim());
  return /^(integer|real|decimal)$/u.test(column.affinity) && number
    ? `(${columnSql} = ${value.trim()} OR ${asText})`
    : asText;
}
