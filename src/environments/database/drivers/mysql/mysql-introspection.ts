import { given } from "../../../../util/given.ts";
import {
  affinityOf,
  type CatalogColumn,
  type CatalogKey,
  type CatalogRow,
  type CatalogTable,
  enumValuesIn,
  type JsonKeys,
  jsonKeysIn,
  keysSeen,
  noteOf,
  SAMPLED_ROWS,
  SAMPLING_MILLISECONDS,
  schemaOf,
} from "../../driver/catalog-schema.ts";
import type { ColumnStatistics } from "../../driver/sql-driver.ts";
import type { DatabaseSchema, TableName } from "../../schema/database-schema.ts";
import type { MysqlServerFacts } from "./mysql-server-facts.ts";
import type { MysqlTransaction } from "./mysql-session.ts";
import type { MysqlAddress } from "./mysql-url.ts";
import { writeMysqlValue } from "./mysql-value.ts";

/** What the server lists of one database. The server finds it quickly by one name only: several are asked for one after the other. */
export interface MysqlCatalogQueries {
  /** Tables and views. Sequences are left out. */
  readonly relations: string;
  /** Columns with the user's rights on them. */
  readonly columns: string;
  /** Columns of primary and unique keys; parts of columns are no keys of them. */
  readonly keys: string;
  /** Columns of foreign keys and what they name. */
  readonly foreignKeys: string;
  /** Number of partitions of partitioned tables, by what the rows are shared out. */
  readonly partitions: string;
  /** Checks that a text is JSON, which is what MariaDB makes of the type. */
  readonly jsonChecks: string;
  /** First columns of indexes that find a row by its value: how many different values there are, about, and how much of a text is in it. */
  readonly indexes: string;
}

export function mysqlCatalogQueries(database: string): MysqlCatalogQueries {
  const inDatabase = `TABLE_SCHEMA = ${writeMysqlValue(database)}`;
  return {
    relations: `SELECT TABLE_NAME, TABLE_TYPE, TABLE_COMMENT, TABLE_ROWS, ENGINE, CREATE_OPTIONS
FROM information_schema.TABLES WHERE ${inDatabase} AND TABLE_TYPE <> 'SEQUENCE' ORDER BY TABLE_NAME`,
    columns: `SELECT TABLE_NAME, COLUMN_NAME, COLUMN_TYPE, DATA_TYPE, IS_NULLABLE, COLUMN_COMMENT, PRIVILEGES,
  EXTRA, GENERATION_EXPRESSION
FROM information_schema.COLUMNS WHERE ${inDatabase} ORDER BY TABLE_NAME, ORDINAL_POSITION`,
    keys: `SELECT TABLE_NAME, INDEX_NAME, COLUMN_NAME, SUB_PART
FROM information_schema.STATISTICS WHERE ${inDatabase} AND NON_UNIQUE = 0
ORDER BY TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX`,
    foreignKeys: `SELECT TABLE_NAME, CONSTRAINT_NAME, COLUMN_NAME, REFERENCED_TABLE_SCHEMA, REFERENCED_TABLE_NAME, REFERENCED_COLUMN_NAME
FROM information_schema.KEY_COLUMN_USAGE WHERE ${inDatabase} AND REFERENCED_TABLE_NAME IS NOT NULL
ORDER BY TABLE_NAME, CONSTRAINT_NAME, ORDINAL_POSITION`,
    partitions: `SELECT TABLE_NAME, COUNT(DISTINCT PARTITION_NAME) AS PARTS, PARTITION_METHOD, PARTITION_EXPRESSION
FROM information_schema.PARTITIONS WHERE ${inDatabase} AND PARTITION_NAME IS NOT NULL
GROUP BY TABLE_NAME, PARTITION_METHOD, PARTITION_EXPRESSION`,
    jsonChecks: `SELECT TABLE_NAME, CHECK_CLAUSE FROM information_schema.CHECK_CONSTRAINTS
WHERE CONSTRAINT_SCHEMA = ${writeMysqlValue(database)} AND CHECK_CLAUSE LIKE 'json_valid(%'`,
    indexes: `SELECT TABLE_NAME, COLUMN_NAME, CARDINALITY, SUB_PART
FROM information_schema.STATISTICS WHERE ${inDatabase} AND SEQ_IN_INDEX = 1 AND INDEX_TYPE = 'BTREE' AND COLUMN_NAME IS NOT NULL`,
  };
}

/** Databases in which the user may do anything at all. */
export const DATABASES = "SELECT SCHEMA_NAME FROM information_schema.SCHEMATA ORDER BY SCHEMA_NAME";

