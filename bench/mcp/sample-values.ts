import { DatabaseSync } from "node:sqlite";

export interface SampleValues {
  readonly table: string;
  readonly column: string;
  /** Short texts of the column, all different. */
  readonly values: readonly string[];
  /** The table with the most rows. */
  readonly largest: { readonly table: string; readonly rows: number };
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A text column with many different short values, and the largest table. */
export function sampleValues(path: string): SampleValues {
  using database = new DatabaseSync(path, { readOnly: true });
  const all = (sql: string, ...values: string[]) =>
    database.prepare(sql).all(...values) as unknown as readonly Readonly<Record<string, string | number>>[];
  const tables = all("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").map(
    ({ name }) => String(name),
  );
  const sizes = tables.map((table) => ({
    table,
    rows: Number(all(`SELECT count(*) AS n FROM ${quoted(table)}`)[0]?.["n"]),
  }));
  const columns = tables.flatMap((table) =>
    all("SELECT name FROM pragma_table_info(?) WHERE type LIKE '%TEXT%' OR type LIKE '%CHAR%'", table).map(
      ({ name }) => {
        const column = String(name);
        const [of, from] = [quoted(column), quoted(table)];
        const values = all(
          `SELECT ${of} AS v FROM ${from} WHERE typeof(${of}) = 'text' AND length(${of}) BETWEEN 2 AND 60 GROUP BY 1 HAVING count(*) = 1 LIMIT 200`,
        ).map(({ v }) => String(v));
        return { table, column, values };
      },
    ),
  );
  const [best] = columns.toSorted((one, other) => other.values.length - one.values.length);
  const [largest] = sizes.toSorted((one, other) => other.rows - one.rows);
  if (best === undefined || best.values.length === 0 || largest === undefined)
    throw new Error("The database has no column of short texts.");
  return { ...best, largest };
}
