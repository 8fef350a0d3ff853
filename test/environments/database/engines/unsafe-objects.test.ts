import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabaseEnvironment } from "../../../../src/environments/database/create-database-environment.ts";
import type { SqlDriver } from "../../../../src/environments/database/driver/sql-driver.ts";
import type { AllowedObjects } from "../../../../src/environments/database/driver/unsafe-objects.ts";
import { openMysqlDriver } from "../../../../src/environments/database/drivers/mysql/mysql-driver.ts";
import { openPostgresDriver } from "../../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import { open } from "../../../../src/open.ts";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import { mariadbIsMissing, type ScratchMariadb, scratchMariadb } from "../../../support/mariadb.ts";
import {
  postgresIsMissing,
  type ScratchDatabase,
  scratchPostgresDatabase,
} from "../../../support/postgres.ts";
import { statementOptions } from "../drivers/sql-driver-queries.ts";

const never = new AbortController().signal;

/** Rows as JSON, or the refusal with who can lift it. */
async function outcome(driver: SqlDriver, sql: string): Promise<string> {
  try {
    return JSON.stringify((await driver.query(sql, [], statementOptions())).rows);
  } catch (error) {
    const { message, hint = "" } = error as { readonly message: string; readonly hint?: string };
    return `${message}. ${hint}`;
  }
}

/** All that happens to a database that nobody asks for a table: it is opened, described, searched and indexed. */
async function lookAround(driver: SqlDriver): Promise<readonly string[]> {
  const environment = await createDatabaseEnvironment({
    id: "shop",
    driver,
    cacheFolder: "",
    indexMode: "memory",
    valueIndex: "full",
    signal: never,
  });
  const context = testContext();
  await environment.describe("schema", undefined, context);
  await environment.index.findFuzzy("Rome", { limit: 3, signal: never });
  await environment.index.findExact("ran", { limit: 3, signal: never });
  await environment.index.ensureBuilt({ signal: never });
  const tables = environment.services.schema.tables.map(({ name, kind }) => `${kind} ${name}`);
  await environment.close();
  return tables.toSorted();
}

const missing = await postgresIsMissing();

