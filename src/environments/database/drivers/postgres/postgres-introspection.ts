import type {
  ColumnAffinity,
  ColumnSchema,
  DatabaseSchema,
  ForeignKey,
  TableName,
  TableSchema,
} from "../../schema/database-schema.ts";
import { postgresArray } from "./postgres-array.ts";
import { COLUMNS, KEYS, PARTS, RELATIONS, SIZES } from "./postgres-catalog-queries.ts";
import type { RunStatement } from "./postgres-session.ts";

/** Tables that were never analysed are counted, smallest first, up to this size in all; that takes some milliseconds. */
const COUNTED_BYTES = 16 * 1024 * 1024;
const MOST_COUNTED = 200;

/** The planner's estimates, and counts of small tables that have none. */
async function postgresRowCounts(
  run: RunStatement,
  relations: readonly PostgresRelation[],
): Promise<Map<string, { value: number; exact: boolean }>> {
  const counts = new Map<string, { value: number; exact: boolean }>();
  for (const { id, kind, estimate } of relations) {
    if (kind !== "v" && estimate >= 0) counts.set(id, { value: Math.round(estimate), exact: false });
  }
  const unknown = relations.filter(
    ({ kind, estimate, populated }) => estimate < 0 && populated && (kind === "r" || kind === "m"),
  );
  if (unknown.length > 0) {
    for (const [id, count] of (await unlessLocked(run, () => countSmall(run, unknown))) ?? []) {
      counts.set(id ?? "", { value: Number(count), exact: true });
    }
  }
  return counts;
}

type Rows = readonly (readonly (string | null)[])[];

async function countSmall(run: RunStatement, relations: readonly PostgresRelation[]): Promise<Rows> {
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
    ({ id, schema, name }) => `SELECT ${id}, count(*) FROM ${quoted(schema)}.${quoted(name)}`,
  );
  return (await run(sql.join(" UNION ALL "), [], MOST_COUNTED)).rows;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

const SAMPLED_ROWS = 100;
const MOST_KEYS = 15;
const MILLISECONDS_EACH = 250;
const MILLISECONDS_IN_ALL = 2000;

/** A column of JSON values: its name and that of its table, both as a query writes them. */
interface JsonColumn {
  readonly table: string;
  readonly name: string;
}

/** Keys of the first values of JSON columns, most frequent first. What takes long or may not be read is left out. */
async function postgresJsonKeys<T extends JsonColumn>(
  run: RunStatement,
  columns: readonly T[],
): Promise<ReadonlyMap<T, JsonKeys>> {
  const found = new Map<T, JsonKeys>();
  const deadline = performance.now() + MILLISECONDS_IN_ALL;
  for (const column of columns) {
    if (performance.now() > deadline) break;
    const result = await unlessLocked(run, () => run(keysSql(column), [], MOST_KEYS), MILLISECONDS_EACH);
    const keys = result?.rows.map(([key]) => key ?? "") ?? [];
    if (keys.length > 0)
      found.set(column, { shape: result?.rows[0]?.[1] === "t" ? "array" : "object", keys });
  }
  return found;
}

/** Of an array, the first element stands for all. */
function keysSql({ table, name }: JsonColumn): string {
  return `SELECT k, bool_or(a), count(*) FROM (
      SELECT jsonb_typeof(j) = 'array' AS a, CASE jsonb_typeof(j) WHEN 'array' THEN j -> 0 ELSE j END AS o
      FROM (SELECT ${name}::jsonb AS j FROM ${table} WHERE ${name} IS NOT NULL LIMIT ${SAMPLED_ROWS}) AS s) AS t,
    jsonb_object_keys(CASE WHEN jsonb_typeof(o) = 'object' THEN o ELSE '{}' END) AS k
    GROUP BY k ORDER BY count(*) DESC, k`;
}

