import type { ActContext } from "../../../environment/act-context.ts";
import { nameWords } from "../../../util/name-words.ts";
import { isPlainNumber } from "../check/column-profile.ts";
import { writtenDates } from "../check/date-form.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { SqlValue } from "../driver/sql-value.ts";
import type { ColumnSchema, DatabaseSchema, ForeignKey, ShownCells, TableSchema } from "./database-schema.ts";
import { findTable, qualifiedTable, rowsInTime } from "./find-table.ts";
import { isNamedAsKey, tableLinks } from "./table-links.ts";

/** Of larger tables only a sample is read, as the user did not ask for their scan. */
const MOST_ROWS = 200_000;
const MOST_TABLES = 60;
const MOST_COLUMNS = 40;
const SAMPLE_ROWS = 1000;
const MILLISECONDS = 1000;
const MILLISECONDS_TOGETHER = 3000;
/** Age at which cells of a server are read again. Until then the prompt stays the same, so that providers can cache it. */
const BELIEVED_MILLISECONDS = 600_000;

const known = new WeakMap<
  TableSchema,
  { table: TableSchema; readAt: number; changedAt: number | undefined }
>();

/**
 * The schema with what a condition needs to know of the cells: values of coded columns, the form of keys, codes and dates, whole small
 * tables, and how many rows of a key have no match. A model that sees it needs no lookup.
 */
export async function withCodedValues(
  services: DatabaseServices,
  context: ActContext,
): Promise<DatabaseSchema> {
  const { tables } = services.schema;
  if (tables.length > MOST_TABLES) return services.schema;
  const changedAt = services.driver.changedAt?.()?.getTime();
  const start = performance.now();
  const shown: TableSchema[] = [];
  for (const table of tables) {
    const now = performance.now();
    let of = known.get(table);
    if (of === undefined || of.changedAt !== changedAt || now - of.readAt > BELIEVED_MILLISECONDS) {
      // A view may cost anything, and a foreign table is read only if somebody names it.
      const isRead = table.kind === "table" && now - start < MILLISECONDS_TOGETHER;
      of = { table: isRead ? await readTable(table, services, context) : table, readAt: now, changedAt };
      known.set(table, of);
    }
    shown.push(of.table);
  }
  return { tables: shown };
}

/** The same without what a small budget has no room for: only short lists of values and the forms of dates stay. */
export function withFewCells({ tables }: DatabaseSchema): DatabaseSchema {
  const isShort = ({ kind, values }: ShownCells) =>
    kind === "dates" || (kind === "all" && values.length <= MOST_SIGNS);
  const lean = ({ cells, ...column }: ColumnSchema) =>
    cells && isShort(cells) ? { ...column, cells } : column;
  return { tables: tables.map(({ rows: _, ...table }) => ({ ...table, columns: table.columns.map(lean) })) };
}

type Rows = readonly (readonly SqlValue[])[];
type Ask = (sql: string, maxRows?: number) => Promise<Rows>;

async function readTable(
  table: TableSchema,
  services: DatabaseServices,
  { signal }: ActContext,
): Promise<TableSchema> {
  const { driver } = services;
  const ask: Ask = (sql, maxRows = MOST_COLUMNS * (MOST_VALUES + 1)) =>
    rowsInTime(driver, sql, { maxRows, maxCellLength: CUT_AT, milliseconds: MILLISECONDS, signal });
  const readable = table.columns
    .filter(({ masked, affinity }) => masked !== true && affinity !== "binary" && affinity !== "json")
    .slice(0, MOST_COLUMNS);
  if (readable.length === 0) return table;
  const names = readable.map(({ name }) => driver.dialect.identifier(name));
  const from = qualifiedTable(services, table);
  const rows = await ask(`SELECT ${names.join(", ")} FROM ${from} LIMIT ${SAMPLE_ROWS + 1}`, SAMPLE_ROWS + 1);
  const isWhole = rows.length <= SAMPLE_ROWS;
  const isSmall = table.rowCount !== undefined && table.rowCount.value <= MOST_ROWS;
  const seen = new Map<string, readonly Counted[]>();
  for (const [at, { name }] of readable.entries())
    seen.set(name, counted(rows.map((row) => row[at] ?? null)));
  const coded = [...seen].filter(([, values]) => values.length > 0 && values.length <= MOST_VALUES);
  const all =
    isSmall && !isWhole
      ? await distinctValues(
          coded.map(([name]) => name).filter((name) => !isKey(table, name)),
          { services, from, ask },
        )
      : new Map<string, readonly Counted[]>();
  const columns = table.columns.map((column) => {
    const sampled = seen.get(column.name) ?? [];
    const few = all.get(column.name) ?? [];
    const isComplete = isWhole || (few.length > 0 && few.length <= MOST_VALUES);
    const values = isComplete && !isWhole ? few : sampled;
    const repeats = sampled.reduce((sum, { count }) => sum + count, 0) >= 2 * values.length;
    const cells = cellsOf(column, table, { values, isComplete, repeats, rows: rows.length }, services);
    return cells === undefined ? column : { ...column, cells };
  });
  const whole = isWhole && readable.length === table.columns.length ? smallTable(table, rows) : undefined;
  const read = { ...table, columns, ...(whole === undefined ? {} : { rows: whole }) };
  return isSmall && rows.length > 0 ? withMatches(read, table, { services, ask }) : read;
}

