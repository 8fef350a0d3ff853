import { given } from "../../../../util/given.ts";
import {
  affinityOf,
  type CatalogColumn,
  type CatalogKey,
  type CatalogRow,
  type CatalogTable,
  type JsonKeys,
  jsonKeysIn,
  keysSeen,
  noteOf,
  recordsOf,
  SAMPLED_ROWS,
  SAMPLING_MILLISECONDS,
  schemaOf,
} from "../../driver/catalog-schema.ts";
import type { DatabaseSchema, TableName } from "../../schema/database-schema.ts";
import { COLUMNS, KEYS, PARTS, RELATIONS, SIZES } from "./postgres-catalog-queries.ts";
import type { RunStatement } from "./postgres-session.ts";
import { postgresArray } from "./postgres-value.ts";

/**
 * A table or view: `estimate` is the planner's, negative when the table was never analysed; `populated` is false for a materialised view that
 * was never refreshed; `filtered` where policies choose which rows this role sees; `allColumns` is false where it may read only some.
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
  | "partOf"
>;
/** A column with what is under its domain: `pg_type.typname`, `typcategory` and `typtype`, the labels or the fields of the type as JSON. */
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

export interface PostgresSchemaOptions {
  /** Only tables of these; all where there are none. */
  readonly schemas: readonly string[];
  readonly showsPartitions: boolean;
  /** A name as a query writes it. */
  readonly identifier: (name: string) => string;
}

const ALL = 2 ** 31 - 1;