/** Functions of the connection's database. */
export const OWN_FUNCTIONS = `
SELECT ROUTINE_NAME FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = DATABASE() AND ROUTINE_TYPE = 'FUNCTION'`;

export function writeCountersSql({ writeCounters }: MysqlServerFacts): string {
  const names = writeCounters.map((name) => `'${name}'`).join(", ");
  return `SHOW GLOBAL STATUS WHERE Variable_name IN (${names})`;
}

/** Rows with the same beginning of a text that an index of beginnings may lead to. */
const MOST_ROWS_OF_BEGINNING = 10_000;

/**
 * From the indexes' own numbers, which every user is told; histograms are not read. Columns that the user may not read are left out.
 * @param database the one that needs no name
 */
export async function mysqlStatistics(
  { records }: MysqlTransaction,
  tables: readonly TableName[],
  database: string,
): Promise<readonly ColumnStatistics[]> {
  const found: ColumnStatistics[] = [];
  for (const [schema, own] of Map.groupBy(tables, (table) => table.schema ?? database)) {
    const queries = mysqlCatalogQueries(schema);
    const columns = await records<"TABLE_NAME" | "COLUMN_NAME" | "PRIVILEGES">(queries.columns);
    const indexes = Map.groupBy(
      await records<"TABLE_NAME" | "COLUMN_NAME" | "CARDINALITY" | "SUB_PART">(queries.indexes),
      (row) => row.TABLE_NAME,
    );
    const sizes = new Map(
      (await records<"TABLE_NAME" | "TABLE_ROWS">(queries.relations)).map((row) => [
        row.TABLE_NAME,
        Number(row.TABLE_ROWS),
      ]),
    );
    const named = new Map(own.map((table) => [table.name, table]));
    for (const { TABLE_NAME, COLUMN_NAME, PRIVILEGES } of columns) {
      const table = named.get(TABLE_NAME ?? "");
      if (table === undefined || !/\bselect\b/iu.test(PRIVILEGES ?? "")) continue;
      const indexed = (indexes.get(TABLE_NAME) ?? []).filter((row) => row.COLUMN_NAME === COLUMN_NAME);
      // An index of whole values tells how many there are.
      const whole = indexed.find(({ SUB_PART, CARDINALITY }) => SUB_PART === null && CARDINALITY !== null);
      found.push({
        table,
        column: COLUMN_NAME ?? "",
        commonValues: [],
        otherValues: [],
        ...given({ distinct: whole && Number(whole.CARDINALITY) }),
        indexed: indexed.some((row) => findsFewRows(row, sizes.get(TABLE_NAME) ?? 0)),
        known: false,
      });
    }
  }
  return found;
}

/** An index of beginnings that are all alike would read most of the table for each value. */
function findsFewRows(
  { CARDINALITY, SUB_PART }: CatalogRow<"CARDINALITY" | "SUB_PART">,
  size: number,
): boolean {
  return SUB_PART === null || size / Math.max(1, Number(CARDINALITY)) <= MOST_ROWS_OF_BEGINNING;
}

type OfTable<Names extends string> = CatalogRow<Names | "TABLE_NAME">;
type Relation = OfTable<"TABLE_TYPE" | "TABLE_COMMENT" | "TABLE_ROWS" | "CREATE_OPTIONS">;
type Column = OfTable<
  | "COLUMN_NAME"
  | "COLUMN_TYPE"
  | "DATA_TYPE"
  | "IS_NULLABLE"
  | "COLUMN_COMMENT"
  | "PRIVILEGES"
  | "EXTRA"
  | "GENERATION_EXPRESSION"
>;
type KeyPart = OfTable<"INDEX_NAME" | "COLUMN_NAME" | "SUB_PART">;
type ForeignKeyPart = OfTable<
  | "CONSTRAINT_NAME"
  | "COLUMN_NAME"
  | "REFERENCED_TABLE_SCHEMA"
  | "REFERENCED_TABLE_NAME"
  | "REFERENCED_COLUMN_NAME"
>;
type Partitions = OfTable<"PARTS" | "PARTITION_METHOD" | "PARTITION_EXPRESSION">;

export interface MysqlSchemaOptions extends Pick<MysqlAddress, "database" | "databases"> {
  /** JSON is a text with a check there. */
  readonly keepsJsonAsText: boolean;
  /** A name as a query writes it. */
  readonly identifier: (name: string) => string;
}

