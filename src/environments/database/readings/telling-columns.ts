import { nameWords } from "../../../util/name-words.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { SqlValue } from "../driver/sql-value.ts";
import { namingColumns } from "../heuristics/lexicon/naming-columns.ts";
import type { ColumnSchema, TableSchema } from "../schema/database-schema.ts";
import { tableLinks } from "../schema/table-links.ts";

const MOST = 6;
const LONGEST_CELL = 40;
const TIME = /^(year|date|day|birthday|birthdate|born|released?|opened|founded|joined|hired)$/u;

/** Columns by which people tell rows of one name apart, the most telling first: when, then what is written, then numbers. */
export function tellingColumns(table: TableSchema, services: DatabaseServices): readonly ColumnSchema[] {
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

/** The first column, or else the first two, of which no two rows hold the same; none where there are no such. */
export function distinguishing(rows: readonly (readonly SqlValue[])[]): readonly number[] {
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
