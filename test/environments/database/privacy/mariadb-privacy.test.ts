import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SqlDriver } from "../../../../src/environments/database/driver/sql-driver.ts";
import { openMysqlDriver } from "../../../../src/environments/database/drivers/mysql/mysql-driver.ts";
import type { PrivacyPolicy } from "../../../../src/environments/database/privacy/privacy-policy.ts";
import { restrictDriver } from "../../../../src/environments/database/privacy/restricted-driver.ts";
import { mariadbIsMissing, type ScratchMariadb, scratchMariadb } from "../../../support/mariadb.ts";
import {
  type MariadbCluster,
  mariadbCluster,
  mariadbClusterIsMissing,
} from "../../../support/mariadb-cluster.ts";
import { MASKED, mariadb, opened, policyFor, SECRET } from "./engines.ts";
import { hostileQueries } from "./hostile-queries.ts";
import { mutations } from "./mutations.ts";

const signal = new AbortController().signal;
const ask = async (driver: SqlDriver, sql: string): Promise<string> =>
  driver.query(sql, [], { maxRows: 50, milliseconds: 5000, signal }).then(
    ({ columns, rows }) =>
      JSON.stringify([columns.map(({ name }) => name), rows.map((row) => row.map(String))]),
    (error: unknown) => JSON.stringify([(error as Error).message, (error as { facts?: unknown }).facts]),
  );
const shows = (text: string): boolean =>
  [SECRET, MASKED].some((canary) => text.toLowerCase().includes(canary.toLowerCase()));

const missing = await mariadbIsMissing();

describe.skipIf(missing !== undefined)(`On a MariaDB server ${missing ?? ""}`, () => {
  let database: ScratchMariadb;
  const open: SqlDriver[] = [];
  const connect = async (url: string, policy?: PrivacyPolicy): Promise<SqlDriver> => {
    const driver = await openMysqlDriver({ url });
    open.push(driver);
    return policy === undefined ? driver : restrictDriver(driver, policy, signal);
  };

  beforeAll(async () => {
    database = await scratchMariadb();
    for (const sql of [
      "CREATE TABLE users (id integer PRIMARY KEY, name varchar(20), ssn varchar(40))",
      `INSERT INTO users VALUES (1, 'Ada', '${SECRET}'), (2, 'Bob', '${SECRET}-2')`,
      "CREATE VIEW names AS SELECT id, name FROM users",
      `CREATE TABLE days (id integer, ssn integer) PARTITION BY RANGE (ssn) (PARTITION p1 VALUES LESS THAN (10), PARTITION p2 VALUES LESS THAN (20))`,
      "INSERT INTO days VALUES (1, 5), (2, 15)",
      `CREATE TABLE moods (id integer, felt enum('${SECRET}', 'none'))`,
      "CREATE TABLE versions (id integer, word varchar(20)) WITH SYSTEM VERSIONING",
      "INSERT INTO versions VALUES (1, 'before')",
      "UPDATE versions SET word = 'after'",
    ])
      await database.execute(sql);
  });
  afterAll(async () => {
    await Promise.all(open.map((driver) => driver.close()));
    await database.drop();
  });

  test("a driver that is restricted finds no table without its database, whatever was read of the text", async () => {
    const driver = await connect(database.url);
    expect(await ask(driver, "SELECT name FROM users WHERE id = 1")).toContain("Ada");
    driver.restrict?.({ tables: [], readers: [], views: [] });
    expect(await ask(driver, "SELECT name FROM users WHERE id = 1")).toContain("No database selected");
    expect(await ask(driver, `SELECT name FROM ${database.name}.users WHERE id = 1`)).toContain("Ada");
    expect((await driver.introspect(signal)).tables).not.toEqual([]);
  });

  test("a view whose definition the user may not see is denied, unless it is allowed by its name", async () => {
    const user = `${database.name.slice(0, 24)}_r`;
    await database.execute(`CREATE USER ${user}@'127.0.0.1'`);
    await database.execute(`CREATE USER ${user}@localhost`);
    try {
      for (const host of ["'127.0.0.1'", "localhost"])
        await database.execute(`GRANT SELECT ON ${database.name}.* TO ${user}@${host}`);
      const url = database.urlWith({ user });
      const restricted = await connect(url, { deny: ["users.ssn"] });
      expect(await ask(restricted, "SELECT name FROM users WHERE id = 1")).toContain("Ada");
      expect(await ask(restricted, "SELECT name FROM names")).toContain("Table 'names' doesn't exist");
      const allowed = await connect(url, { allow: ["names", "*"], deny: ["users.ssn"] });
      expect(await ask(allowed, "SELECT name FROM names WHERE id = 1")).toContain("Ada");
    } finally {
      for (const host of ["'127.0.0.1'", "localhost"]) await database.execute(`DROP USER ${user}@${host}`);
    }
  });

  test("neither what a table is partitioned by nor the values of an enumerated type are told of what is hidden", async () => {
    const driver = await connect(database.url, { deny: ["days.ssn"], mask: ["moods.felt"] });
    const schema = JSON.stringify(
      (await driver.introspect(signal)).tables.filter(({ name }) => name !== "users"),
    );
    expect(schema).toContain('"masked":true');
    expect(schema).not.toContain("ssn");
    expect(shows(schema)).toBe(false);
  });

  test("partitions and earlier rows can be read of a table that is seen whole, and of no other", async () => {
    const whole = await connect(database.url, { deny: ["users"] });
    expect(await ask(whole, "SELECT d.id FROM days PARTITION (p2) AS d")).toBe('[["id"],[["2"]]]');
    expect(await ask(whole, "SELECT v.word FROM versions FOR SYSTEM_TIME ALL v ORDER BY 1")).toContain(
      "before",
    );
    const partial = await connect(database.url, { deny: ["days.ssn", "versions.word"] });
    expect(await ask(partial, "SELECT id FROM days PARTITION (p2)")).toContain(
      "PARTITION cannot be used on days",
    );
    expect(await ask(partial, "SELECT id FROM versions FOR SYSTEM_TIME ALL")).toContain(
      "cannot be used on versions",
    );
  });

  test("queries that have nothing to do with what is hidden give the same as without rules", async () => {
    const [plain, driver] = [
      await connect(database.url),
      await connect(database.url, { deny: ["moods", "users.ssn"] }),
    ];
    const home = database.name;
    for (const sql of [
      "SELECT u.name, count(*) AS n FROM users u LEFT JOIN days d ON d.id = u.id GROUP BY u.id, u.name HAVING n > 0 ORDER BY 1",
      "SELECT name, rank() OVER (ORDER BY id DESC) FROM users ORDER BY id",
      "WITH RECURSIVE d AS (SELECT 1 AS x UNION ALL SELECT x + 1 FROM d WHERE x < 3) SELECT d.x, u.name FROM d LEFT JOIN users u ON u.id = d.x ORDER BY 1",
      `SELECT u.id FROM ${home}.users u WHERE EXISTS (SELECT 1 FROM ${home}.days o WHERE o.id = u.id) AND (id, name) IN ((1, 'Ada'))`,
      "(SELECT id FROM users ORDER BY id DESC LIMIT 1) UNION ALL (SELECT id FROM days LIMIT 1) ORDER BY 1",
      "SELECT (SELECT max(d.ssn) FROM days d WHERE d.id = users.id), trim(LEADING 'A' FROM name) FROM users ORDER BY id",
      "SELECT j.v FROM users u, JSON_TABLE(json_array(u.id, 2), '$[*]' COLUMNS (v int PATH '$')) j WHERE u.id = 1 ORDER BY 1",
      "SELECT round(st_distance_sphere(point(1, 2), point(1, 3))), st_intersects(point(1, 2), point(1, 2)), charset(name) FROM users",
      "SELECT id, name, days.ssn FROM (users JOIN days USING (id)) WHERE days.ssn > 5 AND name LIKE 'B%' -- done\n;",
    ]) {
      const given = await ask(driver, sql);
      expect(given).toBe(await ask(plain, sql));
      expect(given).not.toContain("kind");
    }
  });

  test("A thousand hostile statements with a slip in each show nothing", async () => {
    const made = await opened(mariadb, "");
    try {
      const driver = await restrictDriver(made.driver, policyFor("MariaDB"), signal);
      const statements = mutations(hostileQueries("MariaDB", mariadb.home), { seed: 20, count: 1000 });
      const shown: string[] = [];
      for (const sql of statements) {
        const text = await ask(driver, sql);
        if (shows(text) && !shows(sql)) shown.push(sql);
      }
      expect(shown).toEqual([]);
    } finally {
      await made.done();
    }
  }, 120_000);
});

