import { nameWords } from "../../../util/name-words.ts";
import { unlessRefused } from "../driver/sql-engine-error.ts";
import type { SqlValue } from "../driver/sql-value.ts";
import type { TableSchema } from "../schema/database-schema.ts";
import { qualifiedTable } from "../schema/find-table.ts";
import { type CompileContext, columnSql } from "./compile/compile-context.ts";
import { type QueryParts, queryText } from "./compile/query-writer.ts";
import { measureOf } from "./compile/resolve-attribute.ts";
import { best, type Scored } from "./compile/scored.ts";
import type { TableColumn } from "./lexicon/link.ts";
import { cellsIn, columnsIn, comparisonsIn, tablesIn } from "./sql-mentions.ts";

export type Rows = readonly (readonly SqlValue[])[];

/** True if both results hold the same rows, whatever their order and repetition. */
export function sameRows(a: Rows, b: Rows): boolean {
  const [first, second] = [keys(a), keys(b)];
  return first.size === second.size && [...first].every((key) => second.has(key));
}

function keys(rows: Rows): ReadonlySet<string> {
  return new Set(rows.map((row) => row.map((cell) => `${typeof cell} ${String(cell)}`).join("\u0000")));
}

/** Explains an empty result in plain words: the condition that no row meets, and the column's actual values. */
async function nothingFits(parts: QueryParts, context: CompileContext): Promise<string> {
  const begin = "Nothing in the data fits the question as I read it";
  const [table = ""] = tablesIn(`FROM ${parts.from}`);
  for (const condition of parts.where) {
    if (await hasRows(parts.from, condition, context)) continue;
    const fields = columnsNamed(
      comparisonsIn(condition).map(({ column }) => column),
      context,
    );
    const ranges = await Promise.all(fields.map((field) => rangeOf(field, context)));
    return `${[`${begin}: no row of ${table} ${isExcluding(condition) ? "is without" : "has"} ${plain(condition)}`, ...ranges.filter((range) => range !== "")].join("; ")}.`;
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

/** `Invoice.InvoiceDate 2030`, `book.pages over 900`: the comparisons of a condition, without the keys that only join tables. */
function plain(condition: string): string {
  const said = comparisonsIn(condition).map(
    ({ column, operator, value }) => `${column} ${OPERATORS[operator] ?? ""}${value}`,
  );
  const joint = / OR /u.test(condition) ? " or " : " together with ";
  return said.length === 0 ? "what is asked for" : [...new Set(said)].join(joint);
}

/** True for rows without partners of some kind. */
function isExcluding(condition: string): boolean {
  return / NOT IN \(SELECT /u.test(condition);
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

function columnsNamed(columns: readonly string[], { services }: CompileContext): readonly TableColumn[] {
  return [...new Set(columns)].flatMap((name) =>
    services.schema.tables.flatMap((table) =>
      table.columns.flatMap((column) => (`${table.name}.${column.name}` === name ? [{ table, column }] : [])),
    ),
  );
}

/** The range of dates or numbers in a column; empty for keys and texts. */
async function rangeOf(field: TableColumn, context: CompileContext): Promise<string> {
  const { column, table } = field;
  const isKey = column.primaryKeyPosition !== undefined;
  const refers = table.foreignKeys.some((key) => key.columns.includes(column.name));
  if (isKey || refers) return "";
  const measure = await measureOf(field, context);
  const sql = columnSql(field, context.services);
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

/** Interpretations that score this much below the best are ignored. */
const MARGIN = 0.07;
const MOST_ROWS = 2000;
const MOST_COMPARED = 6;

export type Choice =
  | { readonly chosen: Scored<QueryParts>; readonly rows: Rows; readonly problem?: never }
  | { readonly problem: string; readonly chosen?: never };

/**
 * Chooses the likeliest interpretation, provided that it gives rows, that all nearly as likely ones give the same rows, and that its limit cuts no
 * tie in two.
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
  const totals = await rowOfTotals(top.value, context);
  if (totals !== undefined) return { problem: totals };
  const mixed = await mixedUnits(top.value, context);
  if (mixed !== undefined) return { problem: mixed };
  const { without } = top.value;
  if (without !== undefined && (await context.ask(without, [], 1)).length > 0)
    return { problem: "Some have none at all, and would be left out: ask for those without any." };
  const near = others.filter((each) => each.score >= top.score - MARGIN);
  if ([top, ...near].some(({ value }) => mayShareRow(value.where)))
    return { problem: "Whether one and the same row is to meet two of the conditions is open." };
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

/**
 * True if two conditions may concern one related row, as in "a strength value of 100" where names and values are rows of another table. Two
 * conditions on one column concern two rows.
 */
function mayShareRow(where: readonly string[]): boolean {
  const nested = where.flatMap((condition) => {
    const [, key] = /^(\S+ IN \(SELECT \S+) FROM /u.exec(condition) ?? [];
    const columns = comparisonsIn(condition).map(({ column }) => column);
    return key === undefined || columns.length === 0 ? [] : [{ key, columns }];
  });
  return nested.some(({ key, columns }, at) =>
    nested
      .slice(at + 1)
      .some((other) => other.key === key && !other.columns.some((each) => columns.includes(each))),
  );
}

/** True also if the engine refuses the other query. Equal names are compared by key if there is one, else by the number of rows. */
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

const TOTAL = /row \d+ is named ([^;]+)(?=, and counts as a row like any other)/gu;

/** The problem of a file whose last row is a total, which counts every figure twice; undefined if loading reported none, or the query leaves it out. */
async function rowOfTotals(parts: QueryParts, context: CompileContext): Promise<string | undefined> {
  const used = columnsIn(queryText(parts));
  for (const table of context.services.schema.tables) {
    const { name, comment = "" } = table;
    if (parts.from !== name && !used.some((column) => column.startsWith(`${name}.`))) continue;
    for (const [row, total = ""] of comment.matchAll(TOTAL))
      if (!(await leavesOut(total, table, parts, context)))
        return `In ${name}, ${row}, and would count as a row like any other: take it out of the file.`;
  }
  return undefined;
}

/** True if the conditions exclude every row of the only table that is so named. */
async function leavesOut(
  total: string,
  table: TableSchema,
  parts: QueryParts,
  { services, ask }: CompileContext,
): Promise<boolean> {
  if (parts.from !== qualifiedTable(services, table) || / FROM /u.test(parts.where.join(" "))) return false;
  const named = table.columns
    .filter(({ affinity }) => affinity === "text")
    .map(
      (column) =>
        `trim(${columnSql({ table, column }, services)}) = ${services.driver.dialect.stringLiteral(total)}`,
    );
  if (named.length === 0) return false;
  const where = [...parts.where, `(${named.join(" OR ")})`];
  return (await ask(queryText({ from: parts.from, where, select: "1" }), [], 1)).length === 0;
}

const UNITS = /^(?:currency|currencies|waehrung|wahrung|unit|units|einheit|uom)$/u;

/** `unit_price` names no unit. */
const isFigure = (affinity: string): boolean => ["integer", "real", "decimal"].includes(affinity);

/** The problem of summing amounts in several currencies or units; undefined if none are mixed. */
async function mixedUnits(parts: QueryParts, context: CompileContext): Promise<string | undefined> {
  const sql = queryText(parts);
  const shown = columnsIn(sql);
  if (!/\b(?:SUM|AVG|MIN|MAX)\(/u.test(sql) && parts.cut === undefined) return undefined;
  for (const table of context.services.schema.tables) {
    const unit = table.columns.find(
      ({ name, affinity }) => !isFigure(affinity) && nameWords(name).some((word) => UNITS.test(word)),
    );
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

/** A count of zero may come from a misread condition as well as from the data. */
function isZero(rows: readonly (readonly SqlValue[])[]): boolean {
  return rows.length === 1 && rows[0]?.length === 1 && String(rows[0][0]) === "0";
}

/** Undefined if the engine refuses the query or takes too long. */
function rowsOf(parts: QueryParts, { ask }: CompileContext): Promise<Rows | undefined> {
  return unlessRefused(ask(queryText(parts), [], MOST_ROWS), () => undefined);
}

/** True if the first omitted row has the same sort keys as the last one shown. */
async function isTied(parts: QueryParts, context: CompileContext): Promise<boolean> {
  if (!parts.cut) return false;
  const { keys, limit } = parts.cut;
  const orderBy = parts.orderBy?.replace(/ LIMIT \d+$/u, ` LIMIT ${limit + 1}`);
  const rows = await context.ask(queryText({ ...parts, select: keys.join(", "), orderBy }), [], limit + 1);
  const [last, next] = [rows[limit - 1], rows[limit]];
  return last !== undefined && next !== undefined && String(last) === String(next);
}

/** The difference between two interpretations in plain words: what each takes the words for. */
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
