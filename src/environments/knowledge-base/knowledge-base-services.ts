import type { ReadCache } from "./access/read-cache.ts";
import type { TripleStore } from "./store/triple-store.ts";
import type { Names } from "./vocabulary/names.ts";

/** What tools and rules of one knowledge base work with. */
export interface KnowledgeBaseServices {
  /** The environment's id. */
  readonly environment: string;
  readonly store: TripleStore;
  readonly names: Names;
  /** What the store said before, by the content of what it was asked. */
  readonly cache: ReadCache;
}
