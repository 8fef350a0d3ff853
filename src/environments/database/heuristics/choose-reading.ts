import { nameWords } from "../../../util/name-words.ts";
import { unlessRefused } from "../driver/sql-engine-error.ts";
import type { SqlValue } from "../driver/sql-value.ts";
import { qualifiedTable } from "../schema/find-table.ts";
import { type CompileContext, columnSql } from "./compile/compile-context.ts";
import { type QueryParts, queryText } from "./compile/query-writer.ts";
import { measureOf } from "./compile/resolve-attribute.ts";
import { best, type Scored } from "./compile/scored.ts";
import type { ColumnPlace } from "./lexicon/link.ts";
import { cellsIn, columnsIn, comparisonsIn } from "./sql-mentions.ts";

export type Rows = readonly (readonly SqlValue[])[];

/** True when both results hold the same rows, whatever their order and repetition. */
export function sameRows(a: Rows, b: Rows): boolean {
  const [first, second] = [keys(a), keys(b)];
  return first.size === second.size && [...first].every((key) => second.has(key));
}

function keys(rows: Rows): ReadonlySet<string> {
  return new Set(rows.map((row) => row.map((cell) => `${typeof cell} ${String(cell)}`).join("\u0000")));
}

/** Why a reading has no rows, in plain words: the condition that no row meets, and what the column holds instead. */
async function nothingFits(parts: QueryParts, context: CompileContext): Promise<string> {
  const begin = "Nothing in the data fits the question as I read it";
  for (const condition of parts.where) {
    if (await hasRows(parts.from, condition, context)) continue;
    const places = placesOf(
      comparisonsIn(condition).map(({ column }) => column),
      context,
    );
    const ranges = await Promise.all(places.map((place) => rangeOf(place, context)));
    return `${[`${begin}: no row has ${plain(condition)}`, ...ranges.filter((range) => range !== "")].join("; ")}.`;
  }
  return parts.where.length > 1
    ? `${begin}: some rows have ${parts.where.map(plain).join(", and some have ")}, but none has all of it.`
    : `${begin}.`;
}

async function hasRows(from: string, condition: string, { ask }: CompileContext): Promise<boolean> {
  const rows = await unlessRefused(ask(`SELECT 1 FROM ${from} WHERE ${condition} LIMIT 1`, [], 1), () => [
    [1],
  ]);
  return rows.length > 0;
}

/** `Invoice.InvoiceDate 2030`, `book.pages over 900`: what a condition compares, without the keys that only tie tables. */
function plain(condition: string): string {
  const said = comparisonsIn(condition).map(
    ({ column, operator, value }) => `${column} ${OPERATORS[operator] ?? ""}${value}`,
  );
  return said.length === 0 ? "what is asked for" : [...new Set(said)].join(" and ");
}

const OPERATORS: Readonly<Record<string, string>> = {
  "<>": "other than ",
  ">": "over ",
  ">=": "from ",
  "<": "under ",
  "<=": "up to ",
  "NOT IN": "other than ",
  BETWEEN: "between ",
};

function placesOf(columns: readonly string[], { services }: CompileContext): readonly ColumnPlace[] {
  return [...new Set(columns)].flatMap((name) =>
    services.schema.tables.flatMap((table) =>
      table.columns.flatMap((column) => (`${table.name}.${column.name}` === name ? [{ table, column }] : [])),
    ),
  );
}

/** What dates or numbers a column holds; nothing of keys and texts. */
async function rangeOf(place: ColumnPlace, context: CompileContext): Promise<string> {
  const { column, table } = place;
  const isKey = column.primaryKeyPosition !== undefined;
  const refers = table.foreignKeys.some((key) => key.columns.includes(column.name));
  if (isKey || refers) return "";
  const measure = await measureOf(place, context);
  const sql = columnSql(place, context.services);
  const [key = "", ...more] = measure?.keys(sql) ?? [];
  if (!measure || measure.kind === "text" || more.length > 0) return "";
  const [row] = await context.ask(
    `SELECT MIN(${key}), MAX(${key}) FROM ${sql.slice(0, sql.lastIndexOf("."))}`,
    [],
    1,
  );
  const [least, most] = (row ?? []).map((cell) => String(cell).replace(/[ T]00:00:00(\.0+)?Z?$/u, ""));
  if (row?.[0] === null || least === undefined) return "";
  return `${measure.kind === "date" ? "dates" : `values of ${table.name}.${column.name}`} run from ${least} to ${most}`;
}

