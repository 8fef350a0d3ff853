import { afterAll, beforeAll, describe, it } from "vitest";
import type { SqlDriver } from "../../../../src/environments/database/driver/sql-driver.ts";
import { openMysqlDriver } from "../../../../src/environments/database/drivers/mysql/mysql-driver.ts";
import { mariadbIsMissing, type ScratchMariadb, scratchMariadb } from "../../../support/mariadb.ts";
import { vitestRunner } from "../../../support/vitest-runner.ts";
import { sqlDriverConformance } from "./sql-driver-conformance.ts";
import { type SqlAttack, sqlDriverFixture } from "./sql-driver-fixture.ts";

const missing = await mariadbIsMissing();
const FILE = "/tmp/fuxi_attack";

const ATTACKS: readonly SqlAttack[] = [
  { sql: "SET SESSION TRANSACTION READ WRITE" },
  { sql: "SET SESSION tx_read_only = 0" },
  { sql: "SET GLOBAL max_statement_time = 0" },
  { sql: "SET @x = 1" },
  { sql: "SET STATEMENT max_statement_time = 0 FOR DELETE FROM shipment" },
  { sql: "START TRANSACTION READ WRITE" },
  { sql: "START TRANSACTION" },
  { sql: "XA START 'evil'" },
  { sql: "DO RELEASE_LOCK('x')" },
  { sql: "DO 1" },
  { sql: "HANDLER author OPEN" },
  { sql: `SELECT 1 INTO OUTFILE '${FILE}'` },
  { sql: `SELECT 1 INTO DUMPFILE '${FILE}'` },
  { sql: `SELECT * INTO OUTFILE '${FILE}' FROM author` },
  { sql: `(SELECT 1 INTO OUTFILE '${FILE}')` },
  { sql: `SELECT 1 UNION SELECT 2 INTO OUTFILE '${FILE}'` },
  { sql: `WITH a AS (SELECT 1) SELECT * FROM a INTO OUTFILE '${FILE}'` },
  { sql: `SELECT 1 /*!50000 INTO OUTFILE '${FILE}' */` },
  { sql: `SELECT 1 /*! INTO OUTFILE '${FILE}' */` },
  { sql: `SELECT 1 /*M!100000 INTO OUTFILE '${FILE}' */` },
  { sql: `SELECT 1 /*!99999 ' */ /*! INTO OUTFILE '${FILE}' */ /*!99999 ' */` },
  { sql: `SELECT 1 /*!99999 /* */ INTO OUTFILE '${FILE}' -- */` },
  { sql: "SELECT /*!40001 SQL_NO_CACHE */ id FROM author" },
  { sql: `SELECT 1 --1 INTO OUTFILE '${FILE}'` },
  { sql: `SELECT '\\'' INTO OUTFILE '${FILE}' -- '` },
  { sql: `SELECT "'" INTO OUTFILE '${FILE}' -- "` },
  { sql: `SELECT 1) INTO OUTFILE '${FILE}' FROM (SELECT 1` },
  { sql: "SELECT 1 INTO @x" },
  { sql: "SELECT id FROM author FOR UPDATE" },
  { sql: "SELECT id FROM author LOCK IN SHARE MODE" },
  { sql: "SELECT * FROM (SELECT id FROM author FOR UPDATE) x" },
  { sql: "SELECT * FROM author PROCEDURE ANALYSE()" },
  { sql: "SELECT LOAD_FILE('/etc/passwd')" },
  { sql: "SELECT load_file ('/etc/passwd')" },
  { sql: "SELECT `load_file`('/etc/passwd')" },
  { sql: "SELECT /*!50000 load_file */('/etc/passwd')" },
  { sql: "SELECT GET_LOCK('evil', 0)" },
  { sql: "SELECT RELEASE_ALL_LOCKS()" },
  { sql: "SELECT NEXTVAL(counter)" },
  { sql: "SELECT NEXT VALUE FOR counter" },
  { sql: "SELECT SETVAL(counter, 99)" },
  { sql: "SELECT sys_exec('id')" },
  { sql: "SELECT emptied_by_select()" },
  { sql: "SELECT settings_by_select()", outcome: "harmless" },
  { sql: "CALL emptied()" },
  { sql: "LOAD DATA INFILE '/etc/passwd' INTO TABLE author" },
  { sql: "LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE author" },
  { sql: "REPLACE INTO author VALUES (1, 'Eve', NULL)" },
  { sql: "INSERT INTO author SELECT 9, 'Eve', NULL" },
  { sql: "BEGIN NOT ATOMIC DELETE FROM shipment; END" },
  { sql: "EXECUTE IMMEDIATE 'DELETE FROM shipment'" },
  { sql: "PREPARE evil FROM 'DELETE FROM shipment'" },
  { sql: "TRUNCATE TABLE shipment" },
  { sql: "RENAME TABLE author TO evil" },
  { sql: "CREATE OR REPLACE VIEW titles AS SELECT 1" },
  { sql: "CREATE SEQUENCE evil" },
  { sql: "CREATE USER evil" },
  { sql: "GRANT ALL ON *.* TO evil" },
  { sql: "ANALYZE TABLE author" },
  { sql: "ANALYZE FORMAT=JSON SELECT 1" },
  { sql: "OPTIMIZE TABLE author" },
  { sql: "EXPLAIN SELECT 1" },
  { sql: "FLUSH TABLES" },
  { sql: "LOCK TABLES author WRITE" },
  { sql: "KILL 1" },
  { sql: "RESET QUERY CACHE" },
  { sql: "SHUTDOWN" },
  { sql: "USE mysql" },
  { sql: "SHOW GRANTS" },
  { sql: "HELP 'x'" },
  { sql: "INSTALL SONAME 'evil'" },
  { sql: "SELECT * FROM information_schema.processlist" },
  { sql: "SELECT * FROM information_schema . `PROCESSLIST`" },
  { sql: "SELECT * FROM mysql.global_priv" },
  { sql: "SELECT * FROM mysql.user" },
  { sql: "SELECT 1\0; DROP TABLE shipment" },
  { sql: "SELECT @x := 1", outcome: "harmless" },
  { sql: "SELECT @@version", outcome: "harmless" },
  { sql: "SELECT SLEEP(0), BENCHMARK(1, 1), LAST_INSERT_ID(7)", outcome: "harmless" },
  { sql: "SELECT SQL_CALC_FOUND_ROWS SQL_NO_CACHE id FROM author" },
  { sql: "SELECT 'INTO OUTFILE', \"FOR UPDATE\" # INTO @x", outcome: "harmless" },
  { sql: "(SELECT 1) UNION (SELECT 2) ORDER BY 1 LIMIT 1;", outcome: "harmless" },
  { sql: "WITH a(x) AS (SELECT 1) (SELECT x, x FROM a) UNION ALL SELECT 1, 1", outcome: "harmless" },
  { sql: "VALUES (1, 2), (3, 4)", outcome: "harmless" },
  { sql: "SELECT id, id FROM author INTERSECT SELECT 1, 1", outcome: "harmless" },
  { sql: "SELECT 1 FROM author OFFSET 1 ROWS FETCH FIRST 1 ROWS ONLY -- end", outcome: "harmless" },
];

