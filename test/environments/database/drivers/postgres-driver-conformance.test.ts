import { afterAll, beforeAll, describe, it } from "vitest";
import { openPostgresDriver } from "../../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import {
  postgresIsMissing,
  type ScratchDatabase,
  scratchPostgresDatabase,
} from "../../../support/postgres.ts";
import { vitestRunner } from "../../../support/vitest-runner.ts";
import { sqlDriverConformance } from "./sql-driver-conformance.ts";
import { sqlDriverFixture } from "./sql-driver-fixture.ts";

/** All that the attacks below aim at: rows, tables, functions, settings of roles, large objects, files, other sessions. */
const STATE = `SELECT
  (SELECT json_agg(a) FROM author a)::text || (SELECT json_agg(s) FROM shipment s)::text || (SELECT count(*) FROM book)
  || (SELECT json_agg(relname ORDER BY oid) FROM pg_class)::text || (SELECT count(*) FROM pg_proc)
  || (SELECT count(*) FROM pg_largeobject_metadata) || coalesce((SELECT json_agg(s::text) FROM pg_db_role_setting s), '[]')::text
  || (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory') || (SELECT count(*) FROM pg_listening_channels())
  || (SELECT last_value FROM counter) || (SELECT count(*) FROM pg_roles)
  || coalesce(pg_stat_file('fuxi_attack', true)::text, '') AS state`;

const missing = await postgresIsMissing();