/** Readings this much less likely than the best are not considered. */
const MARGIN = 0.07;
const MOST_ROWS = 2000;
const MOST_COMPARED = 6;

export type Choice =
  | { readonly chosen: Scored<QueryParts>; readonly rows: Rows; readonly problem?: never }
  | { readonly problem: string; readonly chosen?: never };

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
  const totals = rowOfTotals(top.value, context);
  if (totals !== undefined) return { problem: totals };
  const mixed = await mixedUnits(top.value, context);
  if (mixed !== undefined) return { problem: mixed };
  const { without } = top.value;
  if (without !== undefined && (await context.ask(without, [], 1)).length > 0)
    return { problem: "Some have none at all, and would have the fewest: ask for those without any." };
  const near = others.filter((each) => each.score >= top.score - MARGIN);
  if (near.length > MOST_COMPARED) return { problem: "It can be read in too many ways." };
  for (const other of near) {
    if (!(await answersAlike(top.value, rows, other.value, context))) {
      return {
        problem: `It can be read in two ways that give different answers: ${twoReadings(top.value, other.value)}.`,
      };
    }
  }
  if (top.value.cut && (await isTied(top.value, context)))
    return { problem: "Several share the last place that would be shown." };
  return { chosen: top, rows };
}

/** True also where the engine refuses the other one. What is called alike is told apart by its key, else at least by how often it comes. */
async function answersAlike(one: QueryParts, rows: Rows, other: QueryParts, context: CompileContext) {
  const others = await rowsOf(other, context);
  if (!others) return true;
  if (!sameRows(rows, others)) return false;
  if (one.select !== other.select) return true;
  if (one.key === undefined || one.key !== other.key) return rows.length === others.length;
  const [keys, othersKeys] = [
    await rowsOf({ ...one, select: one.key }, context),
    await rowsOf({ ...other, select: one.key }, context),
  ];
  return keys !== undefined && othersKeys !== undefined && sameRows(keys, othersKeys);
}

/** A file whose last row adds the others up counts every figure twice; undefined where no such row was told as it was loaded. */
function rowOfTotals(parts: QueryParts, { services }: CompileContext): string | undefined {
  const used = columnsIn(queryText(parts));
  for (const { name, comment = "" } of services.schema.tables) {
    const row = /row \d+ is named [^;]+(?=, and counts as a row like any other)/u.exec(comment)?.[0];
    const isUsed = parts.from === name || used.some((column) => column.startsWith(`${name}.`));
    if (row !== undefined && isUsed)
      return `In ${name}, ${row}, and would count as a row like any other: take it out of the file.`;
  }
  return undefined;
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
function rowsOf(parts: QueryParts, { ask }: CompileContext): Promise<Rows | undefined> {
  return unlessRefused(ask(queryText(parts), [], MOST_ROWS), () => undefined);
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

/** How two readings differ, in plain words: what each takes the words for. */
function twoReadings(one: QueryParts, other: QueryParts): string {
  const [a, b] = [queryText(one), queryText(other)];
  const cells = [...cellsIn(a)].flatMap(([cell, columns]) => {
    const others = cellsIn(b).get(cell);
    const [own, theirs] = [without(columns, others ?? []), without(others ?? [], columns)];
    return own.length > 0 && theirs.length > 0 ? [`'${cell}' as ${and(own)} or as ${and(theirs)}`] : [];
  });
  if (cells.length > 0) return cells.join(", ");
  const [own, theirs] = [without(columnsIn(a), columnsIn(b)), without(columnsIn(b), columnsIn(a))];
  if (own.length > 0 && theirs.length > 0) return `by ${and(own)} or by ${and(theirs)}`;
  if (own.length + theirs.length > 0) return `with or without ${and([...own, ...theirs])}`;
  return /\bDISTINCT\b/u.test(a) === /\bDISTINCT\b/u.test(b)
    ? `${a}; or ${b}`
    : "all of them or each only once";
}

function without(names: readonly string[], others: readonly string[]): readonly string[] {
  return names.filter((name) => !others.includes(name));
}

function and(names: readonly string[]): string {
  return names.length <= 1 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