describe.skipIf(missing !== undefined)(
  `what PostgreSQL does in a read-only transaction ${missing ?? ""}`,
  () => {
    let database: ScratchDatabase;
    const driverWith = (allowed: AllowedObjects = {}) =>
      openPostgresDriver({ url: database.url, ...allowed });
    const marks = async (): Promise<string> => {
      const { rows } = await database.execute(
        `SELECT pg_read_file('fuxi_marks_${database.name}', 0, 100000, true) AS marks`,
      );
      return rows[0]?.marks ?? "";
    };

    beforeAll(async () => {
      database = await scratchPostgresDatabase();
      const mark = (word: string): string => `cat > /dev/null; echo ${word} >> fuxi_marks_${database.name}`;
      const acts = `BEGIN COPY (SELECT 1) TO PROGRAM '${mark("acted")}'; RETURN 1; END`;
      await database.execute(`CREATE EXTENSION file_fdw; CREATE EXTENSION pg_trgm; CREATE EXTENSION lo; CREATE SCHEMA far;
      CREATE TABLE orders (id int PRIMARY KEY, city text); INSERT INTO orders VALUES (1, 'Rome'), (2, 'Oslo');
      CREATE FUNCTION acts() RETURNS int LANGUAGE plpgsql AS $$ ${acts} $$;
      CREATE FUNCTION far.acts_afar() RETURNS int LANGUAGE plpgsql AS $$ ${acts} $$;
      CREATE FUNCTION of_row(orders) RETURNS int LANGUAGE plpgsql AS $$ ${acts} $$;
      CREATE FUNCTION step(int, int) RETURNS int LANGUAGE plpgsql AS $$ ${acts} $$;
      CREATE FUNCTION is_marked(int) RETURNS boolean LANGUAGE plpgsql AS $$ ${acts.replace("RETURN 1", "RETURN true")} $$;
      CREATE FUNCTION exports() RETURNS int LANGUAGE sql STABLE AS $$ SELECT lo_export(1, '/tmp/x') $$;
      CREATE FUNCTION reads() RETURNS text LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN pg_read_file('PG_VERSION'); END $$;
      CREATE FUNCTION runs(sql text) RETURNS int LANGUAGE plpgsql STABLE AS $$ BEGIN EXECUTE sql; RETURN 1; END $$;
      CREATE FUNCTION calls() RETURNS int LANGUAGE sql STABLE AS $$ SELECT acts() $$;
      CREATE FUNCTION new_form() RETURNS text STABLE RETURN pg_read_file('PG_VERSION');
      CREATE FUNCTION inside(text) RETURNS bytea LANGUAGE internal STABLE AS 'pg_read_binary_file_all';
      CREATE FUNCTION tax(n int) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT n * 2 $$;
      CREATE FUNCTION cities() RETURNS SETOF text LANGUAGE sql STABLE AS $$ SELECT city FROM orders $$;
      CREATE AGGREGATE acting_sum(int) (SFUNC = step, STYPE = int);
      CREATE OPERATOR ### (LEFTARG = int, RIGHTARG = int, FUNCTION = step);
      CREATE DOMAIN marked AS int CHECK (is_marked(VALUE));
      CREATE VIEW acting AS SELECT acts() AS n, id FROM orders; CREATE VIEW over_acting AS SELECT n FROM acting;
      CREATE VIEW over_operator AS SELECT id ### id AS n FROM orders;
      CREATE VIEW version_file AS SELECT pg_read_file('PG_VERSION') AS text;
      CREATE VIEW taxed AS SELECT tax(id) AS n FROM orders;
      CREATE SERVER files FOREIGN DATA WRAPPER file_fdw;
      CREATE FOREIGN TABLE ran (line text) SERVER files OPTIONS (program 'echo ran; ${mark("ran").replace("cat > /dev/null; ", "")}');
      CREATE VIEW over_ran AS SELECT line FROM ran; CREATE FUNCTION of_ran() RETURNS bigint LANGUAGE sql STABLE AS $$ SELECT count(*) FROM ran $$;
      CREATE TABLE parts (line text) PARTITION BY LIST (line);
      CREATE FOREIGN TABLE part PARTITION OF parts FOR VALUES IN ('ran') SERVER files OPTIONS (program 'echo ran; ${mark("ran").replace("cat > /dev/null; ", "")}');
      ANALYZE orders`);
    });
    afterAll(() => database?.drop());

    it("is refused where statements name what acts, and what is harmless runs", async () => {
      const driver = await driverWith();
      const volatile = "is declared VOLATILE, so it may do more than read";
      const allow = (option: string): string => `Whoever starts Fuxi can allow it with --allow-${option}.`;
      const lifted = allow("function acts");
      const foreign = "is a foreign table of the server files: files, a program or another database";
      for (const [sql, said] of [
        ["SELECT acts()", `acts() ${volatile}. ${lifted}`],
        ["SELECT 1 WHERE (SELECT public.acts()) = 1", `acts() ${volatile}. ${lifted}`],
        ["SELECT * FROM acts()", `acts() ${volatile}. ${lifted}`],
        ["SELECT far.acts_afar()", `far.acts_afar() ${volatile}. ${allow("function far.acts_afar")}`],
        ["SELECT o.of_row FROM orders o", `of_row() ${volatile}. ${allow("function of_row")}`],
        [
          "SELECT acting_sum(id) FROM orders",
          `acting_sum() uses step(), which ${volatile}. ${allow("function step")}`,
        ],
        ["SELECT id ### 1 FROM orders", `### uses step(), which ${volatile}. ${allow("function step")}`],
        [
          "SELECT id::marked FROM orders",
          `marked uses is_marked(), which ${volatile}. ${allow("function is_marked")}`,
        ],
        ["SELECT exports()", `exports() calls lo_export(). ${allow("function exports")}`],
        ["SELECT reads()", `reads() calls pg_read_file(). ${allow("function reads")}`],
        ["SELECT runs('SELECT 1')", `runs() runs a text as SQL. ${allow("function runs")}`],
        ["SELECT calls()", `calls() uses acts, which ${volatile}. ${allow("function calls")}`],
        ["SELECT new_form()", `new_form() calls what no statement may. ${allow("function new_form")}`],
        ["SELECT inside('PG_VERSION')", `inside() is written in internal. ${allow("function inside")}`],
        ["SELECT * FROM over_acting", `over_acting uses acts(), which ${volatile}. ${lifted}`],
        ["TABLE over_operator", `over_operator uses step(), which ${volatile}. ${allow("function step")}`],
        ["SELECT * FROM version_file", "version_file calls what no statement may. "],
        ["SELECT * FROM ran", `ran ${foreign}. ${allow("foreign ran")}`],
        ["SELECT count(*) FROM over_ran", `over_ran uses ran, which ${foreign}. ${allow("foreign ran")}`],
        ["SELECT of_ran()", `of_ran() uses ran, which ${foreign}. ${allow("function of_ran")}`],
        ["SELECT * FROM parts", `parts uses part, which ${foreign}. ${allow("foreign part")}`],
        ["SELECT tax(2), similarity('a', 'a')", "[[4,1]]"],
        ["SELECT * FROM taxed ORDER BY n", "[[2],[4]]"],
        ["SELECT * FROM cities() ORDER BY 1", '[["Oslo"],["Rome"]]'],
      ] as const)
        expect([sql, await outcome(driver, sql)]).toEqual([sql, said]);
      await expect(driver.compile("SELECT acts()", never)).rejects.toThrow("VOLATILE");
      expect(driver.notices?.map(({ name, state }) => [name, state])).toEqual([
        ["rights", "warning"],
        ["unsafe objects", "warning"],
      ]);
      expect(await lookAround(driver)).toEqual(["table orders", "view taxed"]);
      expect(await marks()).toBe("");
    });

    it("runs where it is named, and a foreign table is read only when a statement names it", async () => {
      const driver = await driverWith({ allowFunctions: ["ACTS", "far.*"], allowForeign: ["ra*", "part"] });
      expect(await outcome(driver, "SELECT far.acts_afar()")).toBe("[[1]]");
      expect(await outcome(driver, "SELECT n FROM acting WHERE id = 1")).toBe("[[1]]");
      expect(await outcome(driver, "SELECT acting_sum(id) FROM orders")).toContain("VOLATILE");
      const before = await marks();
      expect(before).toBe("acted\nacted\n");
      const seen = await lookAround(driver);
      expect(seen.filter((table) => table.startsWith("foreign"))).toEqual([
        "foreign over_ran",
        "foreign parts",
        "foreign ran",
      ]);
      expect((await marks()).includes("ran")).toBe(false);
      const again = await driverWith({ allowForeign: ["ran"] });
      expect(await outcome(again, "SELECT line FROM over_ran")).toBe('[["ran"]]');
      expect(await outcome(again, "SELECT * FROM parts")).toContain("--allow-foreign part");
      expect((await marks()).endsWith("ran\n")).toBe(true);
      await again.close();
      await database.execute(`COPY (SELECT 1) TO PROGRAM 'rm -f fuxi_marks_${database.name}'`);
    });

    it("is known of from the moment on at which the schema is read again", async () => {
      const driver = await driverWith();
      await driver.introspect(never);
      const version = await driver.schemaVersion?.(never);
      await database.execute(
        "CREATE OR REPLACE FUNCTION tax(n int) RETURNS int LANGUAGE sql VOLATILE AS $$ SELECT n * 2 $$",
      );
      expect(await driver.schemaVersion?.(never)).not.toBe(version);
      await driver.introspect(never);
      expect(await outcome(driver, "SELECT tax(2)")).toContain("--allow-function tax");
      await driver.close();
    });

    it("is told with the statements for a better role when a target is opened, and by no name under privacy rules", async () => {
      for (const [rules, told] of [
        [
          {},
          [
            /superuser.*\n {2}CREATE ROLE fuxi_reader/su,
            /does not hold .*acts\(\).* are refused\.\n {2}--allow-/su,
          ],
        ],
        [{ deny: ["orders.city"] }, [/^[^:]+: the role may do more than read/su, /^[^:]+: the role/su]],
      ] as const) {
        const warnings: string[] = [];
        const environment = await open(database.url, { ...rules, onWarning: (line) => warnings.push(line) });
        await environment.close();
        expect(warnings).toEqual(told.map((pattern) => expect.stringMatching(pattern)));
      }
    });
  },
);

