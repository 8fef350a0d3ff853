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

/** A catalog entry that belongs to a table; `of` is the table's key in the catalog. */
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

/** Builds the schema from catalog rows. */
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
  real: "real float double float4 float8",
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

/** The affinity by type name; `type` has no length behind it. */
export function affinityOf(type: string): ColumnAffinity {
  return AFFINITIES.get(type.toLowerCase()) ?? "other";
}

/** The values in `ENUM('sad', 'it''s')`. */
export function enumValuesIn(type: string): readonly string[] {
  return [...type.matchAll(/'((?:[^']|'')*)'/gu)].map(([, value = ""]) => value.replaceAll("''", "'"));
}

/** Joins notes into one line; undefined if there are none. */
export function noteOf(notes: readonly (string | false | null | undefined)[]): string | undefined {
  return notes.filter(Boolean).join("; ") || undefined;
}