/** A value that is not NULL, and the number of its rows in the sample. */
interface Counted {
  readonly value: Exclude<SqlValue, null>;
  readonly count: number;
}

/** Commonest first. */
function counted(cells: readonly SqlValue[]): readonly Counted[] {
  const counts = new Map<Counted["value"], number>();
  for (const cell of cells) if (cell !== null) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count);
}

/** The distinct values of these columns, up to one more than are shown. */
async function distinctValues(
  columns: readonly string[],
  { services, from, ask }: { services: DatabaseServices; from: string; ask: Ask },
): Promise<ReadonlyMap<string, readonly Counted[]>> {
  if (columns.length === 0) return new Map();
  const { dialect } = services.driver;
  const parts = columns.map((column, at) => {
    const name = dialect.identifier(column);
    return `SELECT * FROM (SELECT DISTINCT ${at} AS at, ${dialect.toText(name)} AS value FROM ${from} WHERE ${name} IS NOT NULL LIMIT ${MOST_VALUES + 1}) AS c${at}`;
  });
  const found = Map.groupBy(await ask(parts.join(" UNION ALL ")), ([at]) => columns[Number(at)] ?? "");
  return new Map(
    [...found].map(([name, cells]) => [name, cells.map(([, value]) => ({ value: String(value), count: 1 }))]),
  );
}

function isKey({ columns, foreignKeys }: TableSchema, name: string): boolean {
  return (
    foreignKeys.some((key) => key.columns.includes(name)) ||
    columns.some((column) => column.name === name && column.primaryKeyPosition !== undefined)
  );
}

/** Most values of a column that are listed: of words, of texts without a letter such as times, and of numbers. */
const MOST_VALUES = 25;
const MOST_SIGNS = 8;
const MOST_NUMBERS = 5;
/** Longest value of a list of many, and of a list of few. */
const LONGEST_VALUE = 24;
const LONGEST_NAME = 48;
const LONGEST_CODE = 5;
/** Longer cells are cut when they are read: they are not shown. */
const CUT_AT = 100;
/** Most characters of all values of a column together. */
const LONGEST_LIST = 350;
/** Most distinct values of a column of which the commonest are shown, and how many of these, in how many characters. */
const MOST_KINDS = 100;
const MOST_COMMON = 5;
const LONGEST_START = 50;
/** Cells whose form is read. */
const READ_FORMS = 50;

interface Seen {
  readonly values: readonly Counted[];
  readonly isComplete: boolean;
  /** True if each value has two rows or more, on average. */
  readonly repeats: boolean;
  readonly rows: number;
}

