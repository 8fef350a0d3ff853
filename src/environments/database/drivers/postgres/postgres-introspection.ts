import type {
  ColumnSchema,
  DatabaseSchema,
  ForeignKey,
  TableName,
  TableSchema,
} from "../../schema/database-schema.ts";
import { postgresAffinity } from "./postgres-affinity.ts";
import { postgresArray } from "./postgres-array.ts";
import { COLUMNS, KEYS, PARTS, RELATIONS } from "./postgres-catalog-queries.ts";
import { columnNote, type JsonKeys } from "./postgres-column-note.ts";
import { postgresJsonKeys } from "./postgres-json-keys.ts";
import type { PostgresRelation } from "./postgres-relation.ts";
import { postgresRowCounts } from "./postgres-row-counts.ts";
import type { RunStatement } from "./postgres-session.ts";
import { tableNote } from "./postgres-table-note.ts";

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
