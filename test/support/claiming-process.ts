import { randomUUID } from "node:crypto";
import { flushCompileCache } from "node:module";
import { isStoreUrl, openPostgresStore } from "../../src/store/postgres.ts";
import { workStore } from "../../src/store/work.ts";
import type { WorkStore } from "../../src/trajectory/work-store.ts";
import { sqliteWorkStore } from "./stores.ts";

/** The work store of a file, or of the server that the address names. */
export async function workStoreAt(place: string): Promise<WorkStore> {
  if (!isStoreUrl(place)) return sqliteWorkStore(place);
  return workStore(await openPostgresStore({ url: place }));
}

const PRINCIPAL = { id: "tester" };
const LEASE_MILLISECONDS = 1000;

// As a program of its own: does all that it is given of a list, and says what it was; killed, where it is told after how many.
const [place, id, deathAfter] = process.argv.slice(2);
if (import.meta.main && place !== undefined && id !== undefined) {
  // Killed, it would keep nothing of what it compiled, and each that follows would compile all of it anew.
  flushCompileCache();
  const store = await workStoreAt(place);
  const claim = { id, principal: PRINCIPAL, holder: randomUUID() };
  for (let done = 0; ; ) {
    const given = await store.claim(claim, LEASE_MILLISECONDS);
    if (given.type === "done") break;
    if (given.type === "wait") {
      await new Promise((resolve) => setTimeout(resolve, 50));
      continue;
    }
    if (done === Number(deathAfter ?? Number.NaN)) process.kill(process.pid, "SIGKILL");
    if (await store.finish(claim, given.item, { by: process.pid })) process.stdout.write(`${given.item}\n`);
    done++;
  }
  await store.close();
}
