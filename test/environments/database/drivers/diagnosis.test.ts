import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Diagnosis, takeLooks } from "../../../../src/environments/database/driver/diagnosis.ts";
import { openMysqlDriver } from "../../../../src/environments/database/drivers/mysql/mysql-driver.ts";
import { openPostgresDriver } from "../../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import { mariadbIsMissing, type ScratchMariadb, scratchMariadb } from "../../../support/mariadb.ts";
import {
  postgresIsMissing,
  type ScratchDatabase,
  scratchPostgresDatabase,
} from "../../../support/postgres.ts";

const never = new AbortController().signal;

describe("several looks at a server", () => {
  it("go on after one that fails, which is told under its name", async () => {
    const found = await takeLooks({
      rights: async () => Promise.reject(new TypeError("no")),
      tables: async () => ({ name: "tables", state: "ok", text: "It agrees." }),
    });
    expect(found.map(({ name, state }) => [name, state])).toEqual([
      ["rights", "warning"],
      ["tables", "ok"],
    ]);
  });
});

async function diagnosed(opening: ReturnType<typeof openPostgresDriver>) {
  const driver = await opening;
  try {
    const found = (await driver.diagnose?.(never)) ?? [];
    return (name: string): Diagnosis | undefined => found.find((each) => each.name === name);
  } finally {
    await driver.close();
  }
}

const missing = await postgresIsMissing();

describe.skipIf(missing !== undefined)(`what PostgreSQL tells of itself ${missing ?? ""}`, () => {
  let database: ScratchDatabase;
  const role = `fuxi_reader_${Math.random().toString(36).slice(2, 10)}`;
  const urlAs = (user: string): string => {
    const url = new URL(database.url);
    url.username = user;
    url.password = "choose one";
    return url.href;
  };

  beforeAll(async () => {
    database = await scratchPostgresDatabase();
    await database.execute(`CREATE TABLE shop (id int PRIMARY KEY, name text);
      INSERT INTO shop SELECT i, 'n' || i FROM generate_series(1, 50) i`);
  });
  afterAll(async () => {
    await database.execute(`DROP OWNED BY ${role}; DROP ROLE ${role}`).catch(() => {});
    await database.drop();
  });

  it("a superuser is warned of, with statements that really make a role which can only read", async () => {
    const rights = (await diagnosed(openPostgresDriver({ url: database.url })))("rights");
    expect(rights).toMatchObject({ state: "warning", text: expect.stringContaining("superuser") });
    await database.execute((rights?.mend ?? "").replaceAll("fuxi_reader", role));
    const reader = await diagnosed(openPostgresDriver({ url: urlAs(role) }));
    expect(reader("rights")).toMatchObject({ state: "ok" });
  });

  it("a write inside the guard is refused", async () => {
    const found = await diagnosed(openPostgresDriver({ url: database.url }));
    expect(found("read-only")).toMatchObject({ state: "ok", text: expect.stringContaining("refused") });
  });
});

const absent = await mariadbIsMissing();

describe.skipIf(absent !== undefined)(`what MariaDB tells of itself ${absent ?? ""}`, () => {
  let database: ScratchMariadb;
  const user = `fuxi_${Math.random().toString(36).slice(2, 10)}`;

  beforeAll(async () => {
    database = await scratchMariadb();
    await database.execute("CREATE TABLE shop (id INT PRIMARY KEY, name TEXT)");
    await database.execute("INSERT INTO shop VALUES (1, 'a')");
  });
  afterAll(async () => {
    await database.execute(`DROP USER IF EXISTS '${user}'@'%'`);
    await database.drop();
  });

  it("a user who may write is warned of, with statements that really make one who can only read", async () => {
    const rights = (await diagnosed(openMysqlDriver({ url: database.url })))("rights");
    expect(rights).toMatchObject({ state: "warning" });
    for (const statement of (rights?.mend ?? "").replaceAll("fuxi_reader", user).split("\n"))
      await database.execute(statement);
    const reader = await diagnosed(
      openMysqlDriver({ url: database.urlWith({ user, password: "choose one" }) }),
    );
    expect(reader("rights")).toMatchObject({ state: "ok" });
  });

  it("a write inside the guard is refused, and nothing is gone", async () => {
    const found = await diagnosed(openMysqlDriver({ url: database.url }));
    expect(found("read-only")).toMatchObject({ state: "ok", text: expect.stringContaining("refused") });
    expect(await database.execute("SELECT count(*) AS n FROM shop")).toEqual([{ n: 1 }]);
  });
});