/** What whoever reads a table must know of it, in one line. */
function tableNote(relation: PostgresRelation, inheritors: readonly TableName[]): string | undefined {
  const { kind, populated, filtered, allColumns, server, partOf } = relation;
  const notes = [
    kind === "m" &&
      (populated
        ? "materialised: as of its last refresh"
        : "not populated: cannot be read until it is refreshed"),
    filtered && "row security: this role may see only some of the rows",
    !allColumns && "only these columns may be read, so name them in place of *",
    server !== null && `on another server (${server})`,
    partOf !== null && `partition of ${partOf}`,
    inheritors.length > 0 && `shows the rows of ${namesOf(inheritors)}, too`,
  ].filter((note) => note !== false);
  return notes.length === 0 ? undefined : notes.join("; ");
}

const NAMED = 5;

function namesOf(tables: readonly TableName[]): string {
  const names = tables
    .slice(0, NAMED)
    .map(({ schema, name }) => (schema === undefined ? name : `${schema}.${name}`));
  const more = tables.length > NAMED ? ` and ${tables.length - NAMED} more` : "";
  return names.join(", ") + more;
}

const AFFINITIES: Readonly<Record<string, ColumnAffinity>> = {
  int2: "integer",
  int4: "integer",
  int8: "integer",
  oid: "integer",
  float4: "real",
  float8: "real",
  numeric: "decimal",
  money: "decimal",
  bool: "boolean",
  date: "date",
  time: "time",
  timetz: "time",
  timestamp: "datetime",
  timestamptz: "datetime",
  json: "json",
  jsonb: "json",
  bytea: "binary",
  uuid: "text",
  xml: "text",
};

/** From the internal name of the type (of the base type, for a domain) and its category. */
function postgresAffinity(typeName: string, category: string): ColumnAffinity {
  return AFFINITIES[typeName] ?? (category === "S" || category === "E" ? "text" : "other");
}

interface Key {
  readonly kind: "p" | "u" | "f";
  readonly columns: readonly number[];
  readonly referenced: string | null;
  readonly referencedColumns: readonly number[];
}

interface NumberedColumn {
  readonly position: number;
  readonly row: readonly (string | null)[];
}

const ALL = 2 ** 31 - 1;

export interface PostgresSchemaOptions {
  /** Only tables of these; all where there are none. */
  readonly schemas: readonly string[];
  readonly showsPartitions: boolean;
  /** A name as a query writes it. */
  readonly identifier: (name: string) => string;
}

/** Tables in the order of the search path; those that need no schema in front of their name have none. */
export async function postgresSchema(
  run: RunStatement,
  { schemas, showsPartitions, identifier }: PostgresSchemaOptions,
): Promise<DatabaseSchema> {
  const relations = (await run(RELATIONS, [postgresArray(schemas), String(showsPartitions)], ALL)).rows.map(
    relationOf,
  );
  const ids = `{${relations.map(({ id }) => id).join(",")}}`;
  const columns = Map.groupBy(
    (await run(COLUMNS, [ids], ALL)).rows.map((row): NumberedColumn => ({ position: Number(row[1]), row })),
    ({ row }) => row[0] ?? "",
  );
  const keys = Map.groupBy((await run(KEYS, [ids], ALL)).rows, (row) => row[0] ?? "");
  const parts = Map.groupBy((await run(PARTS, [ids], ALL)).rows, (row) => row[0] ?? "");
  const counts = await postgresRowCounts(run, relations);
  const byId = new Map(relations.map((relation) => [relation.id, relation]));
  const json = await postgresJsonKeys(run, jsonColumns(relations, columns, identifier));
  const jsonKeys = new Map([...json].map(([{ row }, found]) => [row, found]));
  const nameOf = (id: string, position: number): string =>
    columns.get(id)?.find((column) => column.position === position)?.row[2] ?? "";
  return {
    tables: relations.map((relation): TableSchema => {
      const own = (keys.get(relation.id) ?? []).map(keyOf);
      const rowCount = counts.get(relation.id);
      const held = parts.get(relation.id) ?? [];
      const partitions = held.filter((row) => row[3] === "t").map(tableNameOf);
      const inheritors = held.filter((row) => row[3] !== "t").map(tableNameOf);
      const note = tableNote(relation, inheritors);
      return {
        ...(relation.visible ? {} : { schema: relation.schema }),
        name: relation.name,
        kind: relation.kind === "v" || relation.kind === "m" ? "view" : "table",
        columns: (columns.get(relation.id) ?? []).map((column) =>
          columnOf(column, own, identifier, jsonKeys.get(column.row)),
        ),
        foreignKeys: own.flatMap((key) => foreignKeyOf(key, relation.id, byId, nameOf)),
        ...(relation.comment === null ? {} : { comment: relation.comment }),
        ...(rowCount === undefined ? {} : { rowCount }),
        ...(note === undefined ? {} : { note }),
        ...(partitions.length === 0 ? {} : { partitions }),
        ...(inheritors.length === 0 ? {} : { inheritors }),
      };
    }),
  };
}

