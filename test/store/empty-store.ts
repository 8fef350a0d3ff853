import type { TestRunner } from "../../src/testing/test-runner.ts";

/** Tests of a store, each on an empty one of its own, which goes by a clock that the test moves on. */
export function onEmptyStore<Store extends { close(): Promise<void> }>(
  { it }: TestRunner,
  open: (clock: () => Date) => Promise<Store> | Store,
): (title: string, body: (store: Store, pass: (seconds: number) => void) => Promise<void>) => void {
  return (title, body) =>
    it(title, async () => {
      let now = STORE_BEGINS.getTime();
      const store = await open(() => new Date(now));
      try {
        await body(store, (seconds) => {
          now += seconds * 1000;
        });
      } finally {
        await store.close();
      }
    });
}

/** When the clock of a store under test begins. */
export const STORE_BEGINS = new Date("2026-01-02T03:04:05Z");
