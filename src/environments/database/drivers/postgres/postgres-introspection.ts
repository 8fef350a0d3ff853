import type { ColumnSchema, DatabaseSchema, ForeignKey, TableSchema } from "../../schema/database-schema.ts";
import { postgresAffinity } from "./postgres-affinity.ts";
import { COLUMNS, KEYS, RELATIONS } from "./postgres-catalog-queries.ts";
import type { PostgresRelation } from "./postgres-relation.ts";
import { postgresRowCounts } from "./postgres-row-counts.ts";
import type { RunStatement } from "./postgres-session.ts";

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

/** Tables in the order of the search path; those that need no schema in front of their name have none. */
export async function postgresSchema(run: RunStatement): Promise<DatabaseSchema> {
  const relations = (await run(RELATIONS, [], ALL)).rows.map(relationOf);
  const ids = `{${relations.map(({ id }) => id).join(",")}}`;
  const columns = Map.groupBy(
    (await run(COLUMNS, [ids], ALL)).rows.map((row): NumberedColumn => ({ position: Number(row[1]), row })),
    ({ row }) => row[0] ?? "",
  );
  const keys = Map.groupBy((await run(KEYS, [ids], ALL)).rows, (row) => row[0] ?? "");
  const counts = await postgresRowCounts(run, relations);
  const byId = new Map(relations.map((relation) => [relation.id, relation]));
  const nameOf = (id: string, position: number): string =>
    columns.get(id)?.find((column) => column.position === position)?.row[2] ?? "";
  return {
    tables: relations.map((relation): TableSchema => {
      const own = (keys.get(relation.id) ?? []).map(keyOf);
      const rowCount = counts.get(relation.id);
      return {
        ...(relation.visible ? {} : { schema: relation.schema }),
        name: relation.name,
        kind: relation.kind === "v" || relation.kind === "m" ? "view" : "table",
        columns: (columns.get(relation.id) ?? []).map((column) => columnOf(column, own)),
        foreignKeys: own.flatMap((key) => foreignKeyOf(key, relation.id, byId, nameOf)),
        ...(relation.comment === null ? {} : { comment: relation.comment }),
        ...(rowCount === undefined ? {} : { rowCount }),
      };
    }),
  };
}

function relationOf(row: readonly (string | null)[]): PostgresRelation {
  const [id, schema, name, kind, comment, visible, estimate] = row;
  return {
    id: id ?? "",
    schema: schema ?? "",
    name: name ?? "",
    kind: kind ?? "",
    comment: comment ?? null,
    visible: visible === "t",
    estimate: Number(estimate ?? -1),
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

function columnOf({ position, row }: NumberedColumn, keys: readonly Key[]): ColumnSchema {
  const [, , name, declaredType, notNull, comment, baseType, category, enumValues] = row;
  const place = keys.find(({ kind }) => kind === "p")?.columns.indexOf(position) ?? -1;
  const unique = keys.some(
    ({ kind, columns }) => kind !== "f" && columns.length === 1 && columns[0] === position,
  );
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
