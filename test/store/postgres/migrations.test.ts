import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgresStore } from "../../../src/store/postgres.ts";
import { STORE_VERSION } from "../../../src/store/tables.ts";
import { trajectoryStore } from "../../../src/store/trajectories.ts";
import { postgresIsMissing } from "../../support/postgres.ts";
import { scratchStores } from "../../support/shared-store.ts";
import { sampleTrajectory } from "../trajectory-store-conformance.ts";

const missing = await postgresIsMissing();
const principal = { id: "anna" };

describe.skipIf(missing !== undefined)(`the schema of a shared store ${missing ?? ""}`, () => {
  const { begin, end, url, open, database } = scratchStores();
  const role = `fuxi_role_${randomUUID().slice(0, 8)}`;
  beforeAll(begin);
  afterAll(async () => {
    await database().execute(`DROP OWNED BY ${role} CASCADE; DROP ROLE ${role}`);
    await end();
  });

  const opened = async (address: string): Promise<void> => {
    await (await openPostgresStore({ url: address })).share()();
  };
  const asRole = (address: string): string => {
    const own = new URL(address);
    own.username = role;
    own.password = "secret-of-the-role";
    return own.href;
  };

  it("is made once by many processes that begin at the same moment", async () => {
    const address = url();
    const stores = await Promise.all(Array.from({ length: 8 }, () => openPostgresStore({ url: address })));
    const runs = stores.map((store) => trajectoryStore(store));
    for (const [index, store] of runs.entries()) await store.create({ id: String(index), principal });
    expect(await runs[0]?.list({ principal, limit: 99 })).toHaveLength(8);
    const { rows } = await database().execute(`SELECT version FROM ${stores[0]?.schema}.store_version`);
    expect(rows).toEqual([{ version: STORE_VERSION }]);
    for (const store of runs) await store.close();
  });

  it("of the version before opens with what it holds", async () => {
    const before = await open();
    const runs = trajectoryStore(before);
    await runs.create({ id: "r", principal });
    await runs.close();
    const uuid = "uuid NOT NULL DEFAULT gen_random_uuid()";
    await database().execute(
      `SET search_path = ${before.schema}; ALTER TABLE run ADD made ${uuid}; ALTER TABLE event ADD call ${uuid};
       ALTER TABLE workspace ADD call ${uuid}; ALTER TABLE work_list ADD made ${uuid};
       UPDATE store_version SET version = 6; RESET search_path`,
    );
    const now = trajectoryStore(
      await openPostgresStore({ url: `${database().url}?schema=${before.schema}` }),
    );
    await now.append("r", principal, sampleTrajectory("how many?"));
    expect(await now.list({ principal, limit: 9 })).toMatchObject([{ id: "r", events: 4 }]);
    await now.close();
  });

  it("of a newer or an early version, of another program or gone is refused, and left as it is", async () => {
    const [newer, foreign, gone] = [await open(), url(), await open()];
    await database().execute(`UPDATE ${newer.schema}.store_version SET version = 999`);
    const address = `${database().url}?schema=${newer.schema}`;
    await expect(opened(address)).rejects.toMatchObject({
      code: "store-corrupt",
      message: expect.stringMatching(/written by a newer version/u),
    });
    await database().execute(`UPDATE ${newer.schema}.store_version SET version = 1`);
    await expect(opened(address)).rejects.toMatchObject({ message: expect.stringMatching(/early version/u) });
    const schema = new URL(foreign).searchParams.get("schema");
    await database().execute(`CREATE SCHEMA ${schema} CREATE TABLE theirs (id integer)`);
    await expect(opened(foreign)).rejects.toMatchObject({
      code: "store-corrupt",
      message: expect.stringMatching(/is not a store of Fuxi/u),
    });
    const runs = trajectoryStore(gone);
    await database().execute(`DROP TABLE ${gone.schema}.event`);
    await expect(runs.append("r", principal, [])).rejects.toMatchObject({ code: "run-not-found" });
    await runs.create({ id: "r", principal });
    await expect(runs.read("r", principal)).rejects.toMatchObject({ code: "store-corrupt" });
    await runs.close();
    await newer.share()();
  });

  it("needs no right but to own that schema, and without it says which statement is missing", async () => {
    await database().execute(`CREATE ROLE ${role} LOGIN PASSWORD 'secret-of-the-role'`);
    const address = asRole(url());
    const refused = await opened(address).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: "store-unavailable",
      hint: expect.stringContaining("CREATE SCHEMA fuxi AUTHORIZATION"),
    });
    expect(JSON.stringify([refused, String((refused as Error).message)])).not.toContain("secret-of-the-role");
    const schema = new URL(address).searchParams.get("schema");
    await database().execute(`CREATE SCHEMA ${schema} AUTHORIZATION ${role}`);
    await database().execute(
      `ALTER ROLE ${role} SET default_transaction_isolation = 'serializable'; ALTER ROLE ${role} SET synchronous_commit = off;
       ALTER ROLE ${role} SET search_path = pg_catalog`,
    );
    const runs = trajectoryStore(await openPostgresStore({ url: address }));
    await runs.create({ id: "r", principal });
    const events = sampleTrajectory("how many?");
    const attempts = [1, 2, 3].map(() => runs.append("r", principal, events));
    expect((await Promise.allSettled(attempts)).filter(({ status }) => status === "fulfilled")).toHaveLength(
      1,
    );
    expect(await runs.read("r", principal)).toEqual(events);
    await runs.close();
  });

  it.each([
    ["postgres://127.0.0.1:1/nowhere", "store-unavailable", /does not answer/u],
    ["mysql://127.0.0.1/shop", "configuration-invalid", /no PostgreSQL address/u],
    ["postgres://h/d?schema=Robert'); --", "configuration-invalid", /schema=/u],
    ["postgres://h/d?options=-c%20role%3Dx", "configuration-invalid", /options=/u],
    ["postgres://user:geheim@h:port/d", "configuration-invalid", /cannot be read/u],
  ])("is not looked for at %s", async (address, code, message) => {
    await expect(opened(address)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });
});
