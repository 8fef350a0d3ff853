import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  clockDiagnosis,
  type Diagnosis,
  encryptionDiagnoses,
  takeLooks,
} from "../../../../src/environments/database/driver/diagnosis.ts";
import { openMysqlDriver } from "../../../../src/environments/database/drivers/mysql/mysql-driver.ts";
import { openPostgresDriver } from "../../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import { mariadbIsMissing, type ScratchMariadb, scratchMariadb } from "../../../support/mariadb.ts";
import {
  postgresIsMissing,
  type ScratchDatabase,
  scratchPostgresDatabase,
} from "../../../support/postgres.ts";

const DAY = 24 * 60 * 60 * 1000;
const never = new AbortController().signal;

describe("a server's certificate", () => {
  const now = Date.parse("2026-03-01T12:00:00Z");

  it.each([
    ["Feb 28 12:00:00 2026 GMT", "fault", /expired on 2026-02-28/u],
    ["Mar 10 12:00:00 2026 GMT", "warning", /expires on 2026-03-10, in 9 days/u],
    ["Mar 31 12:00:00 2026 GMT", "warning", /expires on 2026-03-31, in 30 days/u],
    ["Apr 01 12:00:00 2026 GMT", "ok", /valid until 2026-04-01/u],
    ["Mar 10 12:00:00 2027 GMT", "ok", /valid until 2027-03-10/u],
  ])("that ends on %s is %s", (end, state, text) => {
    const of = { protocol: "TLSv1.3", isChecked: true, isLocal: false, checked: "" };
    expect(encryptionDiagnoses({ ...of, validTo: end }, now)[1]).toMatchObject({
      state,
      text: expect.stringMatching(text),
    });
  });
});

describe("a server's clock", () => {
  it("that is a minute off agrees, and one that is more is told with the side it is on", () => {
    expect(clockDiagnosis(DAY + 60_000, DAY)).toMatchObject({ state: "ok" });
    expect(clockDiagnosis(DAY + 90_000, DAY)?.text).toMatch(/90 seconds ahead of/u);
    expect(clockDiagnosis(DAY - 90_000, DAY)?.text).toMatch(/90 seconds behind/u);
  });
});

describe("several looks at a server", () => {
  it("go on after one that fails, which is told under its name", async () => {
    const found = await takeLooks({
      rights: async () => Promise.reject(new TypeError("no")),
      clock: async () => ({ name: "clock", state: "ok", text: "It agrees." }),
    });
    expect(found.map(({ name, state }) => [name, state])).toEqual([
      ["rights", "warning"],
      ["clock", "ok"],
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
    expect(reader("tables")).toMatchObject({ state: "ok", text: expect.stringContaining("the one table") });
  });

  it("a write inside the guard is refused", async () => {
    const found = await diagnosed(openPostgresDriver({ url: database.url }));
    expect(found("read-only")).toMatchObject({ state: "ok", text: expect.stringContaining("refused") });
  });

  it("tables that were never analysed are told until they are", async () => {
    expect((await diagnosed(openPostgresDriver({ url: database.url })))("statistics")).toMatchObject({
      state: "warning",
      mend: "ANALYZE;",
    });
    await database.execute("ANALYZE");
    expect((await diagnosed(openPostgresDriver({ url: database.url })))("statistics")?.state).toBe("ok");
  });

  it("statistics that row security withholds are no missing ANALYZE", async () => {
    await database.execute(`CREATE TABLE diary (id int, owner text); INSERT INTO diary VALUES (1, 'a');
      ALTER TABLE diary ENABLE ROW LEVEL SECURITY; CREATE POLICY own ON diary USING (owner = current_user);
      GRANT SELECT ON diary TO ${role}; ANALYZE`);
    const statistics = (await diagnosed(openPostgresDriver({ url: urlAs(role) })))("statistics");
    await database.execute("DROP TABLE diary");
    expect(statistics).toMatchObject({
      state: "ok",
      text: expect.stringContaining("withholds those of 1 table with row security"),
    });
  });

  it("hidden tables are counted and not named", async () => {
    await database.execute("CREATE TABLE payroll (id int)");
    const tables = (await diagnosed(openPostgresDriver({ url: urlAs(role) })))("tables");
    await database.execute("REVOKE ALL ON payroll FROM PUBLIC");
    expect(JSON.stringify(tables)).not.toContain("payroll");
    await database.execute(`REVOKE ALL ON payroll FROM ${role}`);
    const after = (await diagnosed(openPostgresDriver({ url: urlAs(role) })))("tables");
    expect(after?.text).toBe("The role may read 1 of 2 tables and views; 1 is hidden from it.");
  });

  it("a role that may read nothing is at fault, with what would grant it", async () => {
    await database.execute(`REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${role}`);
    const tables = (await diagnosed(openPostgresDriver({ url: urlAs(role) })))("tables");
    expect(tables).toMatchObject({ state: "fault", mend: expect.stringContaining("GRANT SELECT") });
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
    expect(reader("tables")?.text).toContain("1 table");
  });

  it("a write inside the guard is refused, and nothing is gone", async () => {
    const found = await diagnosed(openMysqlDriver({ url: database.url }));
    expect(found("read-only")).toMatchObject({ state: "ok", text: expect.stringContaining("refused") });
    expect(await database.execute("SELECT count(*) AS n FROM shop")).toEqual([{ n: 1 }]);
  });
});
