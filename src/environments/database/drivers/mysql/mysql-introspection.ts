import type {
  ColumnAffinity,
  ColumnSchema,
  DatabaseSchema,
  ForeignKey,
  TableSchema,
} from "../../schema/database-schema.ts";
import { mysqlCatalogQueries } from "./mysql-catalog-queries.ts";
import type { MysqlTransaction } from "./mysql-session.ts";
import type { MysqlAddress } from "./mysql-url.ts";

const AFFINITIES: Readonly<Record<string, ColumnAffinity>> = {
  tinyint: "integer",
  smallint: "integer",
  mediumint: "integer",
  int: "integer",
  bigint: "integer",
  year: "integer",
  bit: "integer",
  float: "real",
  double: "real",
  decimal: "decimal",
  date: "date",
  time: "time",
  datetime: "datetime",
  timestamp: "datetime",
  json: "json",
  char: "text",
  varchar: "text",
  tinytext: "text",
  text: "text",
  mediumtext: "text",
  longtext: "text",
  enum: "text",
  set: "text",
  uuid: "text",
  inet4: "text",
  inet6: "text",
  binary: "binary",
  varbinary: "binary",
  tinyblob: "binary",
  blob: "binary",
  mediumblob: "binary",
  longblob: "binary",
};

/** From the name of the type without its length. */
function mysqlAffinity(dataType: string): ColumnAffinity {
  return AFFINITIES[dataType.toLowerCase()] ?? "other";
}

const SAMPLED_ROWS = 100;
const MOST_KEYS = 15;
const MILLISECONDS_IN_ALL = 2000;

/** Keys of the first values of a JSON column, most frequent first. */
interface MysqlJsonKeys {
  /** `array`: of objects that have the keys. */
  readonly shape: "object" | "array";
  readonly keys: readonly string[];
}

/**
 * Of a table's column, both as a query writes them. Undefined where there are none, or where they cannot be read.
 * @param deadline from `jsonDeadline`, after which no more columns are looked at
 */
async function mysqlJsonKeys(
  rows: MysqlTransaction["rows"],
  { table, name, deadline }: { readonly table: string; readonly name: string; readonly deadline: number },
): Promise<MysqlJsonKeys | undefined> {
  if (performance.now() > deadline) return undefined;
  const sampled =
    await rows(`SELECT JSON_TYPE(j) = 'ARRAY', JSON_KEYS(IF(JSON_TYPE(j) = 'ARRAY', JSON_EXTRACT(j, '$[0]'), j))
FROM (SELECT ${name} AS j FROM ${table} LIMIT ${SAMPLED_ROWS}) AS s`).catch((error: unknown) => {
      // What the server itself complains of has a state; a lost connection has none.
      if ("sqlState" in (error as object)) return [];
      throw error;
    });
  const counts = new Map<string, number>();
  for (const [, json] of sampled) {
    const keys: unknown = JSON.parse(json ?? "null");
    if (!Array.isArray(keys)) continue;
    for (const key of keys) counts.set(String(key), (counts.get(String(key)) ?? 0) + 1);
  }
  if (counts.size === 0) return undefined;
  const ordered = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return {
    shape: sampled.some(([isArray]) => isArray === "1") ? "array" : "object",
    keys: ordered.slice(0, MOST_KEYS).map(([key]) => key),
  };
}

function jsonDeadline(): number {
  return performance.now() + MILLISECONDS_IN_ALL;
}

/** What a column's declaration asks of whoever writes the query. */
interface NotedMysqlColumn {
  /** As a query writes it. */
  readonly name: string;
  /** The type without its length; `json` also where MariaDB keeps it as text. */
  readonly dataType: string;
  /** `information_schema.COLUMNS.EXTRA` */
  readonly extra: string;
  readonly generatedFrom: string;
  readonly json?: MysqlJsonKeys | undefined;
}

const SPATIAL = /^(?:geometry|point|linestring|polygon|multi\w+|geomcollection|geometrycollection)$/u;

/** One line, or undefined where the type's name says all. */
function mysqlColumnNote(column: NotedMysqlColumn): string | undefined {
  const { extra, generatedFrom } = column;
  const notes = [
    usage(column),
    generatedFrom !== "" && `computed: ${generatedFrom}`,
    /\bINVISIBLE\b/u.test(extra) && "SELECT * leaves it out: name it",
  ].filter((note) => typeof note === "string");
  return notes.length === 0 ? undefined : notes.join("; ");
}

function usage({ name, dataType, json }: NotedMysqlColumn): string | undefined {
  if (SPATIAL.test(dataType)) return `ST_AsText(${name}) gives it as text`;
  if (dataType !== "json") return undefined;
  const [first = "key"] = json?.keys ?? [];
  const keys = json === undefined ? "" : `keys seen: ${json.keys.join(", ")}; `;
  const path = `${json?.shape === "array" ? "$[0]" : "$"}.${pathStep(first)}`;
  const gives = json?.shape === "array" ? "one of the first element" : "a text or number";
  return `${json?.shape === "array" ? "array of objects; " : ""}${keys}JSON_VALUE(${name}, '${path}') gives ${gives}`;
}

function pathStep(key: string): string {
  return /^[A-Za-z_]\w*$/u.test(key) ? key : `"${key.replaceAll('"', '\\"').replaceAll("'", "''")}"`;
}

export type MysqlSchemaOptions = MysqlRelationOptions & Pick<MysqlAddress, "database" | "databases">;