/** Rows, tables, routines, settings, users, the sequence, locks and files. */
const STATE: readonly string[] = [
  "SELECT * FROM author",
  "SELECT * FROM shipment",
  "SELECT table_name, table_type FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY 1",
  "SELECT routine_name FROM information_schema.routines WHERE routine_schema = DATABASE() ORDER BY 1",
  "SELECT @@GLOBAL.max_statement_time, @@GLOBAL.tx_read_only, @@GLOBAL.sql_mode, @@GLOBAL.sql_select_limit",
  // Other tests make and drop users of theirs meanwhile, which are called so.
  "SELECT user, host FROM mysql.user WHERE user NOT LIKE 'u\\_%' AND user NOT LIKE 'fuxi\\_%' ORDER BY 1, 2",
  "SELECT next_not_cached_value FROM counter",
  "SELECT IS_FREE_LOCK('evil')",
  `SELECT LOAD_FILE('${FILE}')`,
];

describe.skipIf(missing !== undefined)(`MariaDB driver ${missing ?? ""}`, () => {
  for (const role of ["as root", "as a user with SELECT only"] as const) {
    describe(role, () => {
      let scratch: ScratchMariadb;
      let url = "";
      let packet = "";

      beforeAll(async () => {
        scratch = await scratchMariadb();
        packet = String((await scratch.execute("SELECT @@GLOBAL.max_allowed_packet AS n"))[0]?.n);
        // The suite makes texts of 100 MB.
        await scratch.execute("SET GLOBAL max_allowed_packet = 1073741824");
        const words = {
          bytesType: "BLOB",
          bytesLiteral: "X'00ff10'",
          identifierQuote: "`",
        };
        for (const statement of sqlDriverFixture(words)) await scratch.execute(statement);
        await scratch.execute("CREATE SEQUENCE counter");
        await scratch.execute("CREATE PROCEDURE emptied() DELETE FROM shipment");
        await scratch.execute(
          "CREATE FUNCTION emptied_by_select() RETURNS INT BEGIN DELETE FROM shipment; RETURN 1; END",
        );
        await scratch.execute(`CREATE FUNCTION settings_by_select() RETURNS INT
          BEGIN SET SESSION max_statement_time = 0; SET SESSION tx_read_only = 0; SET SESSION sql_select_limit = 1; SET @x = 1; RETURN 1; END`);
        url = scratch.url;
        if (role === "as root") return;
        const user = `u_${scratch.name.slice(-12)}`;
        await scratch.execute(`CREATE USER ${user}@'%' IDENTIFIED BY 'only reads'`);
        await scratch.execute(`GRANT SELECT, EXECUTE, SHOW VIEW ON ${scratch.name}.* TO ${user}@'%'`);
        url = scratch.urlWith({ user, password: encodeURIComponent("only reads") });
      });
      afterAll(async () => {
        await scratch.execute(`SET GLOBAL max_allowed_packet = ${packet}`);
        if (role !== "as root") await scratch.execute(`DROP USER u_${scratch.name.slice(-12)}@'%'`);
        await scratch.drop();
      });

      sqlDriverConformance(vitestRunner, {
        open: () => openMysqlDriver({ url, allowFunctions: ["*_by_select"] }),
        execute: async (sql) => {
          await scratch.execute(sql);
        },
        state: async () => {
          const all: unknown[] = [];
          for (const sql of STATE) all.push(await scratch.execute(sql));
          return JSON.stringify(all);
        },
        killEngine: async (_driver: SqlDriver) => {
          const own = await scratch.execute(
            "SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()",
          );
          for (const { id } of own) await scratch.execute(`KILL ${Number(id)}`).catch(() => {});
        },
        repeated: (text, times) => `repeat(${text}, ${times})`,
        attacks: ATTACKS,
      });
    });
  }
});

if (missing !== undefined) it.skip(`MariaDB driver conformance: ${missing}`);
