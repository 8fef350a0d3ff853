import assert from "node:assert/strict";
import type { StoreBounds } from "../environments/knowledge-base/store/store-bounds.ts";
import type { TripleStore } from "../environments/knowledge-base/store/triple-store.ts";
import { rejectsWith } from "./rejects-with.ts";
import { EX, ex } from "./triple-store-fixture.ts";
import { follow, instances, membersOf, terms } from "./triple-store-programs.ts";
import { storeBounds, type WithStore } from "./triple-store-subject.ts";

const films = instances("Film");

/** Every method, called in the simplest way. */
const CALLS: readonly ((store: TripleStore, bounds: StoreBounds) => Promise<unknown>)[] = [
  (store, bounds) => store.dataVersion(bounds),
  (store, bounds) => store.summarize(films, { sample: 1 }, bounds),
  (store, bounds) => store.members(films, { limit: 1 }, bounds),
  (store, bounds) => store.relations(films, bounds),
  (store, bounds) => store.attributes(films, bounds),
  (store, bounds) => store.labels([ex("heat")], bounds),
  (store, bounds) => store.facts([ex("heat")], { valuesPerPredicate: 1 }, bounds),
  (store, bounds) => store.classesMeet(`${EX}Film`, `${EX}Person`, bounds),
  (store, bounds) => store.paths(ex("heat"), ex("mann"), { maxSteps: 2 }, bounds),
  (store, bounds) => store.schema(bounds),
];

export function tripleStoreStopConformance(withStore: WithStore): void {
  withStore(
    "refuses work under a signal that is already aborted, and answers the next call",
    async (store) => {
      for (const call of CALLS) {
        await rejectsWith("cancelled", call(store, storeBounds({ signal: AbortSignal.abort() })));
      }
      assert.equal(await membersOf(store, follow(terms("heat"), "director")), "mann");
    },
  );

  withStore("answers calls in parallel, each its own", async (store) => {
    const names = ["heat", "casino", "lola", "roma", "epic", "rivers"];
    const directors = await Promise.all(
      [...names, ...names].map((name) => membersOf(store, follow(terms(name), "director"))),
    );
    const once = ["mann", "scorsese", "tykwer", "cuaron", "lean", "mann"];
    assert.deepEqual(directors, [...once, ...once]);
  });

  withStore(
    "takes no more work when it is closed, and may be closed twice",
    async (store) => {
      await store.close();
      await store.close();
      for (const call of CALLS) await rejectsWith("cancelled", call(store, storeBounds()));
    },
    { own: true },
  );

  withStore("is the same target with the same data version each time", async (store) => {
    assert.match(store.target.name, /^[^/\\@]+$/u);
    assert.match(store.target.key, /^[0-9a-f]{16,}$/u);
    assert.equal(await store.dataVersion(storeBounds()), await store.dataVersion(storeBounds()));
  });
}
