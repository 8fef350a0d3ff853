import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type PurgedStore, purgeStoreFile } from "../../store-file/purge-store-file.ts";
import type { Folders } from "../folders.ts";
import { LOCAL_PRINCIPAL } from "../local-principal.ts";
import { openTrajectoryStore } from "../open-stores.ts";
import { type PurgedCache, purgeCache } from "./purge-cache.ts";

export interface PurgeSelection {
  readonly runs: boolean;
  readonly cache: boolean;
  /** Runs, cache, glossary, workspaces and the keys that were made. */
  readonly all: boolean;
  readonly olderThanSeconds?: number;
  /** Id of an environment. */
  readonly target?: string;
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

/** Deletes, or counts, what is kept in the folders. @throws FuxiError of the store */
export async function purgeKept(
  folders: Folders,
  { runs, cache, all, olderThanSeconds, target, dryRun }: PurgeSelection,
): Promise<PurgeReport> {
  const now = Date.now();
  const before = olderThanSeconds === undefined ? undefined : now - olderThanSeconds * 1000;
  const bounds = {
    ...(before === undefined ? {} : { before }),
    ...(target === undefined ? {} : { environment: target }),
    dryRun,
  };
  const store =
    runs || all
      ? folders.store === undefined
        ? purgeStoreFile(join(folders.data, STORE_FILE), { ...bounds, everything: all, compact: true, now })
        : await purgeSharedRuns(folders, bounds)
      : undefined;
  const keyFiles = all && before === undefined && target === undefined ? KEY_FILES : [];
  const keys = keyFiles.map((name) => join(folders.data, name)).filter((path) => existsSync(path));
  if (!dryRun) for (const path of keys) rmSync(path, { force: true });
  return {
    ...(store === undefined ? {} : { store }),
    ...((cache || all) && target === undefined ? { cache: purgeCache(folders.cache, bounds) } : {}),
    keys: keys.length,
  };
}

/** On a store that machines share only one's own runs go, and only those that have ended. */
async function purgeSharedRuns(
  folders: Folders,
  {
    before,
    environment,
    dryRun,
  }: { readonly before?: number; readonly environment?: string; readonly dryRun: boolean },
): Promise<PurgedStore> {
  const store = await openTrajectoryStore(folders);
  let [runs, running] = [0, 0];
  try {
    for (const run of await store.list({ principal: LOCAL_PRINCIPAL, limit: MOST_RUNS })) {
      if (before !== undefined && Date.parse(run.startedAt) >= before) continue;
      if (environment !== undefined && !run.environments.includes(environment)) continue;
      if (run.outcome === undefined) {
        running += 1;
        continue;
      }
      runs += 1;
      if (!dryRun) await store.delete(run.id, LOCAL_PRINCIPAL);
    }
  } finally {
    await store.close();
  }
  return { runs, running, artifacts: 0, workspaces: 0, glossary: 0, bytes: 0, compacted: true };
}

const MOST_RUNS = 100_000;

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
      : await purgeSharedRuns(folders, { before, dryRun: false });
  return purged.runs;
}
