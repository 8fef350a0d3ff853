import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe } from "vitest";
import {
  type DuckdbDriver,
  openDuckdbDriver,
} from "../../../../src/environments/database/drivers/duckdb/duckdb-driver.ts";
import { asDuckdbOwner } from "../../../support/duckdb-owner.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { vitestRunner } from "../../../support/vitest-runner.ts";
import { sqlDriverConformance } from "./sql-driver-conformance.ts";
import { sqlDriverFixture } from "./sql-driver-fixture.ts";

describe("DuckDB driver", () => {
  const folder = temporaryFolder();
  const path = join(folder, "library.duckdb");
  const target = (name: string) => `'${join(folder, name).replaceAll("'", "''")}'`;

  beforeAll(() =>
    asDuckdbOwner(
      path,
      ...sqlDriverFixture({ bytesType: "BLOB", bytesLiteral: "'\\x00\\xFF\\x10'::BLOB" }),
      "CREATE SEQUENCE counter",
      "CREATE MACRO emptied() AS TABLE SELECT * FROM shipment",
    ),
  );

  sqlDriverConformance(vitestRunner, {
    // Closed soon after each statement, as nobody can write while it is open.
    open: () => openDuckdbDriver({ path, idleMilliseconds: 50 }),
    execute: (sql) => asDuckdbOwner(path, sql),
    // The folder with every byte in it.
    state: async () =>
      readdirSync(folder)
        .map(
          (name) =>
            `${name} ${createHash("sha256")
              .update(readFileSync(join(folder, name)))
              .digest("hex")}`,
        )
        .join("\n"),
    killEngine: async (driver) => {
      for (const id of (driver as DuckdbDriver).processIds) process.kill(id, "SIGKILL");
    },
    attacks: [
      { sql: "INSERT OR REPLACE INTO author VALUES (1, 'Eve', NULL)" },
      { sql: "INSERT INTO author VALUES (1, 'Eve', NULL) ON CONFLICT DO UPDATE SET name = 'Eve'" },
      { sql: "INSERT INTO author BY NAME SELECT 9 AS id, 'Eve' AS name" },
      { sql: "MERGE INTO author USING book ON false WHEN NOT MATCHED THEN INSERT VALUES (9, 'Eve', NULL)" },
      { sql: "TRUNCATE shipment" },
      { sql: "COMMENT ON TABLE author IS 'evil'" },
      { sql: `COPY author TO ${target("copied.csv")}` },
      { sql: `COPY (SELECT 1) TO ${target("copied.parquet")} (FORMAT parquet)` },
      { sql: "COPY author FROM '/etc/passwd'" },
      { sql: "COPY FROM DATABASE library TO memory" },
      { sql: `EXPORT DATABASE ${target("exported")}` },
      { sql: `IMPORT DATABASE ${target("exported")}` },
      { sql: `ATTACH ${target("attached.duckdb")} AS evil` },
      { sql: `ATTACH ${target("library.duckdb")} AS evil (READ_WRITE)` },
      { sql: "ATTACH ':memory:' AS evil" },
      { sql: "DETACH library" },
      { sql: "INSTALL fts" },
      { sql: "INSTALL spatial FROM community" },
      { sql: "LOAD json" },
      { sql: `LOAD ${target("evil.duckdb_extension")}` },
      { sql: "UPDATE EXTENSIONS" },
      { sql: "PRAGMA threads = 1" },
      { sql: "PRAGMA enable_profiling" },
      { sql: `PRAGMA profiling_output = ${target("profile.json")}` },
      { sql: "SET threads = 1" },
      { sql: "SET memory_limit = '100GB'" },
      { sql: "SET enable_external_access = true" },
      { sql: "SET lock_configuration = false" },
      { sql: "SET VARIABLE evil = 1" },
      { sql: "RESET memory_limit" },
      { sql: "USE memory" },
      { sql: "SELECT * FROM read_csv('/etc/passwd')" },
      { sql: "SELECT * FROM read_csv(['/etc/passwd', '/etc/hosts'])" },
      { sql: "SELECT * FROM read_text('/etc/passwd')" },
      { sql: "SELECT * FROM read_blob('/etc/passwd')" },
      { sql: "SELECT * FROM read_json_auto('/etc/passwd')" },
      { sql: "SELECT * FROM read_parquet('/etc/passwd')" },
      { sql: "SELECT * FROM parquet_metadata('/etc/passwd')" },
      { sql: "SELECT * FROM sniff_csv('/etc/passwd')", outcome: "refused-when-run" },
      { sql: "SELECT * FROM glob('/etc/*')" },
      { sql: "SELECT getenv('HOME')" },
      { sql: "FROM '/etc/passwd.csv'" },
      { sql: `FROM "/etc/passwd.csv"` },
      { sql: "FROM 'http://localhost/x.csv'" },
      { sql: "SELECT * FROM sqlite_scan('x.sqlite', 't')" },
      { sql: "SELECT * FROM postgres_query('x', 'DROP TABLE t')" },
      { sql: "CREATE TEMP MACRO evil() AS 1" },
      { sql: "CREATE TEMP VIEW evil AS SELECT 1" },
      { sql: "CREATE OR REPLACE TEMP TABLE evil AS SELECT 1" },
      { sql: "CREATE SECRET (TYPE s3)" },
      { sql: "CREATE PERSISTENT SECRET (TYPE s3)" },
      { sql: "CREATE TYPE evil AS ENUM ('a')" },
      { sql: "CREATE SCHEMA evil" },
      { sql: "CREATE SEQUENCE evil" },
      { sql: "SELECT nextval('counter')", outcome: "refused-when-run" },
      { sql: "CALL pragma_version()" },
      { sql: "CALL checkpoint()" },
      { sql: "CHECKPOINT" },
      { sql: "FORCE CHECKPOINT" },
      { sql: "SELECT * FROM checkpoint()" },
      { sql: "FROM force_checkpoint('library')" },
      { sql: `FROM enable_logging(storage := 'file', storage_config := {'path': ${target("log")}})` },
      { sql: `FROM "enable_logging"()` },
      { sql: "FROM system.main.Enable_Logging ()" },
      { sql: "FROM enable_logging/**/()" },
      { sql: "SELECT write_log('evil')" },
      { sql: "SELECT 'evil'.write_log()" },
      { sql: "FROM truncate_duckdb_logs()" },
      { sql: "FROM enable_profiling()" },
      { sql: "FROM enable_peg_parser()" },
      { sql: "FROM query('DROP TABLE shipment')" },
      { sql: "FROM query('FROM enable_logging()')" },
      { sql: "FROM query('FROM query(''FROM enable_logging()'')')" },
      { sql: "FROM query('FROM enable' || '_logging()')" },
      { sql: "FROM query($$FROM enable_logging()$$)" },
      { sql: "FROM query('SELECT 1; DROP TABLE shipment')" },
      { sql: "FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))" },
      { sql: "PREPARE evil AS DELETE FROM shipment" },
      { sql: "EXECUTE evil" },
      { sql: "DEALLOCATE evil" },
      { sql: "BEGIN TRANSACTION" },
      { sql: "START TRANSACTION" },
      { sql: "ABORT" },
      { sql: "VACUUM ANALYZE" },
      { sql: "EXPLAIN INSERT INTO author VALUES (9, 'Eve', NULL)" },
      { sql: "EXPLAIN ANALYZE DELETE FROM shipment" },
      { sql: "EXPLAIN (ANALYZE, FORMAT json) DELETE FROM shipment" },
      { sql: "EXPLAIN ANALYZE CREATE TEMP TABLE evil AS SELECT 1" },
      { sql: "EXPLAIN EXPLAIN CREATE TEMP TABLE evil AS SELECT 1" },
      { sql: "EXPLAIN COPY author TO '/dev/null'" },
      { sql: "PIVOT author ON name USING count(*); DROP TABLE shipment" },
      { sql: "CREATE TEMP TABLE pivot AS SELECT 1; SELECT 1" },
      { sql: "SELECT 1\0; DROP TABLE shipment" },
      { sql: "SELECT 1 /* /* */ ; DROP TABLE shipment; */", outcome: "harmless" },
      { sql: "SELECT 1 /* /* */ */ ; DROP TABLE shipment; --" },
      { sql: "SELECT '\\'; DROP TABLE shipment; --'" },
      { sql: "SELECT E'\\''; DROP TABLE shipment; --'" },
      { sql: "SELECT $a$; DROP TABLE shipment; $a$", outcome: "harmless" },
      { sql: "SELECT $$ $$; DROP TABLE shipment; -- $$" },
      { sql: "SELECT * FROM duckdb_settings()", outcome: "harmless" },
      { sql: "FROM query('SELECT 1')" },
      { sql: "FROM query_table('author')", outcome: "harmless" },
      { sql: "FROM emptied()", outcome: "harmless" },
      { sql: "EXPLAIN SELECT 1" },
      { sql: "EXPLAIN ANALYZE SELECT count(*) FROM author" },
      { sql: "PIVOT author ON name USING count(*)", outcome: "harmless" },
    ],
  });
});