function tableNameOf([, schema, name, , visible]: readonly (string | null)[]): TableName {
  return { ...(visible === "t" ? {} : { schema: schema ?? "" }), name: name ?? "" };
}

/** Those of which a sample costs little: a view may have to be computed whole for it, and a foreign table asks another server. */
function jsonColumns(
  relations: readonly PostgresRelation[],
  columns: ReadonlyMap<string, readonly NumberedColumn[]>,
  identifier: (name: string) => string,
) {
  return relations
    .filter(({ kind, populated }) => populated && kind !== "v" && kind !== "f")
    .flatMap(({ id, schema, name }) =>
      (columns.get(id) ?? [])
        .filter(({ row }) => row[6] === "json" || row[6] === "jsonb")
        .map(({ row }) => ({
          row,
          table: `${identifier(schema)}.${identifier(name)}`,
          name: identifier(row[2] ?? ""),
        })),
    );
}

function relationOf(row: readonly (string | null)[]): PostgresRelation {
  const [
    id,
    schema,
    name,
    kind,
    comment,
    visible,
    estimate,
    populated,
    filtered,
    allColumns,
    server,
    partOf,
  ] = row;
  return {
    id: id ?? "",
    schema: schema ?? "",
    name: name ?? "",
    kind: kind ?? "",
    comment: comment ?? null,
    visible: visible === "t",
    estimate: Number(estimate ?? -1),
    populated: populated === "t",
    filtered: filtered === "t",
    allColumns: allColumns === "t",
    server: server ?? null,
    partOf: partOf ?? null,
  };
}

function keyOf(row: readonly (string | null)[]): Key {
  const [, kind, columns, referenced, referencedColumns] = row;
  return {
    kind: kind as Key["kind"],
    columns: JSON.parse(columns ?? "[]") as number[],
    referenced: referenced ?? null,
    referencedColumns: JSON.parse(referencedColumns ?? "[]") as number[],
  };
}

function columnOf(
  { position, row }: NumberedColumn,
  keys: readonly Key[],
  identifier: (name: string) => string,
  json: JsonKeys | undefined,
): ColumnSchema {
  const [, , name, declaredType, notNull, comment, baseType, category, enumValues, ...more] = row;
  const [typeKind, domainOf, fields, generatedFrom] = more;
  const place = keys.find(({ kind }) => kind === "p")?.columns.indexOf(position) ?? -1;
  const unique = keys.some(
    ({ kind, columns }) => kind !== "f" && columns.length === 1 && columns[0] === position,
  );
  const note = columnNote({
    name: identifier(name ?? ""),
    baseType: baseType ?? "",
    typeKind: typeKind ?? "",
    category: category ?? "",
    domainOf: domainOf ?? undefined,
    fields: fields ? (JSON.parse(fields) as string[]).map(identifier) : undefined,
    generatedFrom: generatedFrom ?? undefined,
    json,
  });
  return {
    name: name ?? "",
    declaredType: declaredType ?? "",
    affinity: postgresAffinity(baseType ?? "", category ?? ""),
    nullable: notNull !== "t",
    ...(place < 0 ? {} : { primaryKeyPosition: place + 1 }),
    ...(unique ? { unique } : {}),
    ...(comment === null || comment === undefined ? {} : { comment }),
    ...(enumValues === null || enumValues === undefined
      ? {}
      : { enumValues: JSON.parse(enumValues) as string[] }),
    ...(note === undefined ? {} : { note }),
  };
}

