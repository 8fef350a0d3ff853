import type { ColumnSchema, DatabaseSchema, ForeignKey, TableSchema } from "../../schema/database-schema.ts";
import { mysqlAffinity } from "./mysql-affinity.ts";
import { mysqlBrokenViews } from "./mysql-broken-views.ts";
import { mysqlColumnNote } from "./mysql-column-note.ts";
import { jsonDeadline, type MysqlJsonKeys, mysqlJsonKeys } from "./mysql-json-keys.ts";
import {
  type MysqlRelation,
  type MysqlRelationOptions,
  type MysqlRow,
  mysqlRelations,
} from "./mysql-relation.ts";
import type { MysqlTransaction } from "./mysql-session.ts";
import { mysqlTableNote } from "./mysql-table-note.ts";
import type { MysqlAddress } from "./mysql-url.ts";

export type MysqlSchemaOptions = MysqlRelationOptions & Pick<MysqlAddress, "database" | "databases">;

/** Tables and views of the address's databases that the user may read, database by database; those of the connection's own have no schema. */
export async function mysqlSchema(
  { rows, prepare }: MysqlTransaction,
  options: MysqlSchemaOptions,
): Promise<DatabaseSchema> {
  const tables: TableSchema[] = [];
  const deadline = jsonDeadline();
  for (const database of options.databases) {
    const relations = await mysqlRelations(rows, database, options);
    const views = relations.filter(({ isView, isBroken }) => isView && !isBroken);
    const broken = await mysqlBrokenViews(
      prepare,
      views.map(({ written }) => written),
    );
    for (const relation of relations) {
      const json = new Map<MysqlRow, MysqlJsonKeys | undefined>();
      for (const column of relation.isView ? [] : relation.columns) {
        const place = { table: relation.written, name: options.identifier(column[1] ?? ""), deadline };
        if (column[3] === "json") json.set(column, await mysqlJsonKeys(rows, place));
      }
      tables.push({
        ...(database === options.database ? {} : { schema: database }),
        ...tableOf(relation, broken.get(relation.written)),
        columns: columnsOf(relation, options.identifier, json),
        foreignKeys: foreignKeysOf(relation, options.database),
      });
    }
  }
  // What a key names may lie where the user may not look.
  const seen = new Set(tables.map((table) => keyOf(table.schema, table.name)));
  const isSeen = (key: ForeignKey): boolean => seen.has(keyOf(key.referencedSchema, key.referencedTable));
  return { tables: tables.map((table) => ({ ...table, foreignKeys: table.foreignKeys.filter(isSeen) })) };
}

function keyOf(schema: string | undefined, table: string): string {
  return JSON.stringify([schema ?? "", table]);
}

function tableOf(
  { row, isView, isBroken, partitions }: MysqlRelation,
  broken: string | undefined,
): Pick<TableSchema, "name" | "kind" | "comment" | "rowCount" | "note"> {
  const [name, type, comment, rowCount] = row;
  const shown = isView ? (isBroken ? "This view is broken: it cannot be read." : "") : comment;
  const note = mysqlTableNote({
    isSystemVersioned: type === "SYSTEM VERSIONED",
    partitions: partitions && {
      count: Number(partitions[1]),
      method: partitions[2] ?? "",
      expression: partitions[3] ?? "",
    },
    broken,
  });
  return {
    name: name ?? "",
    kind: isView ? "view" : "table",
    ...(shown ? { comment: shown } : {}),
    ...(isView || rowCount === null || rowCount === undefined
      ? {}
      : { rowCount: { value: Number(rowCount), exact: false } }),
    ...(note === undefined ? {} : { note }),
  };
}

function columnsOf(
  { columns, keys }: MysqlRelation,
  identifier: (name: string) => string,
  json: ReadonlyMap<MysqlRow, MysqlJsonKeys | undefined>,
): readonly ColumnSchema[] {
  const byKey = [...Map.groupBy(keys, (row) => row[1] ?? "")];
  const primary = byKey.find(([key]) => key === "PRIMARY")?.[1].map((row) => row[2]) ?? [];
  const unique = new Set(
    byKey.flatMap(([, parts]) => (parts.length === 1 && parts[0]?.[3] === null ? [parts[0]?.[2]] : [])),
  );
  return columns.map((row) => {
    const name = row[1] ?? "";
    const place = primary.indexOf(name);
    return {
      ...columnOf(row, identifier(name), json.get(row)),
      ...(place < 0 ? {} : { primaryKeyPosition: place + 1 }),
      ...(unique.has(name) ? { unique: true } : {}),
    };
  });
}

function columnOf(row: MysqlRow, written: string, json: MysqlJsonKeys | undefined): ColumnSchema {
  const [, name, declared, type, nullable, said, , extra, generatedFrom] = row;
  const dataType = type ?? "";
  const enumValues = enumValuesOf(dataType, declared ?? "");
  const usage = dataType === "set" ? `FIND_IN_SET('x', ${written}) tests for one of them` : "";
  const comment = [said, usage].filter(Boolean).join("; ");
  const note = mysqlColumnNote({
    name: written,
    dataType,
    extra: extra ?? "",
    generatedFrom: generatedFrom ?? "",
    json,
  });
  return {
    name: name ?? "",
    declaredType: dataType === "json" ? "json" : (declared ?? ""),
    affinity: mysqlAffinity(dataType),
    nullable: nullable === "YES",
    ...(comment === "" ? {} : { comment }),
    ...(enumValues === undefined ? {} : { enumValues }),
    ...(note === undefined ? {} : { note }),
  };
}

/** Of `enum('a','it''s')`; a column of SET holds combinations of its values. */
function enumValuesOf(dataType: string, declaredType: string): readonly string[] | undefined {
  if (dataType !== "enum") return undefined;
  return [...declaredType.matchAll(/'((?:[^']|'')*)'/gu)].map(([, value = ""]) =>
    value.replaceAll("''", "'"),
  );
}

function foreignKeysOf({ foreignKeys }: MysqlRelation, ownDatabase: string): readonly ForeignKey[] {
  return [...Map.groupBy(foreignKeys, (row) => row[1] ?? "").values()].map((rows) => {
    const [, , , schema, table] = rows[0] ?? [];
    return {
      columns: rows.map((row) => row[2] ?? ""),
      ...(schema === ownDatabase ? {} : { referencedSchema: schema ?? "" }),
      referencedTable: table ?? "",
      referencedColumns: rows.map((row) => row[5] ?? ""),
    };
  });
}
