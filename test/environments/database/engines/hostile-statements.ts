import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PerEngine } from "../../../support/per-engine.ts";
import { MARK } from "./hostile-shops.ts";

const FILE = join(tmpdir(), MARK);

/** Classes of hostile statements that every engine has a grammar for. */
const EVERYWHERE = [
  "INSERT INTO city VALUES (9, 'Eve', NULL)",
  "UPDATE city SET name = 'Eve'",
  "DELETE FROM purchase_line",
  "DROP TABLE parameter",
  `CREATE TABLE ${MARK} (n integer)`,
  "ALTER TABLE city ADD COLUMN evil text",
  "WITH gone AS (DELETE FROM parameter RETURNING *) SELECT * FROM gone",
  "COMMIT; DROP TABLE parameter",
  "SELECT 1; DELETE FROM parameter",
  "/* SELECT 1 */ DELETE FROM parameter",
  "EXPLAIN ANALYZE DELETE FROM parameter",
];

const IN_A_COMMENT = `SELECT 1 /*! INTO OUTFILE '${FILE}' */`;

/** What is run, as the harmless query that is left of it: comments at the end are cut off before. */
export const HARMLESS: ReadonlySet<string> = new Set([IN_A_COMMENT]);

export const HOSTILE_STATEMENTS: PerEngine<readonly string[]> = {
  sqlite: [
    ...EVERYWHERE,
    `VACUUM INTO '${FILE}'`,
    `ATTACH '${FILE}' AS evil`,
    "PRAGMA journal_mode = WAL",
    "PRAGMA user_version = 7",
    "PRAGMA writable_schema = 1",
    "SELECT load_extension('evil')",
    `SELECT writefile('${FILE}', 'x')`,
    "SELECT * FROM pragma_journal_mode('WAL')",
    "REINDEX",
  ],
  duckdb: [
    ...EVERYWHERE,
    `COPY city TO '${FILE}'`,
    `COPY (SELECT 1) TO '${FILE}' (FORMAT parquet)`,
    `EXPORT DATABASE '${FILE}'`,
    `ATTACH '${FILE}' AS evil`,
    "SELECT * FROM read_text('/etc/passwd')",
    "FROM '/etc/passwd.csv'",
    "INSTALL httpfs",
    "SET enable_external_access = true",
    `FROM enable_logging(storage := 'file', storage_config := {'path': '${FILE}'})`,
    "FROM query('DELETE FROM parameter')",
    "SELECT nextval('counter')",
  ],
  postgres: [
    ...EVERYWHERE,
    "SET TRANSACTION READ WRITE",
    `COPY city TO '${FILE}'`,
    `COPY city TO PROGRAM 'touch ${FILE}'`,
    "SELECT pg_read_file('postgresql.conf')",
    `SELECT lo_export(lo_from_bytea(0, 'x'), '${FILE}')`,
    "SELECT set_config('transaction_read_only', 'off', false)",
    "SELECT nextval('counter')",
    "SELECT query_to_xml('DELETE FROM parameter', true, true, '')",
    "DO $$ BEGIN DELETE FROM parameter; END $$",
    "ALTER SYSTEM SET work_mem = '77MB'",
    `CREATE ROLE ${MARK} SUPERUSER`,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity",
    "SELECT pg_advisory_lock(7)",
    `SELECT * INTO ${MARK} FROM city`,
    "CREATE EXTENSION dblink",
  ],
  mariadb: [
    ...EVERYWHERE,
    `SELECT 1 INTO OUTFILE '${FILE}'`,
    `SELECT name FROM city INTO DUMPFILE '${FILE}'`,
    IN_A_COMMENT,
    `SELECT 1 /*! INTO OUTFILE '${FILE}' */ FROM city`,
    "SELECT LOAD_FILE('/etc/passwd')",
    "SET GLOBAL max_connections = 3",
    "SET SESSION TRANSACTION READ WRITE",
    "SELECT NEXTVAL(counter)",
    `SELECT GET_LOCK('${MARK}', 0)`,
    `CREATE USER ${MARK}`,
    `CREATE DATABASE ${MARK}`,
    "EXECUTE IMMEDIATE 'DELETE FROM parameter'",
    "LOAD DATA INFILE '/etc/passwd' INTO TABLE parameter",
    "KILL 1",
    "SHUTDOWN",
  ],
};
