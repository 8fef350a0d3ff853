import { readDefinitions, type SchemaTable } from "../../../../src/evaluation/construction/dbqa/schema.ts";

/** A schema of three joined tables, and one that stands alone. */
export const SHOP_TABLES: readonly SchemaTable[] = readDefinitions(
  [
    ["customer", "id INTEGER PRIMARY KEY", "name TEXT NOT NULL", "city TEXT"],
    [
      "purchase",
      "id INTEGER PRIMARY KEY",
      "customer_id INTEGER NOT NULL",
      "amount REAL",
      "bought_on TEXT",
      "FOREIGN KEY (customer_id) REFERENCES customer (id)",
    ],
    ["review", "purchase_id INTEGER", "stars INTEGER", "FOREIGN KEY (purchase_id) REFERENCES purchase (id)"],
    ["holiday", "day DATE", "label TEXT UNIQUE"],
  ].map(([name = "", ...lines]) => ({
    name,
    definition: `CREATE TABLE ${name} (\n${lines.map((line) => `  ${line}`).join(",\n")}\n)`,
  })),
);
