import type { TripleStore } from "../../src/environments/knowledge-base/triple-store/triple-store.ts";

/** The store, whose `close` does something after it. */
export function closingWith(store: TripleStore, after: () => Promise<void>): TripleStore {
  const close = store.close.bind(store);
  return Object.assign(store, {
    async close() {
      await close();
      await after();
    },
  });
}
