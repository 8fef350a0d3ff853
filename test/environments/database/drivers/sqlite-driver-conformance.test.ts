import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe } from "vitest";
import {
  openSqliteDriver,
  type SqliteDriver,
} from "../../../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { vitestRunner } from "../../../support/vitest-runner.ts";
import { sqlDriverConformance } from "./sql-driver-conformance.ts";
import { sqlDriverFixture } from "./sql-driver-fixture.ts";

for (const journal of ["DELETE", "WAL"] as const) {
  describe(`SQLite driver on a database in ${journal} mode`, () => {
    const folder = temporaryFolder();
    const path = join(folder, "library.sqlite");
    const owner = new DatabaseSync(path);
    owner.exec(`PRAGMA journal_mode = ${journal}`);
    for (const statement of sqlDriverFixture({ bytesType: "BLOB", bytesLiteral: "x'00ff10'" })) {
      owner.exec(statement);
    }
    const target = (name: string) => `'${join(folder, name).replaceAll("'", "''")}'`;

    sqlDriverConformance(vitestRunner, {
      open: () => openSqliteDriver({ path }),
      execute: async (sql) => owner.exec(sql),
      // The folder with every byte in it but the index of the log, in which readers note where they are.
      state: async () =>
        readdirSync(folder)
          .filter((name) => !name.endsWith("-shm"))
          .map(
            (name) =>
              `${name} ${createHash("sha256")
                .update(readFileSync(join(folder, name)))
                .digest("hex")}`,
          )
          .join("\n"),
      killEngine: async (driver) => {
        for (const id of (driver as SqliteDriver).processIds) process.kill(id, "SIGKILL");
      },
      attacks: [
        { sql: "REPLACE INTO author VALUES (1, 'Eve', NULL)" },
        { sql: "INSERT OR REPLACE INTO author VALUES (1, 'Eve', NULL)" },
        { sql: `ATTACH ${target("attached.sqlite")} AS evil` },
        { sql: "ATTACH ':memory:' AS evil" },
        { sql: "DETACH main" },
        { sql: `VACUUM INTO ${target("copy.sqlite")}` },
        { sql: `vacuum main into ${target("copy.sqlite")}` },
        { sql: `EXPLAIN VACUUM INTO ${target("copy.sqlite")}`, outcome: "harmless" },
        { sql: "PRAGMA user_version = 5" },
        { sql: "PRAGMA user_version(5)" },
        { sql: "PRAGMA journal_mode = DELETE" },
        { sql: "PRAGMA query_only = 0" },
        { sql: "PRAGMA writable_schema = 1" },
        { sql: "PRAGMA wal_checkpoint(TRUNCATE)" },
        { sql: "PRAGMA page_size = 8192" },
        { sql: "PRAGMA optimize" },
        { sql: `PRAGMA temp_store_directory = ${target("")}` },
        { sql: "PRAGMA table_info(author)", outcome: "harmless" },
        { sql: "SELECT name FROM pragma_table_info('author')", outcome: "harmless" },
        { sql: "SELECT * FROM pragma_user_version", outcome: "refused-when-run" },
        { sql: "SELECT * FROM pragma_journal_mode", outcome: "refused-when-run" },
        { sql: "SELECT load_extension('evil')" },
        { sql: "SELECT LOAD_EXTENSION('evil', 'x')" },
        { sql: "SELECT fts3_tokenizer('simple')" },
        { sql: `SELECT writefile(${target("written")}, 'x')` },
        { sql: "SELECT readfile('/etc/passwd')" },
        { sql: "SELECT edit('x')" },
        { sql: "CREATE VIRTUAL TABLE evil USING fts5(x)" },
        { sql: "CREATE TRIGGER evil AFTER INSERT ON author BEGIN DELETE FROM book; END" },
        { sql: "REINDEX" },
        { sql: "BEGIN IMMEDIATE" },
        { sql: "BEGIN EXCLUSIVE" },
        { sql: "RELEASE evil" },
        { sql: "EXPLAIN INSERT INTO author VALUES (9, 'Eve', NULL)" },
        { sql: "EXPLAIN QUERY PLAN SELECT * FROM author", outcome: "harmless" },
        { sql: "SELECT 1; ATTACH 'x' AS y" },
        { sql: "SELECT '' ; ; SELECT [;] ; DROP TABLE shipment" },
        { sql: "SELECT 1 --\n; DROP TABLE shipment" },
        { sql: "SELECT 1 AS `;` , 2 AS [;], 'it''s;' /* ; */ AS \";\" ; -- ;", outcome: "harmless" },
        { sql: "SELECT 1;;x" },
        { sql: "SELECT 1 /* */; x" },
        { sql: "SELECT 1 /* never closed ; DROP TABLE shipment", outcome: "harmless" },
        { sql: "UPDATE sqlite_master SET sql = '' WHERE name = 'author'" },
        { sql: "WITH a AS (SELECT 1) UPDATE author SET name = 'Eve' RETURNING id" },
      ],
    });
  });
}