const absent = await mariadbIsMissing();

describe.skipIf(absent !== undefined)(`what MariaDB does in a read-only transaction ${absent ?? ""}`, () => {
  let database: ScratchMariadb;
  let other: ScratchMariadb;

  beforeAll(async () => {
    database = await scratchMariadb();
    other = await scratchMariadb();
    for (const sql of [
      "CREATE TABLE orders (id INT PRIMARY KEY, city VARCHAR(20))",
      "INSERT INTO orders VALUES (1, 'Rome'), (2, 'Oslo')",
      "CREATE FUNCTION sets() RETURNS INT BEGIN SET GLOBAL long_query_time = 10; RETURN 1; END",
      "CREATE FUNCTION sets_too() RETURNS INT DETERMINISTIC BEGIN SET @@global.long_query_time = 10; RETURN 1; END",
      "CREATE FUNCTION commented() RETURNS INT BEGIN /*! SET GLOBAL long_query_time = 10; */ RETURN 1; END",
      "CREATE FUNCTION changes() RETURNS INT MODIFIES SQL DATA RETURN 1",
      "CREATE FUNCTION reads_file() RETURNS TEXT DETERMINISTIC RETURN LOAD_FILE('/etc/hostname')",
      "CREATE FUNCTION writes() RETURNS INT BEGIN SELECT 1 INTO OUTFILE '/tmp/fuxi_never'; RETURN 1; END",
      "CREATE FUNCTION calls() RETURNS INT DETERMINISTIC RETURN `sets` ()",
      "CREATE FUNCTION tax(n INT) RETURNS INT RETURN n * 2",
      "CREATE VIEW setting AS SELECT sets() AS n, id FROM orders",
      "CREATE VIEW over_setting AS SELECT n FROM setting",
      "CREATE FUNCTION of_setting() RETURNS INT READS SQL DATA RETURN (SELECT MAX(n) FROM over_setting)",
      "CREATE VIEW a_file AS SELECT LOAD_FILE('/etc/hostname') AS text",
      "CREATE VIEW taxed AS SELECT tax(id) AS n FROM orders",
    ])
      await database.execute(sql);
    await other.execute(`CREATE VIEW afar AS SELECT ${database.name}.sets() AS n`);
  });
  afterAll(async () => {
    await database?.drop();
    await other?.drop();
  });

  it("is refused where statements name what acts, and what is harmless runs", async () => {
    const driver = await openMysqlDriver({ url: database.url });
    const lifted = (name: string): string =>
      `Whoever starts Fuxi can allow it with --allow-function ${name}.`;
    const global = "has GLOBAL in its text";
    for (const [sql, said] of [
      ["SELECT sets()", `sets() ${global}. ${lifted("sets")}`],
      [`SELECT ${database.name} . \`SETS\` ()`, `sets() ${global}. ${lifted("sets")}`],
      ["SELECT sets_too()", `sets_too() sets a variable of the server. ${lifted("sets_too")}`],
      ["SELECT commented()", `commented() ${global}. ${lifted("commented")}`],
      ["SELECT changes()", `changes() is declared MODIFIES SQL DATA. ${lifted("changes")}`],
      ["SELECT reads_file()", `reads_file() calls LOAD_FILE(). ${lifted("reads_file")}`],
      ["SELECT writes()", `writes() has OUTFILE in its text. ${lifted("writes")}`],
      ["SELECT calls()", `calls() uses sets, which ${global}. ${lifted("sets")}`],
      ["SELECT of_setting()", `of_setting() uses sets, which ${global}. ${lifted("sets")}`],
      ["SELECT 1 FROM orders, over_setting", `over_setting uses sets, which ${global}. ${lifted("sets")}`],
      [
        `SELECT * FROM ${other.name}.afar`,
        `${other.name}.afar uses sets, which ${global}. ${lifted("sets")}`,
      ],
      ["SELECT * FROM a_file", "a_file calls LOAD_FILE(). "],
      ["SELECT tax(2)", "[[4]]"],
      ["SELECT n FROM taxed ORDER BY n", "[[2],[4]]"],
    ] as const)
      expect([sql, await outcome(driver, sql)]).toEqual([sql, said]);
    expect(driver.notices?.map(({ name }) => name)).toEqual(["rights", "unsafe objects"]);
    expect(await lookAround(driver)).toEqual(["table orders", "view taxed"]);
  });

  it("runs where it is named, in views too", async () => {
    const driver = await openMysqlDriver({ url: database.url, allowFunctions: ["sets"] });
    expect(await outcome(driver, "SELECT n FROM over_setting WHERE n > 0 LIMIT 1")).toBe("[[1]]");
    expect(await outcome(driver, "SELECT reads_file()")).toContain("--allow-function reads_file");
    await driver.close();
  });
});
