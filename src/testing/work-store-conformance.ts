import assert from "node:assert/strict";
import type { Claim, WorkStore } from "../work-list/work-store.ts";
import { onEmptyStore, rejectsWith, STORE_BEGINS, type TestRunner } from "./test-runner.ts";

const ANN = { id: "ann" };
const BEN = { id: "ben" };
const MINUTE = 60_000;

/** A store that is empty, and how what is kept in it is opened once more, as another process would; absent where it ends with its object. */
export interface WorkStoreUnderTest {
  readonly store: WorkStore;
  readonly again?: () => Promise<WorkStore> | WorkStore;
}

/** What every work store must hold to. `open` gives an empty store each time; leases end by the clock that it is given. */
export function workStoreConformance(
  runner: TestRunner,
  open: (clock: () => Date) => Promise<WorkStoreUnderTest> | WorkStoreUnderTest,
): void {
  const inStore = onEmptyStore(runner, async (clock) => {
    const subject = await open(clock);
    return { ...subject, close: () => subject.store.close() };
  });
  const keep = (store: WorkStore, id: string, items: readonly string[]): Promise<void> =>
    store.create({ id, principal: ANN, manifest: { of: id }, items });
  const by = (holder: string, id = "l"): Claim => ({ id, principal: ANN, holder });
  const claimed = async (store: WorkStore, claim: Claim): Promise<string> => {
    const given = await store.claim(claim, MINUTE);
    return given.type === "item" ? given.item : given.type;
  };

  inStore("sums a list up: what it is for, how much there is and how much is done", async ({ store }) => {
    await keep(store, "l", ["a", "b"]);
    await store.finish(by("x"), "a", { n: 1 });
    assert.deepEqual(await store.summary("l", ANN), {
      id: "l",
      manifest: { of: "l" },
      createdAt: STORE_BEGINS.toISOString(),
      items: 2,
      finished: 1,
    });
  });

  inStore("lists a principal's own, the newest first, as many as are wanted", async ({ store }) => {
    for (const id of ["one", "two", "three"]) await keep(store, id, []);
    const ids = async (limit: number) => (await store.list({ principal: ANN, limit })).map(({ id }) => id);
    assert.deepEqual(await ids(2), ["three", "two"]);
    assert.deepEqual(await ids(9), ["three", "two", "one"]);
    assert.deepEqual(await store.list({ principal: BEN, limit: 9 }), []);
  });

  inStore("refuses a second list of one id, and an item that stands in a list twice", async ({ store }) => {
    await keep(store, "l", ["a"]);
    await rejectsWith("store-conflict", keep(store, "l", ["b"]));
    await rejectsWith("usage", keep(store, "m", ["a", "b", "a"]));
    await rejectsWith("run-not-found", store.summary("m", ANN));
    await store.create({ id: "l", principal: BEN, manifest: {}, items: [] });
    assert.equal((await store.summary("l", ANN)).items, 1);
  });

  inStore("tells nobody else's lists from none", async ({ store }) => {
    await keep(store, "l", ["a"]);
    const claim = { ...by("x"), principal: BEN };
    const refused = [
      () => store.summary("l", BEN),
      () => store.claim(claim, MINUTE),
      () => store.renew(claim, "a", MINUTE),
      () => store.release(claim, "a"),
      () => store.finish(claim, "a", {}),
      () => store.results("l", BEN),
      () => store.delete("l", BEN),
    ];
    for (const call of refused) await rejectsWith("run-not-found", call());
    assert.equal((await store.summary("l", ANN)).finished, 0);
  });

  inStore("hands items out in their order, each to one holder", async ({ store }) => {
    await keep(store, "l", ["c", "a", "b"]);
    assert.equal(await claimed(store, by("x")), "c");
    assert.equal(await claimed(store, by("y")), "a");
    assert.equal(await claimed(store, by("z")), "b");
    assert.equal(await claimed(store, by("w")), "wait");
  });

  inStore("gives a holder first what it has, so that a lost reply loses nothing", async ({ store }) => {
    await keep(store, "l", ["a", "b"]);
    assert.equal(await claimed(store, by("x")), "a");
    assert.equal(await claimed(store, by("x")), "a");
    await store.finish(by("x"), "a", {});
    assert.equal(await claimed(store, by("x")), "b");
  });

  inStore("says when all is done, and of an empty list at once", async ({ store }) => {
    await keep(store, "l", ["a"]);
    await keep(store, "empty", []);
    assert.equal(await claimed(store, by("x")), "a");
    assert.equal(await claimed(store, by("y")), "wait");
    await store.finish(by("x"), "a", {});
    assert.equal(await claimed(store, by("y")), "done");
    assert.equal(await claimed(store, by("x", "empty")), "done");
  });

  inStore("hands an item out again once its lease has ended, and not before", async ({ store }, pass) => {
    await keep(store, "l", ["a"]);
    assert.equal(await claimed(store, by("dead")), "a");
    pass((MINUTE - 1) / 1000);
    assert.equal(await claimed(store, by("y")), "wait");
    pass(0.001);
    assert.equal(await claimed(store, by("y")), "a");
    assert.equal(await claimed(store, by("dead")), "wait");
  });

  inStore("keeps an item with whoever renews its lease", async ({ store }, pass) => {
    await keep(store, "l", ["a"]);
    await claimed(store, by("x"));
    for (let times = 0; times < 3; times++) {
      pass((MINUTE - 1) / 1000);
      assert.equal(await store.renew(by("x"), "a", MINUTE), true);
    }
    assert.equal(await claimed(store, by("y")), "wait");
  });

  inStore("tells a holder that it has lost an item, to another or to a result", async ({ store }, pass) => {
    await keep(store, "l", ["a", "b"]);
    await claimed(store, by("x"));
    pass(MINUTE / 1000);
    assert.equal(await claimed(store, by("y")), "a");
    assert.equal(await store.renew(by("x"), "a", MINUTE), false);
    assert.equal(await store.renew(by("y"), "a", MINUTE), true);
    await store.finish(by("y"), "a", {});
    assert.equal(await store.renew(by("y"), "a", MINUTE), false);
  });

  inStore("takes an ended lease up again where nobody else has the item", async ({ store }, pass) => {
    await keep(store, "l", ["a"]);
    await claimed(store, by("x"));
    pass((2 * MINUTE) / 1000);
    assert.equal(await store.renew(by("x"), "a", MINUTE), true);
    assert.equal(await claimed(store, by("y")), "wait");
  });

  inStore("takes an item back unfinished, but not from another's hands", async ({ store }) => {
    await keep(store, "l", ["a"]);
    await claimed(store, by("x"));
    await store.release(by("y"), "a");
    assert.equal(await claimed(store, by("y")), "wait");
    await store.release(by("x"), "a");
    assert.equal(await claimed(store, by("y")), "a");
  });

  inStore("writes one result to an item, the first", async ({ store }) => {
    await keep(store, "l", ["a"]);
    await claimed(store, by("x"));
    assert.equal(await store.finish(by("x"), "a", { by: "x" }), true);
    assert.equal(await store.finish(by("y"), "a", { by: "y" }), false);
    await store.release(by("x"), "a");
    assert.deepEqual(await store.results("l", ANN), [{ item: "a", result: { by: "x" } }]);
  });

  inStore("refuses an item that is not in the list", async ({ store }) => {
    await keep(store, "l", ["a"]);
    await rejectsWith("usage", store.finish(by("x"), "b", {}));
    await rejectsWith("usage", store.renew(by("x"), "b", MINUTE));
    await rejectsWith("usage", store.release(by("x"), "b"));
  });

  inStore("gives results in the order of the items, as they were written", async ({ store }) => {
    await keep(store, "l", ["c", "a", "b"]);
    const result = { text: "naïve \u{1F600} \0", list: [1, null, { deep: true }], number: 0.1 };
    await store.finish(by("x"), "b", { n: 2 });
    await store.finish(by("x"), "c", result);
    result.list.push(2);
    assert.deepEqual(await store.results("l", ANN), [
      { item: "c", result: { ...result, list: [1, null, { deep: true }] } },
      { item: "b", result: { n: 2 } },
    ]);
  });

  inStore("deletes a list with its results", async ({ store }) => {
    await keep(store, "l", ["a"]);
    await store.finish(by("x"), "a", {});
    await store.delete("l", ANN);
    await rejectsWith("run-not-found", store.results("l", ANN));
    await rejectsWith("run-not-found", store.delete("l", ANN));
    await keep(store, "l", ["a"]);
    assert.deepEqual(await store.results("l", ANN), []);
  });

  inStore("keeps items of any name apart", async ({ store }) => {
    const items = ["a/b/0", "A/b/0", "a%002fb", "Ü/\u{1F600}", "it's", " a/b/0", "x".repeat(3000)];
    await keep(store, "l", items);
    for (const item of items) await store.finish(by("x"), item, { item });
    assert.deepEqual(
      await store.results("l", ANN),
      items.map((item) => ({ item, result: { item } })),
    );
  });

  inStore("gives the same item to no two that claim at the same moment", async ({ store, again }) => {
    const items = Array.from({ length: 60 }, (_, index) => `i${index}`);
    await keep(store, "l", items);
    const stores = [store, (await again?.()) ?? store];
    const worker = async (mine: WorkStore, holder: string): Promise<string[]> => {
      const done: string[] = [];
      for (;;) {
        const item = await claimed(mine, by(holder));
        if (item === "done" || item === "wait") return done;
        assert.equal(await mine.finish(by(holder), item, { holder }), true);
        done.push(item);
      }
    };
    const each = stores.flatMap((mine, index) => [0, 1, 2].map((n) => worker(mine, `${index}-${n}`)));
    const done = (await Promise.all(each)).flat();
    if (stores[1] !== store) await stores[1]?.close();
    assert.deepEqual(done.sort(), [...items].sort());
  });

  inStore("finds everything again when it is opened once more", async ({ store, again }) => {
    await keep(store, "l", ["a", "b"]);
    await store.finish(by("x"), "a", { n: 1 });
    await claimed(store, by("x"));
    const other = (await again?.()) ?? store;
    assert.deepEqual(await other.summary("l", ANN), await store.summary("l", ANN));
    assert.deepEqual(await other.results("l", ANN), [{ item: "a", result: { n: 1 } }]);
    assert.equal(await claimed(other, by("y")), "wait");
    if (other !== store) await other.close();
  });
}