function foreignKeyOf(
  key: Key,
  from: string,
  byId: ReadonlyMap<string, PostgresRelation>,
  nameOf: (id: string, position: number) => string,
): ForeignKey[] {
  const target = key.kind === "f" && key.referenced !== null ? byId.get(key.referenced) : undefined;
  if (target === undefined) return [];
  return [
    {
      columns: key.columns.map((position) => nameOf(from, position)),
      ...(target.visible ? {} : { referencedSchema: target.schema }),
      referencedTable: target.name,
      referencedColumns: key.referencedColumns.map((position) => nameOf(target.id, position)),
    },
  ];
}

/** What a column's type asks of whoever writes the query. */
interface NotedColumn {
  /** As a query writes it. */
  readonly name: string;
  /** `pg_type.typname` of the type under all domains. */
  readonly baseType: string;
  /** `pg_type.typtype` and `typcategory` of it. */
  readonly typeKind: string;
  readonly category: string;
  /** The type under a domain, with its length. */
  readonly domainOf?: string | undefined;
  /** Fields of a composite type, as a query writes them. */
  readonly fields?: readonly string[] | undefined;
  /** The expression of a generated column. */
  readonly generatedFrom?: string | undefined;
  /** Keys seen in a sample of JSON values. */
  readonly json?: JsonKeys | undefined;
}

interface JsonKeys {
  /** `array`: of objects that have the keys. */
  readonly shape: "object" | "array";
  readonly keys: readonly string[];
}

/** One line, or undefined where the type's name says all. */
function columnNote(column: NotedColumn): string | undefined {
  const { domainOf, generatedFrom } = column;
  const notes = [domainOf, usage(column), generatedFrom && `computed: ${generatedFrom}`].filter(Boolean);
  return notes.length === 0 ? undefined : notes.join("; ");
}

function usage({ name, baseType, typeKind, category, fields, json }: NotedColumn): string | undefined {
  if (category === "A") return `'x' = ANY (${name}) tests for an element, unnest(${name}) gives them as rows`;
  if (baseType === "json" || baseType === "jsonb") return jsonUsage(name, baseType, json);
  if (typeKind === "c" && fields !== undefined) {
    return `composite; write (${name}).${fields[0] ?? "field"}; fields ${fields.join(", ")}`;
  }
  if (typeKind === "r" || typeKind === "m")
    return `${name} @> value tests for one, lower() and upper() give the ends`;
  if (baseType === "hstore") return `key-value pairs; ${name} -> 'key' gives a value as text`;
  if (baseType === "tsvector") return `words of a text; ${name} @@ plainto_tsquery('words') searches it`;
  return undefined;
}

function jsonUsage(name: string, baseType: string, json: JsonKeys | undefined): string {
  const [first = "key"] = json?.keys ?? [];
  const keys = json === undefined ? "" : `keys seen: ${json.keys.join(", ")}; `;
  if (json?.shape === "array") {
    return `array of objects; ${keys}${baseType}_array_elements(${name}) gives them as rows, ->>'${first.replaceAll("'", "''")}' a text of each`;
  }
  return `${keys}${name}->>'${first.replaceAll("'", "''")}' gives a text, -> a part`;
}

/** A table or view as the catalog describes it. */
interface PostgresRelation {
  readonly id: string;
  readonly schema: string;
  readonly name: string;
  readonly kind: string;
  readonly comment: string | null;
  readonly visible: boolean;
  /** The planner's estimate; negative when the table was never analysed. */
  readonly estimate: number;
  /** False for a materialised view that was never refreshed. */
  readonly populated: boolean;
  /** Policies choose which rows this role sees. */
  readonly filtered: boolean;
  /** False where the role may read only some of the columns. */
  readonly allColumns: boolean;
  /** Of a foreign table, the name of the server it is on. */
  readonly server: string | null;
  /** Of a partition, the table that it is a part of. */
  readonly partOf: string | null;
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
