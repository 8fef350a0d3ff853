import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createDatabaseEnvironment,
  type DatabaseEnvironment,
  openSqliteDriver,
} from "../../../../src/environments/database/index.ts";
import { ShopSession } from "../../../support/shop-session.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

describe("a condition on a masked column", () => {
  let environment: DatabaseEnvironment;
  beforeAll(async () => {
    const path = join(temporaryFolder(), "people.sqlite");
    const database = new DatabaseSync(path);
    database.exec("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, town TEXT)");
    database.exec("INSERT INTO person VALUES (1, 'Ada', 'Oslo'), (2, 'Ben', 'Rome')");
    database.close();
    environment = await createDatabaseEnvironment({
      id: "people",
      driver: await openSqliteDriver({ path }),
      cacheFolder: temporaryFolder(),
      privacy: { mask: ["person.name"] },
    });
  });
  afterAll(() => environment?.close());

  const checked = async (query: string) =>
    (await ShopSession.open(environment)).act("check_query", { query });

  it.each(["name = 'Ada'", "name = 'Zoe'", "lower(name) LIKE 'a%'", "name IN ('Ada', 'Ben')"])(
    "is told, and not that the value is missing: %s",
    async (condition) => {
      const { text } = await checked(`SELECT count(*) FROM person WHERE ${condition}`);
      expect(text).toContain("person.name is masked: it reads *** in place of each value");
      expect(text).not.toMatch(/has no value|No value of/u);
    },
  );

  it("leaves conditions on other columns as they are", async () => {
    const { text } = await checked("SELECT count(*) FROM person WHERE town = 'Oslp'");
    expect(text).toContain("person.town has no value 'Oslp'");
    expect(text).not.toContain("masked");
  });
});

describe("a table that is not there", () => {
  it("is said not to be, where one that resembles it is described", async () => {
    const path = join(temporaryFolder(), "near.sqlite");
    const database = new DatabaseSync(path);
    database.exec("CREATE TABLE contract (id INTEGER PRIMARY KEY)");
    database.close();
    const environment = await createDatabaseEnvironment({
      id: "near",
      driver: await openSqliteDriver({ path }),
      cacheFolder: temporaryFolder(),
    });
    try {
      const session = await ShopSession.open(environment);
      const { text } = await session.act("describe_tables", { tables: ["contact"] });
      expect(text).toContain('There is no table "contact"; nearest to it:\ncontract');
      expect((await session.act("describe_tables", { tables: ["contr"] })).text).not.toContain("There is no");
    } finally {
      await environment.close();
    }
  });
});
