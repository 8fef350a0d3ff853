import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgresDriver } from "../../../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import { rejectsWith } from "../../../../../src/testing/test-runner.ts";
import {
  postgresIsMissing,
  type ScratchDatabase,
  scratchPostgresDatabase,
} from "../../../../support/postgres.ts";
import { refusalOf, statementOptions } from "../sql-driver-queries.ts";

const missing = await postgresIsMissing();
const never = new AbortController().signal;

describe.skipIf(missing !== undefined)(`A PostgreSQL role with few rights ${missing ?? ""}`, () => {
  let scratch: ScratchDatabase;
  let role: string;
  let url: string;

  beforeAll(async () => {
    scratch = await scratchPostgresDatabase();
    role = `${scratch.name}_poor`;
    await scratch.execute(`
      CREATE SCHEMA closed; CREATE SCHEMA open;
      CREATE TABLE closed.hidden (id int);
      CREATE TABLE wage (id int, name text, amount numeric);
      CREATE VIEW wage_band AS SELECT name, amount > 10 AS high FROM wage;
      CREATE TABLE open.note (id int, owner text, body text);
      ALTER TABLE open.note ENABLE ROW LEVEL SECURITY;
      CREATE POLICY own ON open.note USING (owner = current_user);
      CREATE SEQUENCE counter;
      CREATE ROLE ${role} LOGIN PASSWORD 'open-sesame';
      GRANT USAGE ON SCHEMA open TO ${role};
      GRANT SELECT ON closed.hidden, wage_band, open.note TO ${role};
      GRANT SELECT (id, name) ON wage TO ${role};
      INSERT INTO wage VALUES (1, 'Ann', 12);
      INSERT INTO open.note VALUES (1, '${role}', 'mine'), (2, 'postgres', 'not mine');
      ALTER ROLE ${role} SET statement_timeout = '2s';
      ALTER ROLE ${role} SET row_security = off;
      ALTER ROLE ${role} SET search_path = open;
      ALTER ROLE ${role} SET default_transaction_read_only = on`);
    const address = new URL(scratch.url);
    address.username = role;
    address.password = "open-sesame";
    url = address.href;
  });
  afterAll(async () => {
    await scratch?.execute(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    await scratch?.drop();
  });

  async function opened<T>(work: (driver: Awaited<ReturnType<typeof openPostgresDriver>>) => Promise<T>) {
    const driver = await openPostgresDriver({ url });
    try {
      return await work(driver);
    } finally {
      await driver.close();
    }
  }

  it("is shown what it may read, by its own search path, and told what it sees only in part", () =>
    opened(async (driver) => {
      const { tables } = await driver.introspect(never);
      expect(tables.map(({ schema, name, columns, note }) => [schema, name, columns.length, note])).toEqual([
        [undefined, "note", 3, "row security: this role may see only some of the rows"],
        ["public", "wage", 2, "only these columns may be read, so name them in place of *"],
        ["public", "wage_band", 2, undefined],
      ]);
    }));

  it("sees its own rows where its setting would have the server refuse, and a view over what it may not read", () =>
    opened(async (driver) => {
      const sql =
        "SELECT (SELECT string_agg(body, ',') FROM note), (SELECT bool_and(high) FROM public.wage_band)";
      expect((await driver.query(sql, [], statementOptions())).rows).toEqual([["mine", true]]);
    }));

  it.each([
    "SELECT * FROM public.wage",
    "SELECT amount FROM public.wage",
    "SELECT * FROM closed.hidden",
    "SELECT last_value FROM public.counter",
  ])("is told what to do where it may not: %s", (sql) =>
    opened(async (driver) => {
      const facts = await refusalOf(driver.query(sql, [], statementOptions()), sql);
      expect(facts.advice).toMatch(/that the schema shows/u);
    }),
  );

  it("keeps the time limit that its owner set, and says that one", () =>
    opened(async (driver) => {
      const running = driver.query("SELECT pg_sleep(30)", [], statementOptions({ milliseconds: 20_000 }));
      expect((await rejectsWith("engine-timeout", running)).message).toContain("2000 ms");
    }));

  it("shares no cache with another role, which may see other rows", () =>
    opened(async (driver) => {
      const owner = await openPostgresDriver({ url: scratch.url });
      await owner.close();
      expect(driver.target.key).not.toBe(owner.target.key);
    }));
});

if (missing !== undefined) it.skip(`PostgreSQL roles: ${missing}`);
