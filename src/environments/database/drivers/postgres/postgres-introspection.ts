import { given } from "../../../../util/given.ts";
import {
  affinityOf,
  type CatalogColumn,
  type CatalogKey,
  type CatalogRow,
  type CatalogTable,
  noteOf,
  recordsOf,
  schemaOf,
} from "../../driver/catalog-schema.ts";
import type { DatabaseSchema, TableName } from "../../schema/database-schema.ts";
import { inQuotes } from "../dialect-parts.ts";
import type { RunStatement } from "./postgres-session.ts";
import { postgresArray } from "./postgres-session.ts";
import type { PostgresUnsafe } from "./postgres-unsafe.ts";

/**
 * Tables, views and partitioned parents that the role may read, except those of extensions and the system. $1: only these schemas, unless empty.
 */
const RELATIONS = `
SELECT c.oid::bigint AS id, n.nspname AS schema, c.relname AS name, c.relkind AS kind, obj_description(c.oid, 'pg_class') AS comment,
  pg_table_is_visible(c.oid) AS visible,
  CASE WHEN c.relkind = 'p' THEN (
    WITH RECURSIVE parts AS (
      SELECT inhrelid FROM pg_inherits WHERE inhparent = c.oid
      UNION ALL SELECT i.inhrelid FROM pg_inherits i JOIN parts ON i.inhparent = parts.inhrelid)
    SELECT CASE WHEN max(p.reltuples) < 0 THEN -1 ELSE sum(greatest(p.reltuples, 0)) END FROM parts JOIN pg_class p ON p.oid = inhrelid AND p.relkind = 'r')
  ELSE c.reltuples END AS estimate,
  c.relispopulated AS populated, row_security_active(c.oid) AS filtered, has_table_privilege(c.oid, 'SELECT') AS "allColumns",
  (SELECT s.srvname FROM pg_foreign_table f JOIN pg_foreign_server s ON s.oid = f.ftserver WHERE f.ftrelid = c.oid) AS server
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
  AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
  AND ($1::text[] = '{}' OR n.nspname = ANY ($1::text[]))
  AND has_schema_privilege(n.oid, 'USAGE')
  AND (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT'))
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
ORDER BY array_position(current_schemas(false), n.nspname) NULLS LAST, n.nspname, c.oid`;

/** The descendants of the tables in $1 that hold rows, over all levels. */
const PARTS = `
WITH RECURSIVE parts AS (
  SELECT inhparent AS root, inhrelid AS part FROM pg_inherits WHERE inhparent = ANY ($1::bigint[]::oid[])
  UNION SELECT root, i.inhrelid FROM pg_inherits i JOIN parts ON i.inhparent = part)
SELECT root::bigint, n.nspname AS schema, c.relname AS name, c.relispartition AS "isPartition", pg_table_is_visible(c.oid) AS visible
FROM parts JOIN pg_class c ON c.oid = part JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'f') ORDER BY root, n.nspname, c.relname`;

/** Bytes of the tables in $1; waits while one of them is locked. */
const SIZES = "SELECT oid::bigint, pg_relation_size(oid) FROM unnest($1::bigint[]::oid[]) AS t (oid)";