/** Tables and views of the address's databases that the user may read, database by database; those of the connection's own have no schema. */
export async function mysqlSchema(
  { rows, records }: MysqlTransaction,
  { database: own, databases, keepsJsonAsText, identifier }: MysqlSchemaOptions,
): Promise<DatabaseSchema> {
  const tables: CatalogTable[] = [];
  const columns: CatalogColumn[] = [];
  const keys: CatalogKey[] = [];
  const deadline = performance.now() + SAMPLING_MILLISECONDS;
  for (const database of databases) {
    const queries = mysqlCatalogQueries(database);
    const of = (row: OfTable<never>) => placeOf(database, row.TABLE_NAME);
    const relations: readonly Relation[] = await records(queries.relations);
    const checks = keepsJsonAsText ? await records<"TABLE_NAME" | "CHECK_CLAUSE">(queries.jsonChecks) : [];
    const json = new Set(checks.map(checkedColumn));
    const readable = Map.groupBy(
      (await records<keyof Column>(queries.columns))
        .filter(({ PRIVILEGES }) => /\bselect\b/iu.test(PRIVILEGES ?? ""))
        .map((row) =>
          json.has(placeOf(row.TABLE_NAME, row.COLUMN_NAME)) ? { ...row, DATA_TYPE: "json" } : row,
        ),
      ({ TABLE_NAME }) => TABLE_NAME,
    );
    const isPartitioned = relations.some((row) => /\bpartitioned\b/u.test(row.CREATE_OPTIONS ?? ""));
    const partitions: readonly Partitions[] = isPartitioned ? await records(queries.partitions) : [];
    for (const row of relations) {
      const table = tableOf(
        row,
        partitions.find(({ TABLE_NAME }) => TABLE_NAME === row.TABLE_NAME),
      );
      const shown = readable.get(row.TABLE_NAME) ?? [];
      if (shown.length === 0 && table.comment !== BROKEN) continue;
      tables.push({ of: of(row), ...(database === own ? {} : { schema: database }), ...table });
      const from = `${identifier(database)}.${identifier(table.name)}`;
      for (const column of shown) {
        const name = identifier(column.COLUMN_NAME ?? "");
        const isSampled =
          column.DATA_TYPE === "json" && table.kind === "table" && performance.now() < deadline;
        const keysInData = isSampled ? await sampledKeys(rows, from, name) : undefined;
        columns.push({ of: of(row), ...columnOf(column, name, keysInData) });
      }
    }
    keys.push(...keysOf(await records(queries.keys), of));
    keys.push(...foreignKeysOf(await records(queries.foreignKeys), of, own));
  }
  // What a key names may lie where the user may not look.
  const seen = new Set(tables.map(({ schema = own, name }) => placeOf(schema, name)));
  return schemaOf({
    tables,
    columns,
    keys: keys.filter(
      (each) =>
        each.kind !== "foreign" ||
        seen.has(placeOf(each.key.referencedSchema ?? own, each.key.referencedTable)),
    ),
  });
}

function placeOf(first: string | null, second: string | null): string {
  return JSON.stringify([first, second]);
}

/** The server describes a view without columns by its complaint. */
const BROKEN = "This view is broken: it cannot be read.";

function tableOf(row: Relation, partitions: Partitions | undefined): Omit<CatalogTable, "of"> {
  const isView = /VIEW/u.test(row.TABLE_TYPE ?? "");
  const isBroken = isView && /references invalid table\(s\)/u.test(row.TABLE_COMMENT ?? "");
  const said = isBroken ? BROKEN : isView ? "" : row.TABLE_COMMENT;
  const { PARTS, PARTITION_METHOD, PARTITION_EXPRESSION: expression } = partitions ?? {};
  return given({
    name: row.TABLE_NAME ?? "",
    kind: isView ? "view" : "table",
    comment: said || undefined,
    rowCount: isView || row.TABLE_ROWS === null ? undefined : { value: Number(row.TABLE_ROWS), exact: false },
    note: noteOf([
      row.TABLE_TYPE === "SYSTEM VERSIONED" &&
        "keeps earlier rows: a query sees those of now, FOR SYSTEM_TIME ALL behind the name all of them; the number of rows counts both",
      partitions && `${PARTS} partitions by ${PARTITION_METHOD}${expression ? ` (${expression})` : ""}`,
    ]),
  } as const);
}