/** Tables in the order of the search path; those that need no schema in front of their name have none. */
export async function postgresSchema(
  run: RunStatement,
  { schemas, showsPartitions, identifier }: PostgresSchemaOptions,
): Promise<DatabaseSchema> {
  const ask = async <Names extends string>(sql: string, values: readonly string[]) => {
    const { fields, rows } = await run(sql, values, ALL);
    return recordsOf<Names>(fields, rows);
  };
  const relations: readonly Relation[] = await ask(RELATIONS, [
    postgresArray(schemas),
    String(showsPartitions),
  ]);
  const ids = `{${relations.map(({ id }) => id).join(",")}}`;
  const columns: readonly Column[] = await ask(COLUMNS, [ids]);
  const keys = await ask<"id" | "kind" | "columns" | "other" | "referenced">(KEYS, [ids]);
  const parts = Map.groupBy(
    await ask<"root" | "schema" | "name" | "isPartition" | "visible">(PARTS, [ids]),
    ({ root }) => root,
  );
  const counts = await postgresRowCounts(run, relations);
  const byId = new Map(relations.map((relation) => [relation.id, relation]));
  const json = await sampledKeys(run, columns, byId, identifier);
  return schemaOf({
    tables: relations.map((relation): CatalogTable => {
      const { id, kind, comment } = relation;
      const held = Map.groupBy(parts.get(id) ?? [], ({ isPartition }) => isPartition === "t");
      const [partitions, inheritors] = [held.get(true)?.map(nameOf), held.get(false)?.map(nameOf)];
      return given({
        of: id ?? "",
        ...nameOf(relation),
        kind: kind === "v" || kind === "m" ? "view" : "table",
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
          usage(column, identifier, json.get(column)),
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

/** Tables that were never analysed are counted, smallest first, up to this size in all; that takes some milliseconds. */
const COUNTED_BYTES = 16 * 1024 * 1024;
const MOST_COUNTED = 200;

/** The planner's estimates, and counts of small tables that have none. */
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
    ({ id, schema, name }) => `SELECT ${id}, count(*) FROM ${quoted(schema ?? "")}.${quoted(name ?? "")}`,
  );
  return (await run(sql.join(" UNION ALL "), [], MOST_COUNTED)).rows;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

const MILLISECONDS_EACH = 250;

/**
 * Keys in the first values of JSON columns whose sample costs little: a view may have to be computed whole for it, and a foreign table asks another
 * server. What takes long or may not be read is left out. Of an array, the first element stands for all.
 */
async function sampledKeys(
  run: RunStatement,
  columns: readonly Column[],
  relations: ReadonlyMap<string | null, Relation>,
  identifier: (name: string) => string,
): Promise<ReadonlyMap<Column, JsonKeys | undefined>> {
  const found = new Map<Column, JsonKeys | undefined>();
  const deadline = performance.now() + SAMPLING_MILLISECONDS;
  for (const column of columns) {
    const relation = relations.get(column.id);
    if (relation === undefined || !isJson(column) || performance.now() > deadline) continue;
    if (relation.populated !== "t" || relation.kind === "v" || relation.kind === "f") continue;
    const name = identifier(column.name ?? "");
    const sql = `SELECT jsonb_typeof(j) = 'array', (SELECT json_agg(k) FROM jsonb_object_keys(CASE WHEN jsonb_typeof(o) = 'object' THEN o ELSE '{}' END) AS k)
      FROM (SELECT j, CASE jsonb_typeof(j) WHEN 'array' THEN j -> 0 ELSE j END AS o FROM (SELECT ${name}::jsonb AS j
        FROM ${identifier(relation.schema ?? "")}.${identifier(relation.name ?? "")} WHERE ${name} IS NOT NULL LIMIT ${SAMPLED_ROWS}) AS s) AS t`;
    const sample = await unlessLocked(run, () => run(sql, [], SAMPLED_ROWS), MILLISECONDS_EACH);
    const values = sample?.rows.map(([isArray, keys = null]) => ({ isArray: isArray === "t", keys }));
    found.set(column, jsonKeysIn(values ?? []));
  }
  return found;
}

function isJson({ baseType }: Column): boolean {
  return baseType === "json" || baseType === "jsonb";
}

/** What whoever reads a table must know of it, in one line. */
function tableNote(relation: Relation, inheritors: readonly TableName[]): string | undefined {
  const { kind, populated, filtered, allColumns, server, partOf } = relation;
  return noteOf([
    kind === "m" &&
      (populated === "t"
        ? "materialised: as of its last refresh"
        : "not populated: cannot be read until it is refreshed"),
    filtered === "t" && "row security: this role may see only some of the rows",
    allColumns !== "t" && "only these columns may be read, so name them in place of *",
    server !== null && `on another server (${server})`,
    partOf !== null && `partition of ${partOf}`,
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

/** What a column's type asks of whoever writes the query. */
function usage(
  column: Column,
  identifier: (name: string) => string,
  json: JsonKeys | undefined,
): string | undefined {
  const { baseType, typeKind, category, fields } = column;
  const name = identifier(column.name ?? "");
  if (category === "A") return `'x' = ANY (${name}) tests for an element, unnest(${name}) gives them as rows`;
  if (isJson(column)) return jsonUsage(name, baseType ?? "", json);
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

function jsonUsage(name: string, baseType: string, json: JsonKeys | undefined): string {
  const [first = "key"] = json?.keys ?? [];
  const keys = keysSeen(json);
  if (json?.shape === "array") {
    return `array of objects; ${keys}${baseType}_array_elements(${name}) gives them as rows, ->>'${first.replaceAll("'", "''")}' a text of each`;
  }
  return `${keys}${name}->>'${first.replaceAll("'", "''")}' gives a text, -> a part`;
}

/**
 * Opening a database must not wait for a table that somebody has locked, nor fail for one: what is asked then is not known. `milliseconds`
 * bounds each statement of `ask` besides.
 */
async function unlessLocked<T>(
  run: RunStatement,
  ask: () => Promise<T>,
  milliseconds?: number,
): Promise<T | undefined> {
  await run("SAVEPOINT attempt", [], 1);
  await run("SET LOCAL lock_timeout = '500ms'", [], 1);
  if (milliseconds !== undefined) await run(`SET LOCAL statement_timeout = ${milliseconds}`, [], 1);
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

/** Takes the limits back, too. */
async function endAttempt(run: RunStatement): Promise<void> {
  await run("ROLLBACK TO SAVEPOINT attempt", [], 1);
}
