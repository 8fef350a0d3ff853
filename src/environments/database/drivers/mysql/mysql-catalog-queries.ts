import type { MysqlServerFacts } from "./mysql-server-facts.ts";
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