describe.skipIf(missing !== undefined)(`PostgreSQL driver ${missing ?? ""}`, () => {
  let scratch: ScratchDatabase;

  beforeAll(async () => {
    scratch = await scratchPostgresDatabase();
    const fixture = sqlDriverFixture({ bytesType: "bytea", bytesLiteral: "'\\x00ff10'" });
    await scratch.execute(fixture.join(";\n"));
    await scratch.execute(`CREATE SEQUENCE counter; CREATE PROCEDURE emptied() LANGUAGE SQL AS 'DELETE FROM shipment';
      CREATE FUNCTION emptied_by_select() RETURNS bigint LANGUAGE SQL AS 'DELETE FROM shipment RETURNING 1::bigint'`);
  });
  afterAll(() => scratch?.drop());

  sqlDriverConformance(vitestRunner, {
    open: () => openPostgresDriver({ url: scratch.url, allowFunctions: ["emptied_by_select"] }),
    execute: async (sql) => {
      await scratch.execute(sql);
    },
    state: async () => String((await scratch.execute(STATE)).rows[0].state),
    killEngine: async () => {
      await scratch.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
      );
    },
    attacks: [
      { sql: "SET TRANSACTION READ WRITE" },
      { sql: "SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE" },
      { sql: "SET default_transaction_read_only = off" },
      { sql: "SET statement_timeout = 0" },
      { sql: "RESET ALL" },
      { sql: "START TRANSACTION READ WRITE" },
      { sql: "ABORT" },
      { sql: "END" },
      { sql: "COMMIT AND CHAIN" },
      { sql: "PREPARE TRANSACTION 'evil'" },
      { sql: "SELECT set_config('transaction_read_only', 'off', true)" },
      { sql: "SELECT set_config('statement_timeout', '0', false)" },
      { sql: "SELECT pg_catalog.set_config('statement_timeout', '0', false)" },
      { sql: `SELECT "set_config"('statement_timeout', '0', false)` },
      { sql: `SELECT U&"set\\005fconfig"('statement_timeout', '0', false)` },
      { sql: "SELECT * FROM set_config('statement_timeout', '0', false)" },
      { sql: "SELECT 1 WHERE EXISTS (SELECT 1 ORDER BY set_config('statement_timeout', '0', false))" },
      { sql: "COPY author TO 'fuxi_attack'" },
      { sql: "COPY author TO PROGRAM 'touch fuxi_attack'" },
      { sql: "COPY author FROM PROGRAM 'id'" },
      { sql: "COPY (SELECT 1) TO STDOUT" },
      { sql: "SELECT pg_read_file('postgresql.conf')" },
      { sql: "SELECT ('postgresql.conf'::text).pg_read_file" },
      { sql: "SELECT pg_read_binary_file('postgresql.conf')" },
      { sql: "SELECT * FROM pg_ls_dir('.')" },
      { sql: "SELECT pg_stat_file('postgresql.conf')" },
      { sql: "SELECT lo_import('/etc/passwd')" },
      { sql: "SELECT lo_creat(-1)" },
      { sql: "SELECT lo_from_bytea(0, 'x')" },
      { sql: "SELECT lo_export(1, 'fuxi_attack')" },
      { sql: "SELECT query_to_xml('DELETE FROM shipment', true, true, '')" },
      { sql: "SELECT table_to_xml('pg_authid', true, true, '')" },
      { sql: "SELECT schema_to_xml_and_xmlschema('pg_catalog', true, true, '')" },
      { sql: "SELECT query FROM pg_stat_activity" },
      { sql: "SELECT query_to_xml('SELECT pg_read_file(''postgresql.conf'')', true, true, '')" },
      { sql: "SELECT * FROM ts_stat('SELECT to_tsvector(pg_read_file(''postgresql.conf''))')" },
      { sql: "SELECT dblink_exec('dbname=postgres', 'DROP TABLE x')" },
      { sql: "SELECT pg_terminate_backend(pid) FROM pg_stat_activity" },
      { sql: "SELECT pg_cancel_backend(1)" },
      { sql: "SELECT pg_reload_conf()" },
      { sql: "SELECT pg_switch_wal()" },
      { sql: "SELECT pg_notify('evil', 'x')" },
      { sql: "NOTIFY evil" },
      { sql: "LISTEN evil" },
      { sql: "SELECT pg_advisory_lock(1)" },
      { sql: "SELECT pg_try_advisory_xact_lock(1)" },
      { sql: "LOCK TABLE author" },
      { sql: "SELECT nextval('counter')" },
      { sql: "SELECT setval('counter', 99)" },
      { sql: "SELECT pg_create_physical_replication_slot('evil')" },
      { sql: "SELECT pg_stat_reset()" },
      { sql: "SELECT pg_logical_emit_message(false, 'a', 'b')" },
      { sql: "SELECT emptied_by_select()", outcome: "refused-when-run" },
      { sql: "CALL emptied()" },
      { sql: "DO $$ BEGIN DELETE FROM shipment; END $$" },
      { sql: "DO LANGUAGE plpgsql 'BEGIN COMMIT; DELETE FROM shipment; END'" },
      { sql: "EXECUTE evil" },
      { sql: "PREPARE evil AS DELETE FROM shipment" },
      { sql: "DECLARE evil CURSOR WITH HOLD FOR SELECT 1" },
      { sql: "SELECT 1 INTO evil" },
      { sql: "SELECT * INTO TEMP evil FROM author" },
      { sql: "SELECT * FROM author FOR UPDATE" },
      { sql: "SELECT * FROM (SELECT * FROM author FOR SHARE) x" },
      { sql: "WITH a AS MATERIALIZED (UPDATE author SET name = 'Eve' RETURNING 1) SELECT count(*) FROM a" },
      { sql: "SELECT * FROM (WITH a AS (INSERT INTO author VALUES (9) RETURNING 1) SELECT * FROM a) x" },
      { sql: "MERGE INTO author USING book ON false WHEN NOT MATCHED THEN INSERT VALUES (9, 'Eve')" },
      { sql: "EXPLAIN ANALYZE DELETE FROM shipment" },
      { sql: "EXPLAIN (ANALYZE) SELECT emptied_by_select()" },
      { sql: "TRUNCATE shipment" },
      { sql: "GRANT ALL ON author TO PUBLIC" },
      { sql: "CREATE ROLE evil SUPERUSER" },
      { sql: "ALTER ROLE CURRENT_USER SET work_mem = '1GB'" },
      { sql: "ALTER SYSTEM SET work_mem = '1GB'" },
      { sql: "CREATE EXTENSION dblink" },
      { sql: "CREATE FUNCTION evil() RETURNS int LANGUAGE SQL AS 'SELECT 1'" },
      { sql: "COMMENT ON TABLE author IS 'evil'" },
      { sql: "REFRESH MATERIALIZED VIEW x" },
      { sql: "DISCARD ALL" },
      { sql: "CHECKPOINT" },
      { sql: "LOAD 'evil'" },
      { sql: "SHOW ALL" },
      { sql: "SELECT 1 /* /* */ ; DROP TABLE shipment; */", outcome: "harmless" },
      { sql: "SELECT 1 /* /* */ */ ; DROP TABLE shipment; --" },
      { sql: "SELECT '\\'; DROP TABLE shipment; --'" },
      { sql: "SELECT E'\\''; DROP TABLE shipment; --'" },
      { sql: "SELECT $a$; DROP TABLE shipment; $a$", outcome: "harmless" },
      { sql: "SELECT $$ $$; DROP TABLE shipment; -- $$" },
      { sql: "SELECT 1\0; DROP TABLE shipment" },
      { sql: "SELECT pg_sleep(0)", outcome: "harmless" },
      { sql: "TABLE author", outcome: "harmless" },
    ],
  });
});

if (missing !== undefined) it.skip(`PostgreSQL driver conformance: ${missing}`);
