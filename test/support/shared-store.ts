import type { PostgresStore } from "../../src/store/postgres.ts";
import { openPostgresStore } from "../../src/store/postgres.ts";
import { type ScratchDatabase, scratchPostgresDatabase } from "./postgres.ts";

export interface ScratchStores {
  readonly database: () => ScratchDatabase;
  /** Address of an empty store: a schema of its own. */
  readonly url: () => string;
  /** An empty store. */
  readonly open: () => Promise<PostgresStore>;
  readonly begin: () => Promise<void>;
  readonly end: () => Promise<void>;
}

/** Stores in a database of the file's own: `begin` before all tests, `end` after them. */
export function scratchStores(): ScratchStores {
  let scratch: ScratchDatabase | undefined;
  let schemas = 0;
  const database = (): ScratchDatabase => {
    if (scratch === undefined) throw new TypeError("begin() was not called");
    return scratch;
  };
  const url = (): string => `${database().url}?schema=store_${schemas++}`;
  return {
    database,
    url,
    open: () => openPostgresStore({ url: url() }),
    async begin() {
      scratch = await scratchPostgresDatabase();
    },
    async end() {
      await scratch?.drop();
    },
  };
}
