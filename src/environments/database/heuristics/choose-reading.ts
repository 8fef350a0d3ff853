import { nameWords } from "../../../util/name-words.ts";
import { SqlEngineError } from "../driver/sql-engine-error.ts";
import type { SqlValue } from "../driver/sql-value.ts";
import { qualifiedTable } from "../schema/find-table.ts";
import type { CompileContext } from "./compile/compile-context.ts";
import { columnSql } from "./compile/compile-context.ts";
import { type QueryParts, queryText } from "./compile/query-parts.ts";
import { best, type Scored } from "./compile/scored.ts";
import { nothingFits } from "./nothing-fits.ts";
import { type Rows, sameRows } from "./same-rows.ts";
import { columnsIn } from "./sql-mentions.ts";
import { twoReadings } from "./two-readings.ts";

/** Readings this much less likely than the best are not considered. */
const MARGIN = 0.07;
const MOST_ROWS = 2000;
const MOST_COMPARED = 6;

export type Choice =
  | { readonly chosen: Scored<QueryParts>; readonly rows: Rows; readonly problem?: never }
  | {
      readonly problem: string;
      /** Readings that are as likely as each other and give different rows. */
      readonly rivals?: readonly [QueryParts, QueryParts];
      readonly chosen?: never;
    };

/**
 * The one reading to take: the likeliest, when all that are nearly as likely give the same rows, when rows come at all, and when no tie is
 * cut in two.
 */
export async function chooseReading(
  readings: readonly Scored<QueryParts>[],
  context: CompileContext,
): Promise<Choice | undefined> {
  const distinct = new Map<string, Scored<QueryParts>>();
  for (const reading of best(readings, 200))
    if (!distinct.has(queryText(reading.value))) distinct.set(queryText(reading.value), reading);
  const [top, ...others] = [...distinct.values()];
  if (!top) return undefined;
  const rows = await rowsOf(top.value, context);
  if (!rows) return { problem: "The database could not answer it as I read it, or not in time." };
  if (rows.length === 0 || rows.every((row) => row.every((cell) => cell === null)) || isZero(rows))
    return { problem: await nothingFits(top.value, context) };
  if (top.value.isOne && rows.length > 1)
    return { problem: "Several rows have such a number, and one is asked for." };
  const mixed = await mixedUnits(top.value, context);
  if (mixed !== undefined) return { problem: mixed };
  const near = others.filter((each) => each.score >= top.score - MARGIN);
  if (near.length > MOST_COMPARED) return { problem: "It can be read in too many ways." };
  for (const other of near) {
    const rowsOfOther = await rowsOf(other.value, context);
    if (rowsOfOther && !sameRows(rows, rowsOfOther)) {
      return {
        problem: `It can be read in two ways that give different answers: ${twoReadings(top.value, other.value)}.`,
        rivals: [top.value, other.value],
      };
    }
  }
  if (top.value.cut && (await isTied(top.value, context)))
    return { problem: "Several share the last place that would be shown." };
  return { chosen: top, rows };
}

const UNITS = /^(?:currency|currencies|waehrung|wahrung|unit|units|einheit|uom)$/u;

/** Amounts in several currencies or units have no sum; undefined where none are mixed. */
async function mixedUnits(parts: QueryParts, context: CompileContext): Promise<string | undefined> {
  const sql = queryText(parts);
  const shown = columnsIn(sql);
  if (!/\b(?:SUM|AVG|MIN|MAX)\(/u.test(sql) && parts.cut === undefined) return undefined;
  for (const table of context.services.schema.tables) {
    const unit = table.columns.find(({ name }) => nameWords(name).some((word) => UNITS.test(word)));
    const isUsed = shown.some((name) => name.startsWith(`${table.name}.`));
    if (!unit || !isUsed || shown.includes(`${table.name}.${unit.name}`)) continue;
    const column = columnSql({ table, column: unit }, context.services);
    const from = qualifiedTable(context.services, table);
    const kinds = await context.ask(
      `SELECT DISTINCT ${column} FROM ${from} WHERE ${column} IS NOT NULL LIMIT 2`,
      [],
      2,
    );
    if (kinds.length > 1) return `${table.name}.${unit.name} holds several kinds: say which one is meant.`;
  }
  return undefined;
}

/** A count of nothing is as likely a condition read wrongly as the truth. */
function isZero(rows: readonly (readonly SqlValue[])[]): boolean {
  return rows.length === 1 && rows[0]?.length === 1 && String(rows[0][0]) === "0";
}

/** Undefined where the engine refuses the query or takes too long. */
async function rowsOf(
  parts: QueryParts,
  context: CompileContext,
): Promise<readonly (readonly SqlValue[])[] | undefined> {
  try {
    return await context.ask(queryText(parts), [], MOST_ROWS);
  } catch (error) {
    if (error instanceof SqlEngineError) return undefined;
    throw error;
  }
}

/** True when the first row that is left out has the same keys as the last one shown. */
async function isTied(parts: QueryParts, context: CompileContext): Promise<boolean> {
  if (!parts.cut) return false;
  const { keys, limit } = parts.cut;
  const orderBy = parts.orderBy?.replace(/ LIMIT \d+$/u, ` LIMIT ${limit + 1}`);
  const rows = await context.ask(queryText({ ...parts, select: keys.join(", "), orderBy }), [], limit + 1);
  const [last, next] = [rows[limit - 1], rows[limit]];
  return last !== undefined && next !== undefined && String(last) === String(next);
}