/** What the schema tells of a column's cells, if anything. */
function cellsOf(
  column: ColumnSchema,
  table: TableSchema,
  { values, isComplete, repeats, rows }: Seen,
  { driver: { dialect } }: DatabaseServices,
): ShownCells | undefined {
  const { affinity, name } = column;
  const refers = table.foreignKeys.some((key) => key.columns.includes(name));
  const texts = values.map(({ value }) => String(value));
  const filled = texts.filter((text) => text.trim() !== "");
  if (refers || column.enumValues !== undefined || filled.length === 0) return undefined;
  const holds = dialect.declaredTypesHold ?? !dialect.comparesAcrossTypes;
  if (holds && /^(?:boolean|date|time|datetime)$/u.test(affinity)) return undefined;
  const isPrimary = column.primaryKeyPosition !== undefined;
  if (affinity !== "text" && texts.every(isPlainNumber))
    return isPrimary || isIdentifier(column) ? undefined : numbers(texts, isComplete);
  const dates = writtenDates(filled.slice(0, READ_FORMS).map((text) => ({ text, count: 1 })));
  if (dates?.ambiguousWith.length === 0 && /%[md]/u.test(dates.form.pattern))
    return { kind: "dates", values: [], pattern: dates.form.pattern };
  // More than a few values are worth their tokens if rows share them, if they are codes, or if they name the rows.
  const areShort = texts.every((text) => text.length <= LONGEST_CODE);
  const isName = table.columns.find((each) => each.affinity === "text") === column;
  const isFew = texts.length <= MOST_SIGNS;
  const hasWords = filled.some((text) => /\p{L}/u.test(text));
  const isListed = isFew || (hasWords && (repeats || areShort || isName));
  if (!isPrimary && isListed && isComplete && isList(texts)) return { kind: "all", values: texts.toSorted() };
  const isLookup = rows <= MOST_KINDS && table.columns.length <= 3;
  const start = startOfList(filled);
  if (!isPrimary && hasWords && (repeats || isLookup) && texts.length <= MOST_KINDS && start.length > 1)
    return { kind: "some", values: start };
  const codes = filled.slice(0, READ_FORMS).filter(isCode);
  const isCoded = codes.length >= Math.min(READ_FORMS, filled.length) / 2;
  // A long one with digits shows most of the form.
  const weight = (text: string) => text.length + (/\d/u.test(text) ? CUT_AT : 0);
  const [code] = codes.toSorted((a, b) => weight(b) - weight(a));
  const example = isCoded ? code : isPrimary ? filled.find(isPlain) : undefined;
  return example === undefined ? undefined : { kind: "example", values: [example] };
}

function isIdentifier({ name, unique, uniqueInData }: ColumnSchema): boolean {
  const words = nameWords(name);
  return unique === true || uniqueInData === true || words.at(-1) === "id" || isNamedAsKey(words);
}

function numbers(texts: readonly string[], isComplete: boolean): ShownCells {
  const sorted = texts.toSorted((a, b) => Number(a) - Number(b));
  if (isComplete && texts.length <= MOST_NUMBERS && sorted.every((text) => /^-?\d{1,2}$/u.test(text)))
    return { kind: "all", values: sorted, areNumbers: true };
  const ends = [sorted[0] ?? "", sorted.at(-1) ?? ""].map((text) =>
    text.length > 6 && text.includes(".") ? String(Number(Number(text).toPrecision(4))) : text,
  );
  return { kind: isComplete ? "range" : "example", values: ends, areNumbers: true };
}

function isPlain(text: string): boolean {
  return text.length <= LONGEST_NAME && !/\p{Cc}/u.test(text);
}

function isList(texts: readonly string[]): boolean {
  const length = texts.reduce((sum, text) => sum + text.length + 2, 0);
  const longest = texts.length <= MOST_SIGNS ? LONGEST_NAME : LONGEST_VALUE;
  const isShort = texts.every((text) => isPlain(text) && text.length <= longest);
  return texts.length <= MOST_VALUES && length <= LONGEST_LIST && isShort;
}

function startOfList(texts: readonly string[]): readonly string[] {
  let length = 0;
  return texts.slice(0, MOST_COMMON).filter((text) => {
    length += text.length + 2;
    return isPlain(text) && length <= LONGEST_START;
  });
}

