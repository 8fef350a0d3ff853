import { nameWords } from "../../../util/name-words.ts";
import type { DatabaseServices } from "../database-services.ts";
import { unlessRefused } from "../driver/sql-engine-error.ts";
import type { SqlValue } from "../driver/sql-value.ts";
import type { TableColumn } from "../heuristics/lexicon/link.ts";
import { namingColumns } from "../heuristics/lexicon/naming-columns.ts";
import type { ColumnSchema, TableSchema } from "../schema/database-schema.ts";
import { qualifiedTable } from "../schema/find-table.ts";
import { tableLinks } from "../schema/table-links.ts";

const MOST = 6;
const LONGEST_CELL = 40;
const TIME = /^(year|date|day|birthday|birthdate|born|released?|opened|founded|joined|hired)$/u;

/** Columns by which people distinguish rows of the same name, best first: dates, then texts, then numbers. */
function tellingColumns(table: TableSchema, services: DatabaseServices): readonly ColumnSchema[] {
  const naming = namingColumns(table);
  const links = tableLinks(services).filter((link) => link.from === table);
  const refers = (column: ColumnSchema): boolean =>
    links.some((link) => link.fromColumns.some((name) => name.toLowerCase() === column.name.toLowerCase()));
  const plain = table.columns.filter(
    (column) =>
      column.primaryKeyPosition === undefined &&
      !naming.includes(column) &&
      !refers(column) &&
      !["binary", "json", "boolean"].includes(column.affinity),
  );
  return plain
    .map((column, at) => ({ column, at, rank: rankOf(column) }))
    .sort((a, b) => a.rank - b.rank || a.at - b.at)
    .slice(0, MOST)
    .map(({ column }) => column);
}

function rankOf(column: ColumnSchema): number {
  if (column.affinity === "date" || column.affinity === "datetime") return 0;
  if (nameWords(column.name).some((word) => TIME.test(word))) return 0;
  return column.affinity === "text" ? 1 : 2;
}

/** The first column, or else the first two, whose values differ between all rows; empty if there are none. */
function distinguishing(rows: readonly (readonly SqlValue[])[]): readonly number[] {
  const [first = []] = rows;
  const short = (at: number): boolean =>
    rows.every((row) => row[at] !== null && String(row[at]).length <= LONGEST_CELL);
  const places = first.flatMap((_, at) => (short(at) ? [at] : []));
  const differ = (at: readonly number[]): boolean =>
    new Set(rows.map((row) => at.map((place) => String(row[place])).join("\u0000"))).size === rows.length;
  const one = places.find((at) => differ([at]));
  if (one !== undefined) return [one];
  const two = places.flatMap((a) => places.filter((b) => b > a).map((b) => [a, b])).find(differ);
  return two ?? [];
}

/** Most rows of one name that are offered as a choice; more rows are a category rather than a choice. */
export const MOST_OF_ONE_NAME = 6;
const MILLISECONDS = 3000;

/** A row, with details that distinguish it from others of the same name. */
export interface NamedRow {
  readonly key: { readonly column: ColumnSchema; readonly value: string };
  /** The row's name, from one or two columns. */
  readonly name: string;
  /** `release date 1987-03-04`; empty where no other row has the name. */
  readonly told: string;
}

/**
 * The rows with the value, of a table with a single-column key whose rows are named by this column (or by it and another, as first and last
 * name). Undefined for other tables, for more than `most` rows or none, and where the engine has no answer in time.
 */
export async function sameNamedRows(
  { table, column }: TableColumn,
  value: string,
  services: DatabaseServices,
  signal: AbortSignal,
  most = MOST_OF_ONE_NAME,
): Promise<readonly NamedRow[] | undefined> {
  const naming = namingColumns(table);
  const key = keyOf(table);
  if (!key || !naming.includes(column)) return undefined;
  const { dialect } = services.driver;
  const telling = tellingColumns(table, services);
  const shown = [key, ...naming, ...telling].map(({ name }) => dialect.identifier(name)).join(", ");
  const sql = `SELECT ${shown} FROM ${qualifiedTable(services, table)} WHERE ${dialect.identifier(column.name)} = ${dialect.placeholder(1)} ORDER BY ${dialect.identifier(key.name)}`;
  const asked = services.driver.query(sql, [value], {
    maxRows: most + 1,
    milliseconds: MILLISECONDS,
    signal,
  });
  const rows = await unlessRefused(
    asked.then((result) => result.rows),
    () => undefined,
  );
  if (rows === undefined || rows.length === 0 || rows.length > most) return undefined;
  const named = rows.map((row) => ({
    key: { column: key, value: String(row[0]) },
    name: row
      .slice(1, 1 + naming.length)
      .map((cell) => String(cell ?? ""))
      .join(" ")
      .trim(),
    cells: row.slice(1 + naming.length),
  }));
  return named.map(({ key: own, name, cells }) => {
    const others = named.filter((each) => each.name === name);
    if (others.length === 1) return { key: own, name, told: "" };
    const at = distinguishing(others.map((each) => each.cells));
    const told = at.map((place) => `${telling[place]?.name ?? ""} ${String(cells[place])}`).join(", ");
    return { key: own, name, told: told === "" ? `${key.name} ${own.value}` : told };
  });
}

function keyOf(table: TableSchema): ColumnSchema | undefined {
  const [key, ...more] = table.columns.filter((column) => column.primaryKeyPosition !== undefined);
  return more.length === 0 ? key : undefined;
}
