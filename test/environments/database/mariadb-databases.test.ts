import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createDatabaseEnvironment,
  type DatabaseEnvironment,
} from "../../../src/environments/database/create-database-environment.ts";
import { openMysqlDriver } from "../../../src/environments/database/drivers/mysql/mysql-driver.ts";
import { rejectsWith } from "../../../src/testing/test-runner.ts";
import { mariadbIsMissing, type ScratchMariadb, scratchMariadb } from "../../support/mariadb.ts";
import { ShopSession } from "../../support/shop-session.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const missing = await mariadbIsMissing();
const signal = new AbortController().signal;

describe.skipIf(missing !== undefined)(`Several databases of one MariaDB server ${missing ?? ""}`, () => {
  let shop: ScratchMariadb;
  let archive: ScratchMariadb;
  let closed: ScratchMariadb;
  let user = "";
  let environment: DatabaseEnvironment;
  let session: ShopSession;

  const urlOf = (schemas: readonly string[], database = "") =>
    shop.urlWith({ user, password: "", database, search: `schemas=${schemas.join(",")}` });

  beforeAll(async () => {
    [shop, archive, closed] = [await scratchMariadb(), await scratchMariadb(), await scratchMariadb()];
    user = `u_${shop.name.slice(-12)}`;
    for (const sql of [
      `CREATE TABLE city (id INT PRIMARY KEY, name VARCHAR(20))`,
      "INSERT INTO city VALUES (1, 'Clairmont'), (2, 'Aarhus')",
      `CREATE TABLE ${archive.name}.city (id INT PRIMARY KEY, name VARCHAR(20))`,
      `INSERT INTO ${archive.name}.city VALUES (1, 'Christiania')`,
      `CREATE TABLE ${closed.name}.secret (id INT PRIMARY KEY)`,
      `CREATE TABLE ${archive.name}.old_order (id INT PRIMARY KEY, city_id INT, secret_id INT, amount INT,
        FOREIGN KEY (city_id) REFERENCES ${shop.name}.city (id), FOREIGN KEY (secret_id) REFERENCES ${closed.name}.secret (id))`,
      `INSERT INTO ${archive.name}.old_order VALUES (1, 1, NULL, 5), (2, 1, NULL, 6), (3, 2, NULL, 7)`,
      `CREATE USER ${user}@'%'`,
      `GRANT SELECT ON ${shop.name}.* TO ${user}@'%'`,
      `GRANT SELECT ON ${archive.name}.* TO ${user}@'%'`,
    ])
      await shop.execute(sql);
    environment = await createDatabaseEnvironment({
      id: "shop",
      driver: await openMysqlDriver({ url: urlOf([shop.name, archive.name]) }),
      cacheFolder: temporaryFolder(),
    });
    session = await ShopSession.open(environment);
  }, 60_000);
  afterAll(async () => {
    await environment?.close();
    await shop?.execute(`DROP USER ${user}@'%'`);
    await archive?.drop();
    await closed?.drop();
    await shop?.drop();
  });

  it("are shown together: tables of the first need no name in front, those of the others have one", async () => {
    const { data, text } = await session.act("describe_tables", {
      tables: ["city", `${archive.name}.city`, `${archive.name}.old_order`],
    });
    expect(data.tables).toEqual(["city", `${archive.name}.city`, `${archive.name}.old_order`]);
    expect(text).toContain("city_id int -> city.id");
    expect(text).not.toContain("secret.id");
  });

  it("are joined along keys from one to the other", async () => {
    const { text } = await session.act("find_join_path", { tables: ["city", `${archive.name}.old_order`] });
    expect(text).toMatch(new RegExp(`${archive.name}\\.old_order`, "u"));
    expect(text).toMatch(/city_id\s*=\s*\S*city\.id|city\.id\s*=\s*\S+city_id/u);
    expect(text).not.toContain(`${archive.name}.city `);
  });

  it("are drafted in with the server's own rows", async () => {
    await session.draft({
      from: `city c JOIN ${archive.name}.old_order o ON o.city_id = c.id`,
      where: "c.name = 'Clairmont'",
      select: "SUM(o.amount)",
    });
    const { data } = await session.act("check_query", { query: "" });
    expect(data.sql).toContain(`${archive.name}.old_order`);
    const { text } = await session.act("search_by_SQL", { query: String(data.sql) });
    expect(text).toContain("11");
  });

  it("hold values that are found in each, with its name", async () => {
    const { text } = await session.act("find_columns_containing_value", { value: "Christiania" });
    expect(text).toContain(`${archive.name}.city.name`);
    const near = await session.act("find_columns_containing_value_fuzzy", { value: "Clairmnt" });
    expect(near.text).toContain("city.name");
  });

  it("may name the first one in front, too", async () => {
    const { text } = await session.act("search_by_SQL", {
      query: `SELECT name FROM ${shop.name}.city WHERE id = 2`,
    });
    expect(text).toContain("Aarhus");
  });

  it("say where a table is that was named without its database", async () => {
    const failure = await session.fail("search_by_SQL", { query: "SELECT * FROM old_order" });
    expect(failure.code).toBe("unknown-table");
    expect(failure.suggestions[0]?.text).toBe(`${archive.name}.old_order`);
  });

  it("that the user may not use are told like those that are not there", async () => {
    for (const name of [closed.name, "no_such_database"]) {
      const error = await rejectsWith("target-not-found", openMysqlDriver({ url: urlOf([shop.name, name]) }));
      expect(error.message).toBe(`The server has no database ${name} that this user may use.`);
      expect(error.hint).not.toContain(closed.name);
    }
  });

  it("other than that of the path are shown alone where only they are asked for", async () => {
    const driver = await openMysqlDriver({ url: urlOf([archive.name], shop.name) });
    try {
      const { tables } = await driver.introspect(signal);
      expect(tables.map(({ schema, name }) => `${schema}.${name}`)).toEqual([
        `${archive.name}.city`,
        `${archive.name}.old_order`,
      ]);
    } finally {
      await driver.close();
    }
  });

  it("are noticed to have changed, whichever of them it is", async () => {
    const driver = await openMysqlDriver({ url: urlOf([shop.name, archive.name]) });
    try {
      const before = await driver.schemaVersion?.(signal);
      await shop.execute(`CREATE TABLE ${archive.name}.later (id INT)`);
      expect(await driver.schemaVersion?.(signal)).not.toBe(before);
    } finally {
      await driver.close();
    }
  });
});

if (missing !== undefined) it.skip(`Several MariaDB databases: ${missing}`);
