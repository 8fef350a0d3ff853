import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseSchema } from "../schema/database-schema.ts";
import type { LookupOptions, ValueIndex } from "./value-index.ts";

/** Databases with more cells than this are indexed only when somebody says so: reading them whole costs their owner something. */
export const MOST_CELLS_UNASKED = 20_000_000;

/** A lookup that needs the whole index waits this long for it, and then answers with what there is; building goes on meanwhile. */
export const LONGEST_WAIT_MILLISECONDS = 5000;

/** True when every table's size is known and they are small enough together to be read without asking. */
export function smallEnough(schema: DatabaseSchema): boolean {
  let cells = 0;
  for (const { kind, rowCount, columns } of schema.tables) {
    if (kind === "view") continue;
    if (rowCount === undefined) return false;
    cells += rowCount.value * columns.length;
  }
  return cells <= MOST_CELLS_UNASKED;
}

/**
 * Builds a value index when it is first needed: near values over all columns cannot be found without it. Exact values and near ones
 * within one column are asked of the engine and wait for nothing.
 */
export function indexOnDemand(index: ValueIndex): ValueIndex {
  const closing = new AbortController();
  let building: Promise<unknown> | undefined;

  const build = (): Promise<unknown> => {
    building ??= index
      .ensureBuilt({ signal: closing.signal })
      // What could not be built is told as incomplete by the lookup; the next one tries again.
      .catch(() => undefined)
      .finally(() => {
        building = undefined;
      });
    return building;
  };

  return {
    findExact: (value, options) => index.findExact(value, options),
    async findFuzzy(value: string, options: LookupOptions) {
      if (options.column === undefined) {
        const enough = new AbortController();
        const signal = AbortSignal.any([enough.signal, options.signal]);
        const patience = sleep(LONGEST_WAIT_MILLISECONDS, undefined, { signal }).catch(() => undefined);
        await Promise.race([build(), patience]);
        enough.abort();
      }
      return index.findFuzzy(value, options);
    },
    ensureBuilt: (options) => index.ensureBuilt(options),
    state: () => index.state(),
    async close() {
      closing.abort();
      await building;
      await index.close();
    },
  };
}
