import type { TableSchema } from "../../schema/database-schema.ts";
import { namingColumns } from "../lexicon/naming-columns.ts";
import type { CompileContext } from "./compile-context.ts";
import { isToOne, type Place, waysTo } from "./place.ts";
import type { Thing } from "./thing.ts";

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
