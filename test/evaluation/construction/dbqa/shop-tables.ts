import type { SchemaTable } from "../../../../src/evaluation/construction/dbqa/schema.ts";

/** A table with columns as a declaration writes them; the column `id` is its key. */
export const tableOf = (
  name: string,
  columns: readonly string[],
  foreignKeys: SchemaTable["foreignKeys"] = [],
): SchemaTable => ({
  ...{ name, foreignKeys },
  columns: columns.map((column) => {
    const [, own = "", type = "", notNull, unique] =
      /^(\w+) (.*?)( NOT NULL)?( UNIQUE)?$/u.exec(column) ?? [];
    return { name: own, type, notNull: notNull !== undefined, unique: unique !== undefined };
  }),
  primaryKey: columns.some((column) => column.startsWith("id ")) ? ["id"] : [],
});

const key = (column: string, table: string, referenced: string) => ({
  ...{ columns: [column], table, referenced: [referenced] },
});

/** A schema of three joined tables, and one that stands alone. */
export const SHOP_TABLES: readonly SchemaTable[] = [
  tableOf("customer", ["id INTEGER", "name TEXT NOT NULL", "city TEXT"]),
  tableOf(
    "purchase",
    ["id INTEGER", "customer_id INTEGER NOT NULL", "amount REAL", "bought_on TEXT"],
    [key("customer_id", "customer", "id")],
  ),
  tableOf("review", ["purchase_id INTEGER", "stars INTEGER"], [key("purchase_id", "purchase", "id")]),
  tableOf("holiday", ["day DATE", "label TEXT UNIQUE"]),
];
