import { given } from "../../../../util/given.ts";
import {
  affinityOf,
  type CatalogColumn,
  type CatalogKey,
  type CatalogRow,
  type CatalogTable,
  enumValuesIn,
  noteOf,
  schemaOf,
} from "../../driver/catalog-schema.ts";
import type { ColumnStatistics } from "../../driver/sql-driver.ts";
import type { DatabaseSchema, TableName } from "../../schema/database-schema.ts";
import type { MysqlServerFacts } from "./mysql-server-facts.ts";
import type { MysqlTransaction } from "./mysql-session.ts";
import { writeMysqlValue } from "./mysql-session.ts";
import { keyOf } from "./mysql-unsafe.ts";
import type { MysqlAddress } from "./mysql-url.ts";

/** Catalog queries for one database. The server is fast only for a single name, so databases are queried one after the other. */
export interface MysqlCatalogQueries {
  /** Tables and views. Sequences are left out. */
  readonly relations: string;
  /** Columns with the user's rights on them. */
  readonly columns: string;
  /** Columns of primary and unique keys, prefix keys included, with their lengths. */
  readonly keys: string;
  /** Columns of foreign keys and the columns they refer to. */
  readonly foreignKeys: string;
  /** JSON_VALID checks, into which MariaDB turns the JSON type. */
  readonly jsonChecks: string;
  /** First columns of indexes that find rows by value, with the estimated number of distinct values and the prefix length. */
  readonly indexes: string;
}

