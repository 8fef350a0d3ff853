import { nearestNames, SUGGESTION_SCORE } from "../../util/nearest-names.ts";
import { type CellValue, type ColumnValues, columnValues } from "./column-values.ts";
import { FigureProblem } from "./figure-problem.ts";
import type { SourceReference } from "./source-term.ts";
import type { Tables, WholeTable } from "./whole-table.ts";

/** A column that a source names, over all rows. */
export interface NamedColumn extends ColumnValues {
  /** As a source writes it: `Q1.tickets`. */
  readonly name: string;
  readonly table: WholeTable;
}

const SHOWN_NAMES = 8;

export function tableOf(query: string, tables: Tables): WholeTable | FigureProblem {
  const table = tables.get(query);
  if (table !== undefined) return table;
  const names = [...tables.keys()];
  return new FigureProblem(
    names.length === 0
      ? `There is no query ${query}: none has given a result.`
      : `There is no query ${query}. The queries are: ${shown(names)}.`,
  );
}

/** The cell of a reference, or the only one that it can mean. */
export function cellOf(reference: SourceReference, tables: Tables): CellValue | FigureProblem {
  const { query, row, column } = reference;
  const table = tableOf(query, tables);
  if (table instanceof FigureProblem) return table;
  const at = column === undefined ? onlyColumn(reference, table) : columnIndex(query, column, table);
  if (at instanceof FigureProblem) return at;
  const wanted = row ?? (table.rows.length === 1 ? 1 : undefined);
  const name = written(table.columns[at] ?? "");
  if (wanted === undefined) return severalRows(query, name, table);
  if (wanted < 1 || wanted > table.rows.length) return noRow(query, wanted, table);
  return columnValues(table, at).values[wanted - 1] ?? null;
}

/** All cells of a column; a problem where only the first rows are still there. */
export function columnOf(reference: SourceReference, tables: Tables): NamedColumn | FigureProblem {
  const { query, column } = reference;
  const table = tableOf(query, tables);
  if (table instanceof FigureProblem) return table;
  const at = column === undefined ? onlyColumn(reference, table) : columnIndex(query, column, table);
  if (at instanceof FigureProblem) return at;
  if (table.total !== undefined && table.total > table.rows.length) {
    return new FigureProblem(
      `Only the first ${table.rows.length} of the ${table.total} rows of ${query} are kept, so its columns cannot be computed as a whole. Let a query compute it.`,
    );
  }
  const name = `${query}.${written(table.columns[at] ?? "")}`;
  return { name, table, ...columnValues(table, at) };
}

function columnIndex(query: string, column: string, table: WholeTable): number | FigureProblem {
  const { columns } = table;
  const exact = columns.indexOf(column);
  if (exact >= 0) return isOneOfSeveral(exact, table) ? severalColumns(query, column) : exact;
  const folded = columns.flatMap((name, at) => (name.toLowerCase() === column.toLowerCase() ? [at] : []));
  const [only] = folded;
  if (only !== undefined && folded.length === 1) return only;
  const near = nearestNames(column, columns, { limit: 3 }).filter(({ score }) => score >= SUGGESTION_SCORE);
  const nearest = near.map(({ name }) => `${query}.${written(name)}`).join(", ");
  return new FigureProblem(
    near.length > 0
      ? `${query} has no column "${column}". The nearest: ${nearest}.`
      : `${query} has no column "${column}". Its columns are: ${shown(columns.map(written))}.`,
  );
}

/** Columns of one name with the same values, as a join's keys are, are one. */
function isOneOfSeveral(first: number, { columns, rows }: WholeTable): boolean {
  const name = columns[first];
  return columns.some(
    (each, at) =>
      at > first &&
      each === name &&
      rows.some((row) => row[at] !== row[first] && JSON.stringify(row[at]) !== JSON.stringify(row[first])),
  );
}

function severalColumns(query: string, column: string): FigureProblem {
  return new FigureProblem(
    `${query} has several columns "${column}", and nothing tells which is meant. Take the figure from another query, or leave it out.`,
  );
}

function onlyColumn({ query, row }: SourceReference, { columns }: WholeTable): number | FigureProblem {
  if (columns.length === 1) return 0;
  const place = `${query}${row === undefined ? "" : `:${row}`}.${written(columns[0] ?? "tickets")}`;
  return new FigureProblem(
    `${query} has ${columns.length} columns: name one, as in \`${place}\`. They are: ${shown(columns.map(written))}.`,
  );
}

function severalRows(query: string, name: string, { rows }: WholeTable): FigureProblem {
  if (rows.length === 0) return new FigureProblem(`${query} has no rows, so no figure can be taken from it.`);
  return new FigureProblem(
    `${query} has ${rows.length} rows: name one, as in \`${query}:1.${name}\`, or take the whole column, as in \`sum(${query}.${name})\`.`,
  );
}

function noRow(query: string, row: number, { rows, total }: WholeTable): FigureProblem {
  const kept =
    total !== undefined && total > rows.length
      ? ` that are kept, of ${total}: let a query give that row`
      : "";
  return new FigureProblem(
    rows.length === 0
      ? `${query} has no rows, so there is no row ${row}.`
      : `${query} has no row ${row}: its rows are 1 to ${rows.length}${kept}.`,
  );
}

/** In quotes where a source needs them. */
export const written = (column: string): string =>
  /^[\p{L}_][\p{L}\p{N}_]*$/u.test(column) ? column : `"${column.replaceAll('"', '""')}"`;

function shown(names: readonly string[]): string {
  const first = names.slice(0, SHOWN_NAMES).join(", ");
  return names.length > SHOWN_NAMES ? `${first} and ${names.length - SHOWN_NAMES} more` : first;
}
