import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { artifactStore } from "../../../src/store/artifacts.ts";
import { purgeStore } from "../../../src/store/purge.ts";
import { query } from "../../../src/store/sql.ts";
import { trajectoryStore } from "../../../src/store/trajectories.ts";
import { workspaceStore } from "../../../src/store/workspaces.ts";
import { cliIn, writeShop } from "../../cli/cli-fixture.ts";
import { postgresIsMissing } from "../../support/postgres.ts";
import { scratchStores } from "../../support/shared-store.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const missing = await postgresIsMissing();
const folder = temporaryFolder();
const QUESTION = "How many customers live in Lyon?";

describe.skipIf(missing !== undefined)(`Deleting from a store on PostgreSQL ${missing ?? ""}`, () => {
  const { begin, end, url, database, open } = scratchStores();
  beforeAll(begin);
  afterAll(end);
  const shop = writeShop(folder);

  const counts = async (address: string) => {
    const schema = new URL(address).searchParams.get("schema");
    const client = new pg.Client({ connectionString: database().url });
    await client.connect();
    const { rows } = await client.query(
      `SELECT (SELECT count(*) FROM ${schema}.run)::int AS runs, (SELECT count(*) FROM ${schema}.event)::int AS events,
         (SELECT count(*) FROM ${schema}.glossary)::int AS meanings`,
    );
    await client.end();
    return rows[0] as { readonly runs: number; readonly events: number; readonly meanings: number };
  };
  /** Makes the runs of the one who asked those of somebody else. */
  const giveTo = async (address: string, principal: string) => {
    const schema = new URL(address).searchParams.get("schema");
    await database().execute(`UPDATE ${schema}.run SET principal = '${principal}'`);
    await database().execute(`UPDATE ${schema}.glossary SET principal = '${principal}'`);
  };

  it("counts in a dry run what it then deletes, of one's own alone", async () => {
    const address = url();
    const fuxi = cliIn(folder, { FUXI_STORE: address });
    await fuxi("ask", shop, QUESTION);
    await fuxi("glossary", "add", shop, "our city", "Lyon");
    await giveTo(address, "anna");
    await fuxi("ask", shop, QUESTION);
    const would = await fuxi("purge", "--all", "--dry-run");
    expect(would.out).toMatch(
      /^would go: 1 run, 0 artifacts, 0 workspaces, 0 remembered meanings \([\d.]+ kB\)/mu,
    );
    expect(await counts(address)).toMatchObject({ runs: 2, meanings: 1 });
    const { out } = await fuxi("purge", "--runs", "--yes");
    expect(out.trimEnd()).toBe(would.out.split("\n")[0]?.replace("would go", "deleted"));
    expect(await counts(address)).toMatchObject({ runs: 1, meanings: 1 });
  });

  it("deletes what is others', too, for a role that owns the store, and says whose it was", async () => {
    const address = url();
    const fuxi = cliIn(folder);
    await fuxi("ask", shop, QUESTION, "--store", address);
    await fuxi("glossary", "add", shop, "our city", "Lyon", "--store", address);
    await giveTo(address, "anna");
    await fuxi("ask", shop, QUESTION, "--store", address);
    const words = ["purge", "--all", "--target", "shop", "--all-principals", "--yes", "--store", address];
    const { code, out } = await fuxi(...words);
    expect(code).toBe(0);
    expect(out).toMatch(/^deleted: 2 runs, .*1 remembered meaning of all principals/mu);
    expect(await counts(address)).toEqual({ runs: 0, events: 0, meanings: 0 });
  });

  it("refuses that to a role that does not own the store, and deletes nothing", async () => {
    const address = url();
    const schema = new URL(address).searchParams.get("schema");
    await cliIn(folder)("ask", shop, QUESTION, "--store", address);
    const role = `fuxi_purge_${Math.random().toString(36).slice(2, 10)}`;
    await database().execute(`CREATE ROLE ${role} LOGIN`);
    await database().execute(`GRANT USAGE ON SCHEMA ${schema} TO ${role}`);
    await database().execute(`GRANT ALL ON ALL TABLES IN SCHEMA ${schema} TO ${role}`);
    try {
      const own = new URL(address);
      own.username = role;
      const fuxi = cliIn(folder, { FUXI_STORE: own.href });
      const { code, err } = await fuxi("purge", "--runs", "--all-principals", "--yes");
      expect([code, err]).toEqual([
        2,
        expect.stringMatching(/Your role does not own the store at .*Leave --all-principals out/u),
      ]);
      expect(await counts(address)).toMatchObject({ runs: 1 });
      expect((await fuxi("purge", "--runs", "--yes")).out).toContain("deleted: 1 run,");
    } finally {
      await database().execute(`DROP OWNED BY ${role}`);
      await database().execute(`DROP ROLE ${role}`);
    }
  });

  it("takes the artifacts of the runs it deletes, and leaves what others mention and what is at work", async () => {
    const store = await open();
    const [runs, artifacts, workspaces] = [
      trajectoryStore(store),
      artifactStore(store),
      workspaceStore(store),
    ];
    const principal = { id: "local" };
    const put = async (text: string) =>
      (
        await artifacts.put(new TextEncoder().encode(text), {
          principal,
          mediaType: "text/plain",
          lifetimeSeconds: 9999,
        })
      ).sha256;
    const [own, ofBoth, ofDraft] = [await put("own"), await put("of both"), await put("of a draft")];
    const [ended, unended, held] = ["r-ended", "r-open", "r-held"];
    for (const id of [ended, unended, held]) await runs.create({ id, principal });
    const schema = store.schema;
    const body = (text: string) => JSON.stringify({ seq: 1, note: `\u0000 ${text}` });
    const write = async (id: string, text: string) =>
      await store.run(() =>
        query(
          `INSERT INTO "${schema}".event (run, seq, body) SELECT number, 1, $2 FROM "${schema}".run WHERE id = $1`,
          [id, body(text)],
        ),
      );
    await write(ended, `${own} ${ofBoth} ${ofDraft}`);
    await write(unended, ofBoth);
    await store.run(() =>
      query(
        `UPDATE "${schema}".run SET record = replace(record, '"events"', '"outcome":"answered","events"') WHERE id <> $1`,
        [unended],
      ),
    );
    await workspaces.open({ result: ofDraft }, { principal, lifetimeSeconds: 999 });
    const hold = await runs.hold?.(held, principal);
    const bounds = { principal, everything: true, dryRun: false };
    const working = await purgeStore(store, { ...bounds, dryRun: true });
    expect(working).toMatchObject({ runs: 1, artifacts: 0, running: 2 });
    await hold?.release();
    const purged = await purgeStore(store, bounds);
    expect(purged).toMatchObject({ runs: 2, artifacts: 1, running: 1 });
    await expect(artifacts.get(own, principal)).rejects.toMatchObject({ code: "artifact-missing" });
    for (const digest of [ofBoth, ofDraft]) expect(await artifacts.get(digest, principal)).toBeDefined();
    for (const each of [runs, artifacts, workspaces]) await each.close();
  });
});
