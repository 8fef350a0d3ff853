import { DatabaseSync } from "node:sqlite";
import type { Json } from "../../src/util/json.ts";
import { FIGURE_QUERIES } from "./figure-queries.ts";

export interface Result {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Json[])[];
}

/** The results of the queries, or of their earlier versions, by name. */
export function figureResults(database: string, version: "sql" | "earlier"): ReadonlyMap<string, Result> {
  const opened = new DatabaseSync(database, { readOnly: true });
  try {
    return new Map(
      Object.entries(FIGURE_QUERIES).map(([name, query]) => {
        const statement = opened.prepare(query[version]);
        const columns = statement.columns().map((column) => column.name);
        const rows = statement.all().map((row) => columns.map((column) => row[column] as Json));
        return [name, { columns, rows }];
      }),
    );
  } finally {
    opened.close();
  }
}
