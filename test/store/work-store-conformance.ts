import { expect } from "vitest";
import { rejectsWith } from "../../src/testing/test-runner.ts";
import type { Claim, WorkStore } from "../../src/trajectory/work-store.ts";
import { vitestRunner } from "../support/vitest-runner.ts";
import { onEmptyStore, STORE_BEGINS } from "./empty-store.ts";

const ANN = { id: "ann" };
const BEN = { id: "ben" };
const MINUTE = 60_000;
const by = (holder: string, id = "l"): Claim => ({ id, principal: ANN, holder });

/** A store that is empty, and how what is kept in it is opened once more, as another process would; absent where it ends with its object. */
interface WorkStoreUnderTest {
  readonly store: WorkStore;
  readonly again?: () => Promise<WorkStore> | WorkStore;
}

/** The list `l` of a store, in short. */
interface List {
  readonly store: WorkStore;
  readonly again: WorkStoreUnderTest["again"];
  keep(items: readonly string[], id?: string): Promise<void>;
  /** The item that a holder is given, or `wait` or `done`. */
  claimed(holder: string, id?: string, at?: WorkStore): Promise<string>;
  finish(holder: string, item: string, result?: object): Promise<boolean>;
  renew(holder: string, item: string): Promise<boolean>;
}

/** What every work store must hold to. `open` gives an empty store each time; leases end by the clock that it is given. */
export function workStoreConformance(
  open: (clock: () => Date) => Promise<WorkStoreUnderTest> | WorkStoreUnderTest,
): void {
  const inStore = onEmptyStore(vitestRunner, async (clock): Promise<List & { close(): Promise<void> }> => {
    const { store, again } = await open(clock);
    return {
      store,
      again,
      close: () => store.close(),
      keep: (items, id = "l") => store.create({ id, principal: ANN, manifest: { of: id }, items }),
      async claimed(holder, id = "l", at = store) {
        const given = await at.claim(by(holder, id), MINUTE);
        return given.type === "item" ? given.item : given.type;
      },
      finish: (holder, item, result = {}) => store.finish(by(holder), item, result as never),
      renew: (holder, item) => store.renew(by(holder), item, MINUTE),
    };
  });

  inStore(
    "sums a list up, and lists a principal's own, the newest first",
    async ({ store, keep, finish }) => {
      await keep(["a", "b"]);
      await finish("x", "a", { n: 1 });
      const createdAt = STORE_BEGINS.toISOString();
      const summary = { id: "l", manifest: { of: "l" }, createdAt, items: 2, finished: 1 };
      expect(await store.summary("l", ANN)).toEqual(summary);
      for (const id of ["two", "three"]) await keep([], id);
      const ids = async (limit: number) => (await store.list({ principal: ANN, limit })).map(({ id }) => id);
      expect(await ids(2)).toEqual(["three", "two"]);
      expect(await ids(9)).toEqual(["three", "two", "l"]);
      expect(await store.list({ principal: BEN, limit: 9 })).toEqual([]);
    },
  );

  inStore(
    "refuses a second list of one id, and an item twice or not in the list",
    async ({ store, keep }) => {
      await keep(["a"]);
      await rejectsWith("store-conflict", keep(["b"]));
      await rejectsWith("usage", keep(["a", "b", "a"], "m"));
      await rejectsWith("run-not-found", store.summary("m", ANN));
      await store.create({ id: "l", principal: BEN, manifest: {}, items: [] });
      expect((await store.summary("l", ANN)).items).toBe(1);
      await rejectsWith("usage", store.finish(by("x"), "b", {}));
      await rejectsWith("usage", store.renew(by("x"), "b", MINUTE));
      await rejectsWith("usage", store.release(by("x"), "b"));
    },
  );

  inStore("tells nobody else's lists from none", async ({ store, keep }) => {
    await keep(["a"]);
    const claim = { ...by("x"), principal: BEN };
    for (const call of [
      () => store.summary("l", BEN),
      () => store.claim(claim, MINUTE),
      () => store.renew(claim, "a", MINUTE),
      () => store.release(claim, "a"),
      () => store.finish(claim, "a", {}),
      () => store.results("l", BEN),
      () => store.delete("l", BEN),
    ])
      await rejectsWith("run-not-found", call());
    expect((await store.summary("l", ANN)).finished).toBe(0);
  });

  inStore("hands items out in their order, first what a holder has already", async (list) => {
    const { keep, claimed, finish } = list;
    await keep(["c", "a", "b"]);
    await keep([], "empty");
    for (const [holder, item] of ["x c", "x c", "y a", "z b", "w wait"].map((each) => each.split(" ")))
      expect(await claimed(holder as string)).toBe(item);
    await finish("x", "c");
    expect(await claimed("x")).toBe("wait");
    for (const item of ["a", "b"]) await finish("x", item);
    expect(await claimed("x")).toBe("done");
    expect(await claimed("x", "empty")).toBe("done");
  });

  inStore("hands an item out again once its lease has ended, not before", async (list, pass) => {
    const { keep, claimed, renew } = list;
    await keep(["a"]);
    expect(await claimed("dead")).toBe("a");
    pass((MINUTE - 1) / 1000);
    expect(await claimed("y")).toBe("wait");
    pass(0.001);
    expect(await claimed("y")).toBe("a");
    expect(await claimed("dead")).toBe("wait");
    for (let times = 0; times < 3; times++) {
      pass((MINUTE - 1) / 1000);
      expect(await renew("y", "a")).toBe(true);
    }
    expect(await claimed("dead")).toBe("wait");
    // An ended lease is taken up again where nobody else has the item.
    pass((2 * MINUTE) / 1000);
    expect(await renew("y", "a")).toBe(true);
    expect(await claimed("dead")).toBe("wait");
  });

  inStore("tells a holder that it has lost an item, to another or to a result", async (list, pass) => {
    const { keep, claimed, renew, finish } = list;
    await keep(["a", "b"]);
    await claimed("x");
    pass(MINUTE / 1000);
    expect(await claimed("y")).toBe("a");
    expect([await renew("x", "a"), await renew("y", "a")]).toEqual([false, true]);
    await finish("y", "a");
    expect(await renew("y", "a")).toBe(false);
  });

  inStore("takes an item back unfinished from its holder, and one result, the first", async (list) => {
    const { store, keep, claimed, finish } = list;
    await keep(["a"]);
    await claimed("x");
    await store.release(by("y"), "a");
    expect(await claimed("y")).toBe("wait");
    await store.release(by("x"), "a");
    expect(await claimed("y")).toBe("a");
    expect(await finish("y", "a", { by: "y" })).toBe(true);
    expect(await finish("x", "a", { by: "x" })).toBe(false);
    await store.release(by("y"), "a");
    expect(await store.results("l", ANN)).toEqual([{ item: "a", result: { by: "y" } }]);
  });

  inStore(
    "gives results in the order of the items, as they were written",
    async ({ store, keep, finish }) => {
      await keep(["c", "a", "b"]);
      const result = { text: "naïve \u{1F600} \0", list: [1, null, { deep: true }], number: 0.1 };
      const written = structuredClone(result);
      await finish("x", "b", { n: 2 });
      await finish("x", "c", result);
      result.list.push(2);
      expect(await store.results("l", ANN)).toEqual([
        { item: "c", result: written },
        { item: "b", result: { n: 2 } },
      ]);
      await store.delete("l", ANN);
      await rejectsWith("run-not-found", store.results("l", ANN));
      await rejectsWith("run-not-found", store.delete("l", ANN));
      await keep(["a"]);
      expect(await store.results("l", ANN)).toEqual([]);
    },
  );

  inStore("keeps items of any name apart", async ({ store, keep, finish }) => {
    const items = ["a/b/0", "A/b/0", "a%002fb", "Ü/\u{1F600}", "it's", " a/b/0", "x".repeat(3000)];
    await keep(items);
    for (const item of items) await finish("x", item, { item });
    expect(await store.results("l", ANN)).toEqual(items.map((item) => ({ item, result: { item } })));
  });

  inStore("gives the same item to no two that claim at the same moment", async (list) => {
    const { store, again, keep, claimed } = list;
    const items = Array.from({ length: 60 }, (_, index) => `i${index}`);
    await keep(items);
    const stores = [store, (await again?.()) ?? store];
    const worker = async (mine: WorkStore, holder: string): Promise<string[]> => {
      const done: string[] = [];
      for (;;) {
        const item = await claimed(holder, "l", mine);
        if (item === "done" || item === "wait") return done;
        expect(await mine.finish(by(holder), item, { holder })).toBe(true);
        done.push(item);
      }
    };
    const each = stores.flatMap((mine, index) => [0, 1, 2].map((n) => worker(mine, `${index}-${n}`)));
    const done = (await Promise.all(each)).flat();
    if (stores[1] !== store) await stores[1]?.close();
    expect(done.sort()).toEqual(items.toSorted());
  });

  inStore("finds everything again when it is opened once more", async (list) => {
    const { store, again, keep, claimed, finish } = list;
    await keep(["a", "b"]);
    await finish("x", "a", { n: 1 });
    await claimed("x");
    const other = (await again?.()) ?? store;
    expect(await other.summary("l", ANN)).toEqual(await store.summary("l", ANN));
    expect(await other.results("l", ANN)).toEqual([{ item: "a", result: { n: 1 } }]);
    expect(await claimed("y", "l", other)).toBe("wait");
    if (other !== store) await other.close();
  });
}