/** Tables and views of the address's databases that the user may read, database by database; those of the connection's own have no schema. */
export async function mysqlSchema(
  { rows }: MysqlTransaction,
  options: MysqlSchemaOptions,
): Promise<DatabaseSchema> {
  const tables: TableSchema[] = [];
  const deadline = jsonDeadline();
  for (const database of options.databases) {
    const relations = await mysqlRelations(rows, database, options);
    for (const relation of relations) {
      const json = new Map<MysqlRow, MysqlJsonKeys | undefined>();
      for (const column of relation.isView ? [] : relation.columns) {
        const place = { table: relation.written, name: options.identifier(column[1] ?? ""), deadline };
        if (column[3] === "json") json.set(column, await mysqlJsonKeys(rows, place));
      }
      tables.push({
        ...(database === options.database ? {} : { schema: database }),
        ...tableOf(relation),
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

function tableOf({
  row,
  isView,
  isBroken,
  partitions,
}: MysqlRelation): Pick<TableSchema, "name" | "kind" | "comment" | "rowCount" | "note"> {
  const [name, type, comment, rowCount] = row;
  const shown = isView ? (isBroken ? "This view is broken: it cannot be read." : "") : comment;
  const note = mysqlTableNote({
    isSystemVersioned: type === "SYSTEM VERSIONED",
    partitions: partitions && {
      count: Number(partitions[1]),
      method: partitions[2] ?? "",
      expression: partitions[3] ?? "",
    },
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

/** What of a table whoever reads it must know. */
interface NotedMysqlTable {
  readonly isSystemVersioned: boolean;
  /** How many, and by what the rows are shared out. */
  readonly partitions?:
    | { readonly count: number; readonly method: string; readonly expression: string }
    | undefined;
}

/** One line, or undefined where there is nothing to know. */
function mysqlTableNote({ isSystemVersioned, partitions }: NotedMysqlTable): string | undefined {
  const notes = [
    isSystemVersioned &&
      "keeps earlier rows: a query sees those of now, FOR SYSTEM_TIME ALL behind the name all of them; the number of rows counts both",
    partitions !== undefined &&
      `${partitions.count} partitions by ${partitions.method}${partitions.expression === "" ? "" : ` (${partitions.expression})`}`,
  ].filter((note) => typeof note === "string");
  return notes.length === 0 ? undefined : notes.join("; ");
}

type MysqlRow = readonly (string | null)[];

/** A table or view with what the catalog has of it. */
interface MysqlRelation {
  /** As `relations` of the catalog queries gives it. */
  readonly row: MysqlRow;
  /** With its database, as a query writes it. */
  readonly written: string;
  readonly isView: boolean;
  /** The server describes a view without columns by its complaint. */
  readonly isBroken: boolean;
  /** Those that the user may read; the type is `json` also where MariaDB keeps it as text. */
  readonly columns: readonly MysqlRow[];
  readonly keys: readonly MysqlRow[];
  readonly foreignKeys: readonly MysqlRow[];
  readonly partitions: MysqlRow | undefined;
}

interface MysqlRelationOptions {
  /** JSON is a text with a check there. */
  readonly keepsJsonAsText: boolean;
  /** A name as a query writes it. */
  readonly identifier: (name: string) => string;
}

/** What the user may read of one database. */
async function mysqlRelations(
  rows: MysqlTransaction["rows"],
  database: string,
  { keepsJsonAsText, identifier }: MysqlRelationOptions,
): Promise<readonly MysqlRelation[]> {
  const queries = mysqlCatalogQueries(database);
  const relations = await rows(queries.relations);
  const json = keepsJsonAsText ? jsonColumns(await rows(queries.jsonChecks)) : new Set<string>();
  const columns = byTable(
    (await rows(queries.columns)).map((row) => (json.has(nameOf(row)) ? row.with(3, "json") : row)),
  );
  const keys = byTable(await rows(queries.keys));
  const foreignKeys = byTable(await rows(queries.foreignKeys));
  const isPartitioned = relations.some((row) => /\bpartitioned\b/u.test(row[5] ?? ""));
  const partitions = byTable(isPartitioned ? await rows(queries.partitions) : []);
  return relations
    .map((row): MysqlRelation => {
      const name = row[0] ?? "";
      const isView = /VIEW/u.test(row[1] ?? "");
      return {
        row,
        written: `${identifier(database)}.${identifier(name)}`,
        isView,
        isBroken: isView && /references invalid table\(s\)/u.test(row[2] ?? ""),
        columns: (columns.get(name) ?? []).filter((each) => /\bselect\b/iu.test(each[6] ?? "")),
        keys: keys.get(name) ?? [],
        foreignKeys: foreignKeys.get(name) ?? [],
        partitions: partitions.get(name)?.[0],
      };
    })
    .filter((each) => each.columns.length > 0 || each.isBroken);
}

function jsonColumns(checks: readonly MysqlRow[]): ReadonlySet<string> {
  return new Set(
    checks.flatMap(([table = "", clause]) => {
      const column = /^json_valid\(`((?:[^`]|``)*)`\)$/su.exec(clause ?? "")?.[1];
      return column === undefined ? [] : [nameOf([table, column.replaceAll("``", "`")])];
    }),
  );
}

function nameOf([table, column]: MysqlRow): string {
  return JSON.stringify([table, column]);
}

function byTable(rows: readonly MysqlRow[]): ReadonlyMap<string, readonly MysqlRow[]> {
  return Map.groupBy(rows, (row) => row[0] ?? "");
}
