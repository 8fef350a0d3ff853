import type {
  ColumnAffinity,
  ColumnSchema,
  DatabaseSchema,
  ForeignKey,
  TableSchema,
} from "../schema/database-schema.ts";

/** A cell of a server's catalog. */
type Cell = string | null;
/** A row of a catalog by the names of its columns. */
export type CatalogRow<Names extends string> = Readonly<Record<Names, Cell>>;

export function recordsOf<Names extends string>(
  fields: readonly { readonly name: string }[],
  rows: readonly (readonly Cell[])[],
): readonly CatalogRow<Names>[] {
  return rows.map(
    (row) => Object.fromEntries(fields.map(({ name }, at) => [name, row[at] ?? null])) as CatalogRow<Names>,
  );
}

/** What an engine's catalog has; `of` is the table's key there. */
type OfTable<T> = T & { readonly of: string };
export type CatalogTable = OfTable<Omit<TableSchema, "columns" | "foreignKeys">>;
export type CatalogColumn = OfTable<Omit<ColumnSchema, "primaryKeyPosition" | "unique">>;
export type CatalogKey = OfTable<
  | { readonly kind: "primary" | "unique"; readonly columns: readonly string[] }
  | { readonly kind: "foreign"; readonly key: ForeignKey }
>;

export interface Catalog {
  readonly tables: readonly CatalogTable[];
  readonly columns: readonly CatalogColumn[];
  readonly keys: readonly CatalogKey[];
}

/** The schema of what the catalog lists, table by table. */
export function schemaOf({ tables, columns, keys }: Catalog): DatabaseSchema {
  const columnsOf = Map.groupBy(columns, (column) => column.of);
  const keysOf = Map.groupBy(keys, (key) => key.of);
  return {
    tables: tables.map(({ of, ...table }) => {
      const own = keysOf.get(of) ?? [];
      const unique = own.flatMap((key) => (key.kind === "foreign" ? [] : [key]));
      const primary = unique.find(({ kind }) => kind === "primary")?.columns ?? [];
      const alone = new Set(unique.flatMap((key) => (key.columns.length === 1 ? key.columns : [])));
      return {
        ...table,
        columns: (columnsOf.get(of) ?? []).map(({ of: _, ...column }) => {
          const place = primary.indexOf(column.name);
          return {
            ...column,
            ...(place < 0 ? {} : { primaryKeyPosition: place + 1 }),
            ...(alone.has(column.name) ? { unique: true } : {}),
          };
        }),
        foreignKeys: own.flatMap((key) => (key.kind === "foreign" ? [key.key] : [])),
      };
    }),
  };
}

const TYPES: Readonly<Partial<Record<ColumnAffinity, string>>> = {
  integer: `tinyint smallint mediumint int integer bigint hugeint utinyint usmallint uinteger ubigint uhugeint bignum varint
    int2 int4 int8 oid year`,
  real: "float double float4 float8",
  decimal: "decimal numeric money",
  boolean: "bool boolean",
  date: "date",
  time: "time timetz",
  datetime: "datetime timestamp timestamptz",
  json: "json jsonb",
  binary: "bytea binary varbinary tinyblob blob mediumblob longblob",
  text: "char varchar tinytext text mediumtext longtext enum set uuid xml inet4 inet6",
};
const AFFINITIES = new Map(
  (Object.keys(TYPES) as ColumnAffinity[]).flatMap((affinity) =>
    (TYPES[affinity] ?? "").split(/\s+/u).map((name) => [name, affinity] as const),
  ),
);

/** By the name of a type without its length. */
export function affinityOf(type: string): ColumnAffinity {
  return AFFINITIES.get(type.toLowerCase()) ?? "other";
}

/** The values in `ENUM('sad', 'it''s')`. */
export function enumValuesIn(type: string): readonly string[] {
  return [...type.matchAll(/'((?:[^']|'')*)'/gu)].map(([, value = ""]) => value.replaceAll("''", "'"));
}

/** Notes in one line; undefined where there is nothing to say. */
export function noteOf(notes: readonly (string | false | null | undefined)[]): string | undefined {
  return notes.filter(Boolean).join("; ") || undefined;
}

/** Values that are looked at for the keys of a JSON column, and how long this may take for all columns together. */
export const SAMPLED_ROWS = 100;
export const SAMPLING_MILLISECONDS = 2000;
const MOST_KEYS = 15;

/** Keys in a sample of JSON values, most frequent first. */
export interface JsonKeys {
  /** `array`: of objects that have the keys. */
  readonly shape: "object" | "array";
  readonly keys: readonly string[];
}

/** @param values for each sampled value, whether it is an array, and the keys of it or its first element as a JSON array */
export function jsonKeysIn(
  values: readonly { readonly isArray: boolean; readonly keys: string | null }[],
): JsonKeys | undefined {
  const counts = new Map<string, number>();
  for (const { keys } of values) {
    const list: unknown = JSON.parse(keys ?? "null");
    for (const key of Array.isArray(list) ? list.map(String) : [])
      counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const ordered = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([key]) => key);
  const shape = values.some(({ isArray }) => isArray) ? "array" : "object";
  return ordered.length === 0 ? undefined : { shape, keys: ordered.slice(0, MOST_KEYS) };
}

/** What a note says of the keys that were seen. */
export function keysSeen(json: JsonKeys | undefined): string {
  return json === undefined ? "" : `keys seen: ${json.keys.join(", ")}; `;
}
