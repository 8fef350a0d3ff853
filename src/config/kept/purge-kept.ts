import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { type PurgedStore, purgeStoreFile } from "../../store-file/purge-store-file.ts";
import type { SharedPurge } from "../../store-postgres/purge-postgres-store.ts";
import type { Folders } from "../folders.ts";
import { LOCAL_PRINCIPAL } from "../local-principal.ts";
import { sharedStore } from "../shared-store.ts";
import { type PurgedCache, purgeCache } from "./purge-cache.ts";

export interface PurgeSelection {
  readonly runs: boolean;
  readonly cache: boolean;
  /** Runs, cache, glossary, workspaces and the keys that were made. */
  readonly all: boolean;
  readonly olderThanSeconds?: number;
  /** Id of an environment. Of the cache all value indexes go then: they are not kept by target, and can be made again. */
  readonly target?: string;
  /** On a store that machines share: what is others', too. */
  readonly allPrincipals?: boolean;
  readonly dryRun: boolean;
}

export interface PurgeReport {
  readonly store?: PurgedStore;
  readonly cache?: PurgedCache;
  /** Keys that were made and kept in files. */
  readonly keys: number;
}

const KEY_FILES = ["mcp-state-key"];
const STORE_FILE = "store.sqlite";

/**
 * Deletes, or counts, what is kept in the folders.
 * @throws FuxiError of the store; `usage` for others' runs in a store of one's own, or on one that the role does not own
 */
export async function purgeKept(
  folders: Folders,
  { runs, cache, all, olderThanSeconds, target, dryRun, allPrincipals = false }: PurgeSelection,
): Promise<PurgeReport> {
  const now = Date.now();
  const before = olderThanSeconds === undefined ? undefined : now - olderThanSeconds * 1000;
  const bounds = {
    ...(before === undefined ? {} : { before }),
    ...(target === undefined ? {} : { environment: target }),
    dryRun,
  };
  if (allPrincipals && folders.store === undefined) {
    throw new FuxiError("usage", "--all-principals is for a store that machines share.", {
      hint: "Leave it out: in the file of your own everything is deleted that fits.",
    });
  }
  const store =
    runs || all
      ? folders.store === undefined
        ? purgeStoreFile(join(folders.data, STORE_FILE), { ...bounds, everything: all, compact: true, now })
        : await purgeShared(folders, { ...bounds, everything: all }, allPrincipals)
      : undefined;
  const keyFiles = all && before === undefined && target === undefined ? KEY_FILES : [];
  const keys = keyFiles.map((name) => join(folders.data, name)).filter((path) => existsSync(path));
  if (!dryRun) for (const path of keys) rmSync(path, { force: true });
  return {
    ...(store === undefined ? {} : { store }),
    ...(cache || all
      ? {
          cache: purgeCache(folders.cache, { ...bounds, indexesOnly: target !== undefined }),
        }
      : {}),
    keys: keys.length,
  };
}

/** Workspaces end by themselves: another machine may be at work with one. */
async function purgeShared(
  folders: Folders,
  bounds: Omit<SharedPurge, "principal">,
  allPrincipals: boolean,
): Promise<PurgedStore> {
  const store = await sharedStore(folders);
  if (store === undefined) throw new FuxiError("internal", "The folders name no shared store.");
  const close = store.share();
  try {
    const { ownsStore, purgePostgresStore } = await import("../../store-postgres/purge-postgres-store.ts");
    if (allPrincipals && !(await ownsStore(store))) {
      throw new FuxiError("usage", `Your role does not own the store at ${store.place}: others' runs stay.`, {
        hint: `Leave --all-principals out, or connect as the owner of the schema ${store.schema}.`,
      });
    }
    const whose = allPrincipals ? {} : { principal: LOCAL_PRINCIPAL };
    const purged = await purgePostgresStore(store, { ...bounds, ...whose });
    return { ...purged, workspaces: 0, compacted: true };
  } finally {
    await close();
  }
}

/** What a configured `retention` asks for, without rewriting the whole file each time. */
export async function applyRetention(folders: Folders, seconds: number): Promise<number> {
  const now = Date.now();
  const before = now - seconds * 1000;
  const purged =
    folders.store === undefined
      ? purgeStoreFile(join(folders.data, STORE_FILE), {
          before,
          everything: false,
          dryRun: false,
          compact: false,
          now,
        })
      : await purgeShared(folders, { before, everything: false, dryRun: false }, false);
  return purged.runs;
}
