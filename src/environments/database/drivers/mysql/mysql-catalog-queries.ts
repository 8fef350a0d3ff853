import type { MysqlServerFacts } from "./mysql-server-facts.ts";

/** Tables and views of the connection's database. Sequences are left out. */
export const RELATIONS = `
SELECT TABLE_NAME, TABLE_TYPE, TABLE_COMMENT, TABLE_ROWS, ENGINE
FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE <> 'SEQUENCE' ORDER BY TABLE_NAME`;

/** Columns that the user may read. */
export const COLUMNS = `
SELECT TABLE_NAME, COLUMN_NAME, COLUMN_TYPE, DATA_TYPE, IS_NULLABLE, COLUMN_COMMENT, PRIVILEGES
FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() ORDER BY TABLE_NAME, ORDINAL_POSITION`;

/** Columns of primary and unique keys; parts of columns are no keys of them. */
export const KEYS = `
SELECT TABLE_NAME, INDEX_NAME, COLUMN_NAME, SUB_PART
FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE() AND NON_UNIQUE = 0
ORDER BY TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX`;

/** Columns of foreign keys and what they name. */
export const FOREIGN_KEYS = `
SELECT TABLE_NAME, CONSTRAINT_NAME, COLUMN_NAME, REFERENCED_TABLE_SCHEMA = DATABASE(), REFERENCED_TABLE_SCHEMA, REFERENCED_TABLE_NAME,
  REFERENCED_COLUMN_NAME
FROM information_schema.KEY_COLUMN_USAGE WHERE TABLE_SCHEMA = DATABASE() AND REFERENCED_TABLE_NAME IS NOT NULL
ORDER BY TABLE_NAME, CONSTRAINT_NAME, ORDINAL_POSITION`;

/** Checks of JSON columns, which MariaDB keeps as text. */
export const OWN_FUNCTIONS = `
SELECT ROUTINE_NAME FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = DATABASE() AND ROUTINE_TYPE = 'FUNCTION'`;

export function writeCountersSql({ writeCounters }: MysqlServerFacts): string {
  const names = writeCounters.map((name) => `'${name}'`).join(", ");
  return `SHOW GLOBAL STATUS WHERE Variable_name IN (${names})`;
}