/** Columns of the relations in $1 that the role may read, with the base type under all domains. */
const COLUMNS = `
WITH RECURSIVE base AS (
  SELECT oid AS domain, typbasetype AS oid, typtypmod FROM pg_type WHERE typtype = 'd'
  UNION ALL SELECT base.domain, t.typbasetype, t.typtypmod FROM base JOIN pg_type t ON t.oid = base.oid WHERE t.typtype = 'd')
SELECT a.attrelid::bigint AS id, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS "notNull",
  col_description(a.attrelid, a.attnum) AS comment, b.typname AS "baseType", b.typcategory AS category,
  CASE WHEN b.typtype = 'e' THEN (SELECT json_agg(e.enumlabel ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = b.oid) END AS labels,
  b.typtype AS "typeKind",
  CASE WHEN t.typtype = 'd' THEN format_type(b.oid, d.typtypmod) END AS "domainOf",
  CASE WHEN b.typtype = 'c' THEN (SELECT json_agg(f.attname ORDER BY f.attnum) FROM pg_attribute f
    WHERE f.attrelid = b.typrelid AND f.attnum > 0 AND NOT f.attisdropped) END AS fields,
  CASE WHEN a.attgenerated <> '' THEN (SELECT pg_get_expr(g.adbin, g.adrelid) FROM pg_attrdef g
    WHERE g.adrelid = a.attrelid AND g.adnum = a.attnum) END AS "generatedFrom"
FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
  LEFT JOIN base d ON d.domain = t.oid AND NOT EXISTS (SELECT FROM pg_type n WHERE n.oid = d.oid AND n.typtype = 'd')
  JOIN pg_type b ON b.oid = coalesce(d.oid, t.oid)
WHERE a.attrelid = ANY ($1::bigint[]::oid[]) AND a.attnum > 0 AND NOT a.attisdropped
  AND (has_table_privilege(a.attrelid, 'SELECT') OR has_column_privilege(a.attrelid, a.attnum, 'SELECT'))
ORDER BY a.attrelid, a.attnum`;

/** Primary keys, unique constraints and indexes, and foreign keys of the relations in $1; column names as JSON. */
const KEYS = `
SELECT k.id::bigint, k.kind, own.names AS columns, k.other::bigint, theirs.names AS referenced FROM (
  SELECT conrelid AS id, contype::text AS kind, conkey AS columns, confrelid AS other, confkey AS referenced
  FROM pg_constraint WHERE contype IN ('p', 'u', 'f')
  UNION ALL
  SELECT indrelid, 'u', ARRAY[indkey[0]], NULL, NULL
  FROM pg_index WHERE indisunique AND indisvalid AND indnkeyatts = 1 AND indpred IS NULL AND indexprs IS NULL) AS k,
  LATERAL (SELECT json_agg(a.attname ORDER BY c.place) AS names FROM unnest(k.columns) WITH ORDINALITY AS c (number, place)
    JOIN pg_attribute a ON a.attrelid = k.id AND a.attnum = c.number) AS own,
  LATERAL (SELECT json_agg(a.attname ORDER BY c.place) AS names FROM unnest(k.referenced) WITH ORDINALITY AS c (number, place)
    JOIN pg_attribute a ON a.attrelid = k.other AND a.attnum = c.number) AS theirs
WHERE k.id = ANY ($1::bigint[]::oid[])`;

/**
 * A table or view. `estimate` is the planner's row count, negative if the table was never analysed; `populated` is false for a materialised view that
 * was never refreshed; `filtered` is true if policies choose which rows this role sees; `allColumns` is false if the role may read only some.
 */
type Relation = CatalogRow<
  | "id"
  | "schema"
  | "name"
  | "kind"
  | "comment"
  | "visible"
  | "estimate"
  | "populated"
  | "filtered"
  | "allColumns"
  | "server"
>;
/** A column with its type under all domains: `pg_type.typname`, `typcategory` and `typtype`, and the type's labels or fields as JSON. */
type Column = CatalogRow<
  | "id"
  | "name"
  | "type"
  | "notNull"
  | "comment"
  | "baseType"
  | "category"
  | "labels"
  | "typeKind"
  | "domainOf"
  | "fields"
  | "generatedFrom"
>;

export interface PostgresSchemaOptions extends Pick<PostgresUnsafe, "refusedRelations" | "foreignRelations"> {
  /** Only tables of these schemas; all if empty. */
  readonly schemas: readonly string[];
  /** A name as a query writes it. */
  readonly identifier: (name: string) => string;
}

const ALL = 2 ** 31 - 1;

