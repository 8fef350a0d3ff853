import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { holdItem } from "../../../src/evaluation/run/work-through.ts";
import { memoryWorkStore } from "../../support/stores.ts";

const ANN = { id: "ann" };
const by = (holder: string) => ({ id: "l", principal: ANN, holder });
const MILLISECONDS = 300;

async function claimed() {
  const store = memoryWorkStore();
  await store.create({ id: "l", principal: ANN, manifest: {}, items: ["a"] });
  await store.claim(by("x"), MILLISECONDS);
  return store;
}
const lease = () => ({ item: "a", milliseconds: MILLISECONDS, since: performance.now() });
const lost = ({ signal }: { readonly signal: AbortSignal }) =>
  new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));

describe("an item that is held", () => {
  it("stays with its holder for longer than a lease, until it is let go", async () => {
    const store = await claimed();
    const held = holdItem(store, by("x"), lease());
    await pause(4 * MILLISECONDS);
    expect(await store.claim(by("y"), MILLISECONDS)).toEqual({ type: "wait" });
    held.end();
    await pause(2 * MILLISECONDS);
    expect(await store.claim(by("y"), MILLISECONDS)).toEqual({ type: "item", item: "a" });
  });

  it("is given up where somebody else has it", async () => {
    const store = await claimed();
    await pause(2 * MILLISECONDS);
    await store.claim(by("y"), 60_000);
    const held = holdItem(store, by("x"), lease());
    await lost(held);
    held.end();
  });

  it("is given up where the store is away for as long as a lease", async () => {
    const away = { renew: () => Promise.reject(new TypeError("away")) };
    const held = holdItem(away, by("x"), lease());
    await lost(held);
    held.end();
  });
});
