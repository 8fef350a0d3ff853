import type { ValueIndex } from "./value-index.ts";

/** An index of which nothing is ever built: exact values are asked of the engine, near ones are those of its statistics. */
export function noIndex(index: ValueIndex): ValueIndex {
  return {
    findExact: (value, options) => index.findExact(value, options),
    findFuzzy: (value, options) => index.findFuzzy(value, options),
    ensureBuilt: async () => index.state(),
    state: () => index.state(),
    close: () => index.close(),
  };
}