export function mysqlCatalogQueries(database: string): MysqlCatalogQueries {
  const inDatabase = `TABLE_SCHEMA = ${writeMysqlValue(database)}`;
  return {
    relations: `SELECT TABLE_NAME, TABLE_TYPE, TABLE_COMMENT, TABLE_ROWS
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
    jsonChecks: `SELECT TABLE_NAME, CHECK_CLAUSE FROM information_schema.CHECK_CONSTRAINTS
WHERE CONSTRAINT_SCHEMA = ${writeMysqlValue(database)} AND CHECK_CLAUSE LIKE 'json_valid(%'`,
    indexes: `SELECT TABLE_NAME, COLUMN_NAME, CARDINALITY, SUB_PART
FROM information_schema.STATISTICS WHERE ${inDatabase} AND SEQ_IN_INDEX = 1 AND INDEX_TYPE = 'BTREE' AND COLUMN_NAME IS NOT NULL`,
  };
}

/** Databases in which the user has any right. */
export const DATABASES = "SELECT SCHEMA_NAME FROM information_schema.SCHEMATA ORDER BY SCHEMA_NAME";

/** Functions of the connection's database. */
export const OWN_FUNCTIONS = `
SELECT ROUTINE_NAME FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = DATABASE() AND ROUTINE_TYPE = 'FUNCTION'`;

export function writeCountersSql({ writeCounters }: MysqlServerFacts): string {
  const names = writeCounters.map((name) => `'${name}'`).join(", ");
  return `SHOW GLOBAL STATUS WHERE Variable_name IN (${names})`;
}

/** Rows per prefix up to which a prefix index counts as useful. */
const MOST_ROWS_OF_BEGINNING = 10_000;

/**
 * Statistics from the indexes' own numbers, which every user may read; histograms are not read. Columns that the user may not read are omitted.
 * @param database the one that needs no qualifier
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
      found.push({
        table,
        column: COLUMN_NAME ?? "",
        commonValues: [],
        otherValues: [],
        indexed: indexed.some((row) => findsFewRows(row, sizes.get(TABLE_NAME) ?? 0)),
      });
    }
  }
  return found;
}

/** False for a prefix index whose prefixes are too common: each look-up would read most of the table. */
function findsFewRows(
  { CARDINALITY, SUB_PART }: CatalogRow<"CARDINALITY" | "SUB_PART">,
  size: number,
): boolean {
  return SUB_PART === null || size / Math.max(1, Number(CARDINALITY)) <= MOST_ROWS_OF_BEGINNING;
}

type OfTable<Names extends string> = CatalogRow<Names | "TABLE_NAME">;
type Relation = OfTable<"TABLE_TYPE" | "TABLE_COMMENT" | "TABLE_ROWS">;
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

export interface MysqlSchemaOptions extends Pick<MysqlAddress, "database" | "databases"> {
  /** Keys (`keyOf`) of relations that no statement may read, and of those stored elsewhere. */
  readonly refused: ReadonlySet<string>;
  readonly foreign: ReadonlySet<string>;
  /** True if the server stores JSON as a text with a check. */
  readonly keepsJsonAsText: boolean;
  /** A name as a query writes it. */
  readonly identifier: (name: string) => string;
}

/**
 * Tables and views of the address's databases that the user may read, database by database. Tables of the connection's own database have no schema.
 */
export async function mysqlSchema(
  { records }: MysqlTransaction,
  { database: own, databases, refused, foreign, keepsJsonAsText, identifier }: MysqlSchemaOptions,
): Promise<DatabaseSchema> {
  const tables: CatalogTable[] = [];
  const columns: CatalogColumn[] = [];
  const keys: CatalogKey[] = [];
  for (const database of databases) {
    const queries = mysqlCatalogQueries(database);
    const of = (row: OfTable<never>) => placeOf(database, row.TABLE_NAME);
    const all: readonly Relation[] = await records(queries.relations);
    const relations = all.filter(({ TABLE_NAME }) => !refused.has(keyOf(database, TABLE_NAME ?? "")));
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
    for (const row of relations) {
      const table = tableOf(row, foreign.has(keyOf(database, row.TABLE_NAME ?? "")));
      const shown = readable.get(row.TABLE_NAME) ?? [];
      if (shown.length === 0 && table.comment !== BROKEN) continue;
      tables.push({ of: of(row), ...(database === own ? {} : { schema: database }), ...table });
      for (const column of shown)
        columns.push({ of: of(row), ...columnOf(column, identifier(column.COLUMN_NAME ?? "")) });
    }
    keys.push(...keysOf(await records(queries.keys), of));
    keys.push(...foreignKeysOf(await records(queries.foreignKeys), of, own));
  }
  // Omits keys to tables that the user may not see.
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

/** Replaces the server's comment of a broken view, which is an error message. */
const BROKEN = "This view is broken: it cannot be read.";

function tableOf(row: Relation, isForeign: boolean): Omit<CatalogTable, "of"> {
  const isView = /VIEW/u.test(row.TABLE_TYPE ?? "");
  const isBroken = isView && /references invalid table\(s\)/u.test(row.TABLE_COMMENT ?? "");
  const said = isBroken ? BROKEN : isView ? "" : row.TABLE_COMMENT;
  return given({
    name: row.TABLE_NAME ?? "",
    kind: isForeign ? "foreign" : isView ? "view" : "table",
    comment: said || undefined,
    rowCount: isView || row.TABLE_ROWS === null ? undefined : { value: Number(row.TABLE_ROWS), exact: false },
    note:
      row.TABLE_TYPE === "SYSTEM VERSIONED"
        ? "keeps earlier rows: a query sees those of now, FOR SYSTEM_TIME ALL behind the name all of them; the number of rows counts both"
        : undefined,
  } as const);
}

/** @param written the name as a query writes it */
function columnOf(row: Column, written: string): Omit<CatalogColumn, "of"> {
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
      type === "json" && `JSON_VALUE(${written}, '$.key') gives a text or number`,
      row.GENERATION_EXPRESSION && `computed: ${row.GENERATION_EXPRESSION}`,
      /\bINVISIBLE\b/u.test(row.EXTRA ?? "") && "SELECT * leaves it out: name it",
    ]),
  } as const);
}

const SPATIAL = /^(?:geometry|point|linestring|polygon|multi\w+|geomcollection|geometrycollection)$/u;

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
      // Unique prefixes do not make whole texts a key.
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