/** @param written the name as a query writes it */
function columnOf(row: Column, written: string, json: JsonKeys | undefined): Omit<CatalogColumn, "of"> {
  const type = row.DATA_TYPE ?? "";
  const declared = row.COLUMN_TYPE ?? "";
  const usage = type === "set" && `FIND_IN_SET('x', ${written}) tests for one of them`;
  return given({
    name: row.COLUMN_NAME ?? "",
    declaredType: type === "json" ? "json" : declared,
    affinity: type === "bit" ? "integer" : affinityOf(type),
    nullable: row.IS_NULLABLE === "YES",
    comment: noteOf([row.COLUMN_COMMENT, usage]),
    // A column of SET holds combinations of its values.
    enumValues: type === "enum" ? enumValuesIn(declared) : undefined,
    note: noteOf([
      SPATIAL.test(type) && `ST_AsText(${written}) gives it as text`,
      type === "json" && jsonUsage(written, json),
      row.GENERATION_EXPRESSION && `computed: ${row.GENERATION_EXPRESSION}`,
      /\bINVISIBLE\b/u.test(row.EXTRA ?? "") && "SELECT * leaves it out: name it",
    ]),
  } as const);
}

const SPATIAL = /^(?:geometry|point|linestring|polygon|multi\w+|geomcollection|geometrycollection)$/u;

function jsonUsage(name: string, json: JsonKeys | undefined): string {
  const [first = "key"] = json?.keys ?? [];
  const step = /^[A-Za-z_]\w*$/u.test(first)
    ? first
    : `"${first.replaceAll('"', '\\"').replaceAll("'", "''")}"`;
  return json?.shape === "array"
    ? `array of objects; ${keysSeen(json)}JSON_VALUE(${name}, '$[0].${step}') gives one of the first element`
    : `${keysSeen(json)}JSON_VALUE(${name}, '$.${step}') gives a text or number`;
}

/** Both are written as in a query. Undefined where there are no keys, or where they cannot be read. */
async function sampledKeys(
  rows: MysqlTransaction["rows"],
  table: string,
  name: string,
): Promise<JsonKeys | undefined> {
  const sql = `SELECT JSON_TYPE(j) = 'ARRAY', JSON_KEYS(IF(JSON_TYPE(j) = 'ARRAY', JSON_EXTRACT(j, '$[0]'), j))
FROM (SELECT ${name} AS j FROM ${table} LIMIT ${SAMPLED_ROWS}) AS s`;
  const sampled = await rows(sql).catch((error: unknown) => {
    // What the server itself complains of has a state; a lost connection has none.
    if ("sqlState" in (error as object)) return [];
    throw error;
  });
  return jsonKeysIn(sampled.map(([isArray, keys = null]) => ({ isArray: isArray === "1", keys })));
}

function checkedColumn({ TABLE_NAME, CHECK_CLAUSE }: OfTable<"CHECK_CLAUSE">): string {
  const column = /^json_valid\(`((?:[^`]|``)*)`\)$/su.exec(CHECK_CLAUSE ?? "")?.[1];
  return placeOf(TABLE_NAME, column?.replaceAll("``", "`") ?? null);
}

function keysOf(parts: readonly KeyPart[], of: (row: OfTable<never>) => string): readonly CatalogKey[] {
  return [...Map.groupBy(parts, (row) => placeOf(row.TABLE_NAME, row.INDEX_NAME)).values()].flatMap(
    (rows) => {
      const [first] = rows;
      if (first === undefined) return [];
      const kind = first.INDEX_NAME === "PRIMARY" ? "primary" : "unique";
      // Beginnings of texts may be unique where the texts are not asked for.
      if (kind === "unique" && first.SUB_PART !== null) return [];
      return [{ of: of(first), kind, columns: rows.map(({ COLUMN_NAME }) => COLUMN_NAME ?? "") } as const];
    },
  );
}

function foreignKeysOf(
  parts: readonly ForeignKeyPart[],
  of: (row: OfTable<never>) => string,
  ownDatabase: string,
): readonly CatalogKey[] {
  const byName = Map.groupBy(parts, (row) => placeOf(row.TABLE_NAME, row.CONSTRAINT_NAME));
  return [...byName.values()].flatMap((rows) => {
    const [first] = rows;
    if (first === undefined) return [];
    const { REFERENCED_TABLE_SCHEMA: schema, REFERENCED_TABLE_NAME: table } = first;
    const key = given({
      columns: rows.map(({ COLUMN_NAME }) => COLUMN_NAME ?? ""),
      referencedSchema: schema === ownDatabase ? undefined : (schema ?? ""),
      referencedTable: table ?? "",
      referencedColumns: rows.map(({ REFERENCED_COLUMN_NAME }) => REFERENCED_COLUMN_NAME ?? ""),
    });
    return [{ of: of(first), kind: "foreign", key } as const];
  });
}
