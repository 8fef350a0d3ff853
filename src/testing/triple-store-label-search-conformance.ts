import assert from "node:assert/strict";
import type { TripleStore } from "../environments/knowledge-base/store/triple-store.ts";
import { shown } from "./triple-store-programs.ts";
import { storeBounds, type WithStore } from "./triple-store-subject.ts";

/** What every label search finds, and more where its mode says so. */
export function tripleStoreLabelSearchConformance(withStore: WithStore): void {
  const found = async (
    store: TripleStore,
    text: string,
    among: "entities" | "classes" = "entities",
    limit = 5,
  ) => {
    const { matches } = await store.labelSearch.find(text, { limit, among }, storeBounds());
    return matches;
  };

  withStore("finds entities and classes by their whole names, each among its own", async (store) => {
    const [first] = await found(store, "Heat");
    assert.deepEqual([first && shown(first.term), first?.name, first?.tier], ["heat", "Heat", "exact"]);
    const german = await found(store, "Deutschland");
    assert.deepEqual(german.map(({ term }) => shown(term)).slice(0, 1), ["germany"]);
    const both = (await found(store, "Roma")).filter(({ tier }) => tier === "exact");
    assert.deepEqual(both.map(({ term }) => shown(term)).sort(), ["roma", "rome"]);
    const film = await found(store, "Film", "classes");
    assert.equal(film[0] && shown(film[0].term), "Film");
    assert.ok((await found(store, "Film")).every(({ term }) => shown(term) !== "Film"));
    assert.deepEqual(await found(store, "Zzyzx Qwrtp"), []);
  });

  withStore("finds entities by their aliases and says which one it was", async (store) => {
    const [oscar] = await found(store, "Oscar");
    assert.deepEqual([oscar && shown(oscar.term), oscar?.name, oscar?.alias], ["oscar", "Oscar", true]);
  });

  withStore("gives no more than was asked for, best first", async (store) => {
    assert.equal((await found(store, "Roma", "entities", 1)).length, 1);
    const scores = (await found(store, "New York")).map(({ score }) => score);
    assert.deepEqual(
      scores,
      [...scores].sort((a, b) => b - a),
    );
  });

  withStore("finds what its mode promises: words in any order, misspelt names", async (store) => {
    const { mode, limitation } = store.labelSearch;
    assert.equal(limitation === "", mode === "fuzzy");
    if (mode === "exact") return;
    assert.equal((await found(store, "lola run run")).map(({ term }) => shown(term)).includes("lola"), true);
    if (mode === "words") return;
    assert.equal((await found(store, "Michael Man")).map(({ term }) => shown(term)).includes("mann"), true);
  });
}