/** True for a short text that is not written like words: digits, only capitals or none, a comma. Addresses of mail and of pages are known. */
function isCode(text: string): boolean {
  const isShort = isPlain(text) && text.length <= LONGEST_VALUE;
  return isShort && !/@|:\/\/|\p{Ll}{2} |^\p{Lu}\p{Ll}+(?:[ '-]\p{Lu}\p{Ll}+)*$/u.test(text);
}

/** Most rows of a table that is shown whole. */
const SMALL_TABLE = 10;
const LONGEST_TABLE = 250;

/** All rows of a small table, written as SQL; undefined where the values of its columns say as much. */
function smallTable(table: TableSchema, rows: Rows): readonly string[] | undefined {
  const others = table.columns.filter(
    ({ name }, at) => !isKey(table, name) && rows.some((row) => row[at] !== null),
  );
  if (rows.length === 0 || rows.length > SMALL_TABLE || others.length < 2) return undefined;
  const written = rows.map((row) => `(${row.map((cell) => literal(cell)).join(",")})`);
  const isShort = written.join().length <= LONGEST_TABLE;
  return isShort && rows.flat().every((cell) => isPlain(String(cell))) ? written : undefined;
}

function literal(cell: SqlValue): string {
  return typeof cell === "string" ? `'${cell.replaceAll("'", "''")}'` : String(cell ?? "NULL");
}

/** The table with the rows of each key that have no match, and a note where every pair of a link table stands in both directions. */
async function withMatches(
  read: TableSchema,
  table: TableSchema,
  { services, ask }: { services: DatabaseServices; ask: Ask },
): Promise<TableSchema> {
  const { identifier } = services.driver.dialect;
  const from = qualifiedTable(services, table);
  const isOptional = ({ columns }: ForeignKey) =>
    table.columns.some(({ name, nullable }) => nullable && columns.includes(name));
  const keys = table.foreignKeys.flatMap((key) => {
    const to = findTable(services, key.referencedTable, key.referencedSchema);
    const isSmall = to?.rowCount !== undefined && to.rowCount.value <= MOST_ROWS;
    if (to === undefined || !isSmall || !isOptional(key) || isMasked(table, key.columns)) return [];
    if (isMasked(to, key.referencedColumns)) return [];
    const on = key.columns.map(
      (name, at) => `a.${identifier(name)} = b.${identifier(key.referencedColumns[at] ?? "")}`,
    );
    const matched = `SELECT COUNT(*) FROM ${from} AS a JOIN ${qualifiedTable(services, to)} AS b ON ${on.join(" AND ")}`;
    return [{ key, sql: `(SELECT COUNT(*) FROM ${from}) - (${matched})` }];
  });
  const [counts = []] = keys.length === 0 ? [] : await ask(`SELECT ${keys.map(({ sql }) => sql).join(", ")}`);
  const foreignKeys = table.foreignKeys.map((key) => {
    const unmatched = Number(counts[keys.findIndex((each) => each.key === key)] ?? 0);
    return unmatched > 0 ? { ...key, unmatched } : key;
  });
  const both = await standsInBothDirections(table, { services, from, ask });
  return { ...read, foreignKeys, ...(both ? { isMirrored: true } : {}) };
}

/** Masked values all read alike, so that a join on them matches every row. */
function isMasked({ columns }: TableSchema, names: readonly string[]): boolean {
  return columns.some(({ name, masked }) => masked === true && names.includes(name));
}

/** True where the table links rows of one table with each other, and for each pair (a, b) has (b, a). */
async function standsInBothDirections(
  table: TableSchema,
  { services, from, ask }: { services: DatabaseServices; from: string; ask: Ask },
): Promise<boolean> {
  const links = tableLinks(services).filter((link) => link.from === table && link.to !== table);
  const [[first, second, ...others] = []] = [...Map.groupBy(links, ({ to }) => to).values()].filter(
    (group) => group.length > 1,
  );
  const names = [first, second].map((link) => link?.fromColumns[0] ?? "");
  if (first?.fromColumns.length !== 1 || second?.fromColumns.length !== 1 || others.length > 0) return false;
  const [a, b] = names.map(services.driver.dialect.identifier);
  const pairs = `SELECT DISTINCT ${a} AS a, ${b} AS b FROM ${from} WHERE ${a} <> ${b}`;
  const [row = []] = await ask(
    `SELECT (SELECT COUNT(*) FROM (${pairs}) AS p), (SELECT COUNT(*) FROM (${pairs}) AS p JOIN (${pairs}) AS q ON p.a = q.b AND p.b = q.a)`,
  );
  const [all, back] = row.map(Number);
  return all !== undefined && all > 0 && all === back;
}
