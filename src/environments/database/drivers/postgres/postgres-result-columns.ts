import type { ResultColumn } from "../../driver/sql-driver.ts";
import { ORIGINS, TYPE_NAMES } from "./postgres-catalog-queries.ts";
import type { PostgresField, RunStatement } from "./postgres-session.ts";

/** How long names from the catalog are believed: a renamed column shows after this time. */
const BELIEVED_MILLISECONDS = 30_000;

/** Puts names to the numbers by which the server describes where result columns come from. */
export class PostgresResultColumns {
  readonly #origins = new Map<string, { table: string; column: string }>();
  readonly #types = new Map<number, string>();
  readonly #tables = new Set<number>();
  #readAt = 0;

  async describe(fields: readonly PostgresField[], run: RunStatement): Promise<ResultColumn[]> {
    if (Date.now() - this.#readAt > BELIEVED_MILLISECONDS) {
      this.#origins.clear();
      this.#tables.clear();
      this.#readAt = Date.now();
    }
    await this.#learnTables(fields, run);
    await this.#learnTypes(fields, run);
    return fields.map(({ name, tableID, columnID, dataTypeID }) => {
      const origin = this.#origins.get(`${tableID}.${columnID}`);
      const type = this.#types.get(dataTypeID);
      return { name, ...(origin === undefined ? {} : { origin }), ...(type === undefined ? {} : { type }) };
    });
  }

  async #learnTables(fields: readonly PostgresField[], run: RunStatement): Promise<void> {
    const unknown = [...new Set(fields.map(({ tableID }) => tableID))].filter(
      (id) => id > 0 && !this.#tables.has(id),
    );
    if (unknown.length === 0) return;
    for (const [table, position, tableName, column] of (
      await run(ORIGINS, [`{${unknown.join(",")}}`], 100_000)
    ).rows) {
      this.#origins.set(`${table}.${position}`, { table: tableName ?? "", column: column ?? "" });
    }
    for (const id of unknown) this.#tables.add(id);
  }

  async #learnTypes(fields: readonly PostgresField[], run: RunStatement): Promise<void> {
    const unknown = [...new Set(fields.map(({ dataTypeID }) => dataTypeID))].filter(
      (id) => !this.#types.has(id),
    );
    if (unknown.length === 0) return;
    for (const [id, name] of (await run(TYPE_NAMES, [`{${unknown.join(",")}}`], 100_000)).rows) {
      this.#types.set(Number(id), name ?? "");
    }
  }
}
