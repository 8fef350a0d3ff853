import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { workStoreAt } from "../support/claiming-process.ts";
import { postgresIsMissing } from "../support/postgres.ts";
import { scratchStores } from "../support/shared-store.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const PROGRAM = join(import.meta.dirname, "../support/claiming-process.ts");
const PRINCIPAL = { id: "tester" };
const ITEMS = Array.from({ length: 300 }, (_, index) => `item-${index}`);

const folder = temporaryFolder();
const missing = await postgresIsMissing();
const server = scratchStores();
beforeAll(async () => {
  if (missing === undefined) await server.begin();
});
afterAll(server.end);

async function work(place: string, deathAfter?: number) {
  const more = deathAfter === undefined ? [] : [String(deathAfter)];
  const child = spawn(process.execPath, [PROGRAM, place, "l", ...more], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said, [, signal]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  return { did: said.split("\n").filter((line) => line !== ""), signal: signal as string | null };
}

describe.each([
  { where: "a SQLite file", skip: undefined, place: () => join(folder, "work.store") },
  { where: "PostgreSQL", skip: missing, place: () => server.url() },
])("two processes with one list of work in $where", ({ skip, place }) => {
  it.skipIf(skip !== undefined)(`do each item once, and what a killed one held${skip ?? ""}`, async () => {
    const at = place();
    const store = await workStoreAt(at);
    await store.create({ id: "l", principal: PRINCIPAL, manifest: {}, items: ITEMS });
    // Alone: beside others that hold the file's lock it might never get as far as its death.
    const killed = await work(at, 20);
    expect(killed).toMatchObject({ signal: "SIGKILL", did: { length: 20 } });
    const both = await Promise.all([work(at), work(at)]);
    expect(both.map(({ signal }) => signal)).toEqual([null, null]);
    expect([killed, ...both].flatMap(({ did }) => did).sort()).toEqual([...ITEMS].sort());
    expect((await store.summary("l", PRINCIPAL)).finished).toBe(ITEMS.length);
    await store.close();
  });
});
