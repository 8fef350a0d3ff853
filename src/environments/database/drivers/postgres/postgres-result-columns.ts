import type { ResultColumn } from "../../driver/sql-driver.ts";
import { TYPE_NAMES } from "./postgres-catalog-queries.ts";
import type { PostgresField, RunStatement } from "./postgres-session.ts";

/** Puts names to the numbers by which the server describes the types of result columns; types keep theirs. */
export function postgresResultColumns(): (
  fields: readonly PostgresField[],
  run: RunStatement,
) => Promise<ResultColumn[]> {
  const types = new Map<number, string>();
  return async (fields, run) => {
    const unknown = [...new Set(fields.map(({ dataTypeID }) => dataTypeID))].filter((id) => !types.has(id));
    if (unknown.length > 0) {
      const { rows } = await run(TYPE_NAMES, [`{${unknown.join(",")}}`], 100_000);
      for (const [id, name] of rows) types.set(Number(id), name ?? "");
    }
    return fields.map(({ name, dataTypeID }) => {
      const type = types.get(dataTypeID);
      return { name, ...(type === undefined ? {} : { type }) };
    });
  };
}