/** Tables in the order of the search path; tables that need no qualifier have no schema. */
export async function postgresSchema(
  run: RunStatement,
  { schemas, identifier, refusedRelations, foreignRelations }: PostgresSchemaOptions,
): Promise<DatabaseSchema> {
  const ask = async <Names extends string>(sql: string, values: readonly string[]) => {
    const { fields, rows } = await run(sql, values, ALL);
    return recordsOf<Names>(fields, rows);
  };
  const all: readonly Relation[] = await ask(RELATIONS, [postgresArray(schemas)]);
  const relations = all.filter(({ id }) => !refusedRelations.has(id ?? ""));
  const isForeign = ({ id }: Relation): boolean => foreignRelations.has(id ?? "");
  const own = relations.filter((relation) => !isForeign(relation));
  const ids = `{${relations.map(({ id }) => id).join(",")}}`;
  const columns: readonly Column[] = await ask(COLUMNS, [ids]);
  const keys = await ask<"id" | "kind" | "columns" | "other" | "referenced">(KEYS, [ids]);
  const parts = Map.groupBy(
    await ask<"root" | "schema" | "name" | "isPartition" | "visible">(PARTS, [ids]),
    ({ root }) => root,
  );
  const counts = await postgresRowCounts(run, own);
  const byId = new Map(relations.map((relation) => [relation.id, relation]));
  return schemaOf({
    tables: relations.map((relation): CatalogTable => {
      const { id, kind, comment } = relation;
      const held = Map.groupBy(parts.get(id) ?? [], ({ isPartition }) => isPartition === "t");
      const [partitions, inheritors] = [held.get(true)?.map(nameOf), held.get(false)?.map(nameOf)];
      return given({
        of: id ?? "",
        ...nameOf(relation),
        kind: isForeign(relation) ? "foreign" : kind === "v" || kind === "m" ? "view" : "table",
        comment: comment ?? undefined,
        rowCount: counts.get(id),
        note: tableNote(relation, inheritors ?? []),
        partitions,
        inheritors,
      } as const);
    }),
    columns: columns.map((column): CatalogColumn => {
      const { id, name, type, baseType, category, notNull, comment, labels } = column;
      const isText = category === "S" || category === "E";
      return given({
        of: id ?? "",
        name: name ?? "",
        declaredType: type ?? "",
        affinity: isText ? "text" : affinityOf(baseType ?? ""),
        nullable: notNull !== "t",
        comment: comment ?? undefined,
        enumValues: labels === null ? undefined : (JSON.parse(labels) as string[]),
        note: noteOf([
          column.domainOf,
          usage(column, identifier),
          column.generatedFrom && `computed: ${column.generatedFrom}`,
        ]),
      });
    }),
    keys: keys.flatMap((row): readonly CatalogKey[] => {
      const [of, columns] = [row.id ?? "", namesIn(row.columns)];
      if (row.kind !== "f") return [{ of, kind: row.kind === "p" ? "primary" : "unique", columns }];
      const target = byId.get(row.other);
      if (target === undefined) return [];
      const { schema: referencedSchema, name: referencedTable } = nameOf(target);
      const referencedColumns = namesIn(row.referenced);
      return [
        {
          of,
          kind: "foreign",
          key: given({ columns, referencedSchema, referencedTable, referencedColumns }),
        },
      ];
    }),
  });
}

function nameOf({ schema, name, visible }: CatalogRow<"schema" | "name" | "visible">): TableName {
  return { ...(visible === "t" ? {} : { schema: schema ?? "" }), name: name ?? "" };
}

function namesIn(json: string | null): readonly string[] {
  return JSON.parse(json ?? "[]") as string[];
}

/** Tables without an estimate are counted, smallest first, up to this total size; that takes some milliseconds. */
const COUNTED_BYTES = 16 * 1024 * 1024;
const MOST_COUNTED = 200;

/** The planner's estimates, and exact counts of small tables without one. */
async function postgresRowCounts(
  run: RunStatement,
  relations: readonly Relation[],
): Promise<ReadonlyMap<string | null, { value: number; exact: boolean }>> {
  const known = relations.filter(({ kind, estimate }) => kind !== "v" && Number(estimate ?? -1) >= 0);
  const unknown = relations.filter(
    ({ kind, estimate, populated }) =>
      Number(estimate ?? -1) < 0 && populated === "t" && (kind === "r" || kind === "m"),
  );
  const counted =
    unknown.length === 0 ? [] : ((await unlessLocked(run, () => countSmall(run, unknown))) ?? []);
  const counts = new Map<string | null, { value: number; exact: boolean }>();
  for (const { id, estimate } of known) counts.set(id, { value: Math.round(Number(estimate)), exact: false });
  for (const [id = null, count] of counted) counts.set(id, { value: Number(count), exact: true });
  return counts;
}