const noCluster = mariadbClusterIsMissing();

describe.skipIf(noCluster !== undefined)(
  `On a MariaDB server that folds names and has ANSI quotes ${noCluster ?? ""}`,
  () => {
    let cluster: MariadbCluster;
    let driver: SqlDriver;

    beforeAll(async () => {
      cluster = await mariadbCluster([
        "--lower-case-table-names=1",
        "--sql-mode=ANSI_QUOTES,NO_BACKSLASH_ESCAPES,PIPES_AS_CONCAT",
      ]);
      for (const sql of [
        "CREATE TABLE Users (id integer PRIMARY KEY, name varchar(20), ssn varchar(40), email varchar(40))",
        `INSERT INTO Users VALUES (1, 'Ada', '${SECRET}', '${MASKED}')`,
        "CREATE VIEW contacts AS SELECT email FROM users",
        "CREATE TABLE notes (id integer)",
        "INSERT INTO notes VALUES (1)",
      ])
        await cluster.execute(sql);
      driver = await restrictDriver(
        await openMysqlDriver({ url: cluster.url }),
        { deny: ["users.ssn"], mask: ["users.email"] },
        signal,
      );
    }, 60_000);
    afterAll(async () => {
      await driver?.close();
      await cluster?.remove();
    });

    test("names are found in any case, and masked in each", async () => {
      for (const table of ["users", "USERS", '"Users"', "shop.users", 'SHOP."USERS"', "`Shop`.`uSers`"])
        expect(await ask(driver, `SELECT email, "name" FROM ${table}`)).toBe(
          '[["email","name"],[["***","Ada"]]]',
        );
      expect(await ask(driver, "SELECT NOTES.id FROM Notes")).toBe('[["id"],[["1"]]]');
    });

    test.each([
      'SELECT "ssn" FROM "users"',
      'SELECT "u"."ssn" FROM "shop"."users" "u"',
      "SELECT '\\', ssn FROM shop.users -- '",
      "SELECT '\\'' , ssn FROM shop.users -- '",
      'SELECT "id" "x""y", ssn FROM SHOP.USERS',
      "SELECT email || ssn FROM Shop.Users",
      "SELECT * FROM CONTACTS",
      "SELECT * FROM shop.Contacts",
      "WITH Users AS (SELECT 1 AS x) SELECT * FROM shop.USERS",
    ])("finds nothing: %s", async (sql) => {
      expect(shows(await ask(driver, sql))).toBe(false);
    });
  },
);
