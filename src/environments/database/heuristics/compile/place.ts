import type { DatabaseServices } from "../../database-services.ts";
import type { ColumnSchema, TableSchema } from "../../schema/database-schema.ts";
import { type JoinStep, joinPaths } from "../../schema/join-paths.ts";
import { type TableLink, tableLinks } from "../../schema/table-links.ts";
import { namingColumns } from "../lexicon/naming-columns.ts";
import type { CompileContext } from "./compile-context.ts";
import type { Thing } from "./query-writer.ts";

/**
 * True where the column is a property of the thing: in its row, in one that it refers to, or in rows that have no name of their own and only say more of
 * it (its attributes, its lines). The e-mail addresses of those who belong to the same cinema are not the manager's.
 */
export function isOwn({ table, column, hops }: Place): boolean {
  if (hops.every(isToOne)) return true;
  const [hop, ...more] = hops;
  // What refers back holds the key of the thing itself.
  const isKey = hop?.link.fromColumns.includes(column.name) === true;
  return more.length === 0 && (isKey || namingColumns(table).length === 0);
}

/** True where what is asked for may be a property of such rows. What rows are called by stands for the rows: "the titles of Ada Brandt" are her books. */
export function mayOwn(owner: TableSchema, { root, column }: Thing, { services }: CompileContext): boolean {
  if (column === undefined || namingColumns(root).includes(column)) return true;
  return waysTo(owner, root, services).some((hops) => isOwn({ table: root, column, hops }));
}

/** A column as seen from the rows that are asked about: over which joins it is reached. */
export interface Place {
  readonly table: TableSchema;
  readonly column: ColumnSchema;
  readonly hops: readonly JoinStep[];
}

/** The shortest ways from one table to another; several where they are equally short. */
export function waysTo(
  from: TableSchema,
  to: TableSchema,
  services: DatabaseServices,
): readonly (readonly JoinStep[])[] {
  if (from === to) return [[]];
  const links = tableLinks(services).filter((link) => link.declared || isSound(link));
  return joinPaths([from, to], links).map((path) => path.steps);
}

/** A link that only names suggest is followed between tables, over one column of the same kind. */
function isSound({ from, to, fromColumns, toColumns }: TableLink): boolean {
  const [a, b] = [[from, fromColumns[0]] as const, [to, toColumns[0]] as const].map(([table, name]) =>
    table.columns.find((column) => column.name === name),
  );
  return (
    from.kind === "table" && to.kind === "table" && fromColumns.length === 1 && a?.affinity === b?.affinity
  );
}

/** True when every row of the one side meets at most one of the other. */
export function isToOne({ link, next }: JoinStep): boolean {
  return next === link.to || isKeyOf(link.from, link.fromColumns);
}

function isKeyOf(table: TableSchema, columns: readonly string[]): boolean {
  const key = table.columns
    .filter((column) => column.primaryKeyPosition !== undefined)
    .map((column) => column.name.toLowerCase());
  const names = columns.map((name) => name.toLowerCase());
  return key.length > 0 && key.every((name) => names.includes(name));
}

/** True when the column refers to another table: what it holds are keys, not what people call things. */
export function refersElsewhere(
  place: { readonly table: TableSchema; readonly column: ColumnSchema },
  services: DatabaseServices,
): boolean {
  return tableLinks(services).some(
    (link) =>
      link.from === place.table &&
      link.to !== place.table &&
      namesOf(link).includes(place.column.name.toLowerCase()),
  );
}

function namesOf(link: TableLink): readonly string[] {
  return link.fromColumns.map((name) => name.toLowerCase());
}

/** The column that alone is the key of a table. */
export function keyOf(table: TableSchema): ColumnSchema | undefined {
  const key = table.columns.filter((column) => column.primaryKeyPosition !== undefined);
  return key.length === 1 ? key[0] : undefined;
}

/** What a reading over joins counts for: what a row itself refers to is likelier meant than something of any of many related rows. */
export function nearness(hops: readonly JoinStep[]): number {
  return hops.reduce((product, hop) => product * (isToOne(hop) ? 0.94 : 0.9), 1);
}
