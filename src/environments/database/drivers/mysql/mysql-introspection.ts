import type { ColumnSchema, DatabaseSchema, ForeignKey, TableSchema } from "../../schema/database-schema.ts";
import { mysqlAffinity } from "./mysql-affinity.ts";
import { COLUMNS, FOREIGN_KEYS, KEYS, RELATIONS } from "./mysql-catalog-queries.ts";
import type { MysqlTransaction } from "./mysql-session.ts";

type Row = readonly (string | null)[];

/** Tables and views of the connection's database that the user may read. */
export async function mysqlSchema(rows: MysqlTransaction["rows"]): Promise<DatabaseSchema> {
  const relations = await rows(RELATIONS);
  const columns = byTable(await rows(COLUMNS));
  const keys = byTable(await rows(KEYS));
  const foreignKeys = byTable(await rows(FOREIGN_KEYS));
  const tables = relations.flatMap((relation): readonly TableSchema[] => {
    const name = relation[0] ?? "";
    const readable = (columns.get(name) ?? []).filter((row) => /\bselect\b/iu.test(row[6] ?? ""));
    const isView = /VIEW/u.test(relation[1] ?? "");
    const table = tableOf(relation, isView, readable, keys.get(name) ?? [], foreignKeys.get(name) ?? []);
    return readable.length > 0 || (isView && isBroken(relation)) ? [table] : [];
  });
  return { tables };
}

function byTable(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  return Map.groupBy(rows, (row) => row[0] ?? "");
}

/** The server describes a view that it cannot read by its complaint. */
function isBroken([, , comment]: Row): boolean {
  return /references invalid table\(s\)/u.test(comment ?? "");
}

function tableOf(
  relation: Row,
  isView: boolean,
  columns: readonly Row[],
  keys: readonly Row[],
  foreignKeys: readonly Row[],
): TableSchema {
  const [name, , comment, rowCount] = relation;
  const byKey = [...Map.groupBy(keys, (row) => row[1] ?? "")];
  const primary = byKey.find(([key]) => key === "PRIMARY")?.[1].map((row) => row[2]) ?? [];
  const unique = new Set(
    byKey.flatMap(([, parts]) => (parts.length === 1 && parts[0]?.[3] === null ? [parts[0]?.[2]] : [])),
  );
  const shown = isView ? (isBroken(relation) ? "This view is broken: it cannot be read." : "") : comment;
  return {
    name: name ?? "",
    kind: isView ? "view" : "table",
    columns: columns.map((row) => columnOf(row, primary, unique)),
    foreignKeys: [...Map.groupBy(foreignKeys, (row) => row[1] ?? "").values()].map(foreignKeyOf),
    ...(shown ? { comment: shown } : {}),
    ...(isView || rowCount === null || rowCount === undefined
      ? {}
      : { rowCount: { value: Number(rowCount), exact: false } }),
  };
}

function columnOf(
  [, name, declaredType, dataType, nullable, comment]: Row,
  primary: readonly (string | null | undefined)[],
  unique: ReadonlySet<string | null | undefined>,
): ColumnSchema {
  const place = primary.indexOf(name ?? "");
  const enumValues = enumValuesOf(dataType ?? "", declaredType ?? "");
  const usage = dataType === "set" ? `FIND_IN_SET('x', ${name}) tests for one of them` : "";
  const note = [comment, usage].filter(Boolean).join("; ");
  return {
    name: name ?? "",
    declaredType: declaredType ?? "",
    affinity: mysqlAffinity(dataType ?? ""),
    nullable: nullable === "YES",
    ...(place < 0 ? {} : { primaryKeyPosition: place + 1 }),
    ...(unique.has(name) ? { unique: true } : {}),
    ...(note === "" ? {} : { comment: note }),
    ...(enumValues === undefined ? {} : { enumValues }),
  };
}

/** Of `enum('a','it''s')`; a column of SET holds combinations of its values. */
function enumValuesOf(dataType: string, declaredType: string): readonly string[] | undefined {
  if (dataType !== "enum") return undefined;
  return [...declaredType.matchAll(/'((?:[^']|'')*)'/gu)].map(([, value = ""]) =>
    value.replaceAll("''", "'"),
  );
}

function foreignKeyOf(rows: readonly Row[]): ForeignKey {
  const [, , , isOwn, schema, table] = rows[0] ?? [];
  return {
    columns: rows.map((row) => row[2] ?? ""),
    ...(isOwn === "1" ? {} : { referencedSchema: schema ?? "" }),
    referencedTable: table ?? "",
    referencedColumns: rows.map((row) => row[6] ?? ""),
  };
}