type Rows = readonly (readonly (string | null)[])[];

async function countSmall(run: RunStatement, relations: readonly Relation[]): Promise<Rows> {
  const ids = `{${relations.map(({ id }) => id).join(",")}}`;
  const { rows } = await run(SIZES, [ids], relations.length);
  const small = new Set<string | null | undefined>();
  let size = 0;
  for (const [id, bytes] of rows.toSorted(([, a], [, b]) => Number(a) - Number(b))) {
    size += Number(bytes);
    if (size > COUNTED_BYTES) break;
    small.add(id);
  }
  const counted = relations.filter(({ id }) => small.has(id)).slice(0, MOST_COUNTED);
  if (counted.length === 0) return [];
  const sql = counted.map(
    ({ id, schema, name }) => `SELECT ${id}, count(*) FROM ${inQuotes(schema ?? "")}.${inQuotes(name ?? "")}`,
  );
  return (await run(sql.join(" UNION ALL "), [], MOST_COUNTED)).rows;
}

/** One line of what readers of a table must know. */
function tableNote(relation: Relation, inheritors: readonly TableName[]): string | undefined {
  const { kind, populated, filtered, allColumns, server } = relation;
  return noteOf([
    kind === "m" &&
      (populated === "t"
        ? "materialised: as of its last refresh"
        : "not populated: cannot be read until it is refreshed"),
    filtered === "t" && "row security: this role may see only some of the rows",
    allColumns !== "t" && "only these columns may be read, so name them in place of *",
    server !== null && `on another server (${server})`,
    inheritors.length > 0 && `shows the rows of ${namesOf(inheritors)}, too`,
  ]);
}

const NAMED = 5;

function namesOf(tables: readonly TableName[]): string {
  const names = tables
    .slice(0, NAMED)
    .map(({ schema, name }) => (schema === undefined ? name : `${schema}.${name}`));
  const more = tables.length > NAMED ? ` and ${tables.length - NAMED} more` : "";
  return names.join(", ") + more;
}

/** How to use a column of this type in a query. */
function usage(column: Column, identifier: (name: string) => string): string | undefined {
  const { baseType, typeKind, category, fields } = column;
  const name = identifier(column.name ?? "");
  if (category === "A") return `'x' = ANY (${name}) tests for an element, unnest(${name}) gives them as rows`;
  if (baseType === "json" || baseType === "jsonb")
    return `${name}->>'key' gives a text, -> a part, ${baseType}_array_elements(${name}) the elements of an array as rows`;
  if (typeKind === "c" && fields !== null) {
    const written = namesIn(fields).map(identifier);
    return `composite; write (${name}).${written[0] ?? "field"}; fields ${written.join(", ")}`;
  }
  if (typeKind === "r" || typeKind === "m")
    return `${name} @> value tests for one, lower() and upper() give the ends`;
  if (baseType === "hstore") return `key-value pairs; ${name} -> 'key' gives a value as text`;
  if (baseType === "tsvector") return `words of a text; ${name} @@ plainto_tsquery('words') searches it`;
  return undefined;
}

/**
 * Runs `ask` in a savepoint, with a lock timeout: opening a database must neither wait for a locked table nor fail on it. Undefined on failure.
 */
async function unlessLocked<T>(run: RunStatement, ask: () => Promise<T>): Promise<T | undefined> {
  await run("SAVEPOINT attempt", [], 1);
  await run("SET LOCAL lock_timeout = '500ms'", [], 1);
  let result: T | undefined;
  try {
    result = await ask();
  } catch (error) {
    await endAttempt(run).catch(() => {
      throw error;
    });
    return undefined;
  }
  await endAttempt(run);
  return result;
}

/** Also restores the limit. */
async function endAttempt(run: RunStatement): Promise<void> {
  await run("ROLLBACK TO SAVEPOINT attempt", [], 1);
}
