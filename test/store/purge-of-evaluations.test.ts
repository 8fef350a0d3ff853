import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isStoreUrl, openPostgresStore } from "../../src/store/postgres.ts";
import { purgeStore } from "../../src/store/purge.ts";
import { openSqliteStore } from "../../src/store/sqlite.ts";
import { workStoreAt } from "../support/claiming-process.ts";
import { postgresIsMissing } from "../support/postgres.ts";
import { scratchStores } from "../support/shared-store.ts";
import { storesAt } from "../support/stores-at.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { sampleTrajectory } from "./trajectory-store-conformance.ts";

const ANN = { id: "ann" };
const folder = temporaryFolder();
const missing = await postgresIsMissing();
const server = scratchStores();
beforeAll(async () => {
  if (missing === undefined) await server.begin();
});
afterAll(server.end);

interface Bounds {
  readonly before?: number;
  readonly environment?: string;
}

async function purgeAt(place: string, bounds: Bounds): Promise<number> {
  const store = isStoreUrl(place) ? await openPostgresStore({ url: place }) : openSqliteStore(place);
  const close = store.share();
  const purged = await purgeStore(store, { ...bounds, principal: ANN, everything: false, dryRun: false });
  await close();
  return purged.evaluations;
}

let files = 0;
describe.each([
  { where: "a SQLite file", skip: undefined, place: () => join(folder, `${files++}.store`) },
  { where: "PostgreSQL", skip: missing, place: () => server.url() },
])("purging results of evaluations from $where", ({ skip, place }) => {
  const test = (title: string, body: () => Promise<void>) =>
    it.skipIf(skip !== undefined)(`${title}${skip ?? ""}`, body);

  /** One evaluation with a run, and one that a process is working on. */
  async function filled(at: string) {
    const work = await workStoreAt(at);
    const { store, artifacts } = await storesAt(at);
    const events = sampleTrajectory("how many?");
    await store.create({ id: "e-1", principal: ANN });
    await store.append("e-1", ANN, events);
    for (const id of ["e", "held"])
      await work.create({ id, principal: ANN, manifest: {}, items: ["a", "b"] });
    await work.finish({ id: "e", principal: ANN, holder: "x" }, "a", { run: "e-1", answer: "secret" });
    await work.claim({ id: "held", principal: ANN, holder: "x" }, 60_000);
    await Promise.all([store.close(), artifacts.close()]);
    const left = async () => (await work.list({ principal: ANN, limit: 9 })).map(({ id }) => id);
    const [first] = events;
    const environment = first?.type === "run-started" ? (first.environments[0]?.id ?? "") : "";
    return { left, environment, close: () => work.close() };
  }

  test("deletes all but what a process is working on", async () => {
    const at = place();
    const { left, close } = await filled(at);
    expect(await purgeAt(at, {})).toBe(1);
    expect(await left()).toEqual(["held"]);
    await close();
  });

  test("keeps what was begun later", async () => {
    const at = place();
    const { left, close } = await filled(at);
    expect(await purgeAt(at, { before: Date.now() - 60_000 })).toBe(0);
    expect(await left()).toEqual(["held", "e"]);
    await close();
  });

  test("goes by the environment of the runs", async () => {
    const at = place();
    const { left, close, environment } = await filled(at);
    expect(await purgeAt(at, { environment: "another" })).toBe(0);
    expect(await left()).toEqual(["held", "e"]);
    expect(await purgeAt(at, { environment })).toBe(1);
    expect(await left()).toEqual(["held"]);
    await close();
  });
});
