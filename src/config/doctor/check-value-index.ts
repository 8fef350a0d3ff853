import type { Diagnosis } from "../../environments/database/driver/diagnosis.ts";
import type { SqlDriver } from "../../environments/database/driver/sql-driver.ts";
import { indexedColumns } from "../../environments/database/index/indexed-column.ts";
import { openValueIndex } from "../../environments/database/index/open-value-index.ts";
import type { DatabaseSchema } from "../../environments/database/schema/database-schema.ts";
import { shownBytes } from "../kept/shown-bytes.ts";
import type { OpenOptions } from "../open-options.ts";

/** What is kept of the values: how many columns, how much, how old, and how the rest is found. Nothing is built. */
export async function checkValueIndex(
  driver: SqlDriver,
  schema: DatabaseSchema,
  { folders, signal }: OpenOptions,
): Promise<Diagnosis> {
  const index = openValueIndex({ driver, schema, cacheFolder: folders.cache });
  try {
    // A lookup in a column that there is not loads what is kept, and no more.
    await index.findExact("", { column: { table: "", column: "" }, limit: 1, signal });
    const { columns, values, bytes, builtAt } = index.state();
    const all = indexedColumns(schema).length;
    const name = "value index";
    const mode =
      driver.columnStatistics === undefined
        ? "it is built when a lookup first needs it, or now by fuxi index"
        : "on a server only small tables are read unasked; the engine's statistics and fuxi index help with the rest";
    if (columns === 0) return { name, state: "ok", text: `Nothing is indexed yet: ${mode}.` };
    const made = builtAt === undefined ? "" : `, made ${builtAt.slice(0, 16).replace("T", " ")} UTC`;
    const text = `${columns} of ${all} columns, ${values.toLocaleString("en")} values, ${shownBytes(bytes)}${made}`;
    return { name, state: "ok", text: columns < all ? `${text}; for the others: ${mode}.` : text };
  } finally {
    await index.close();
  }
}
