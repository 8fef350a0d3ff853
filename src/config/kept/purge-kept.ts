import { existsSync, readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { type PurgedStore, purgeStoreFile } from "../../store-file/purge-store-file.ts";
import type { SharedPurge } from "../../store-postgres/purge-postgres-store.ts";
import type { Folders } from "../folders.ts";
import { LOCAL_PRINCIPAL, sharedStore } from "../shared-store.ts";

import { isCacheFolder, type KeptEntry, keptEntries, ownEntries } from "./entries.ts";

const HOLDER = ".used-by-";

interface PurgedCache {
  readonly files: number;
  readonly bytes: number;
  /** Files that another process has open. */
  readonly inUse: number;
}

interface CacheSelection {
  /** Only what was not changed since (milliseconds since 1970). */
  readonly before?: number;
  /** Value indexes hold values of targets; the rest of the cache is known by no target. */
  readonly indexesOnly: boolean;
  readonly dryRun: boolean;
}

/** Deletes what can be made again. Nothing behind a link is touched. */
function purgeCache(folder: string, { before, indexesOnly, dryRun }: CacheSelection): PurgedCache {
  let [files, bytes, inUse] = [0, 0, 0];
  const folders = ownEntries({ cache: folder, data: folder })
    .filter(isCacheFolder)
    .filter(({ path }) => !indexesOnly || basename(path) === "value-index");
  for (const { path: own } of folders) {
    const held = basename(own) === "data-files" ? heldIn(own) : () => false;
    for (const { path, stats } of filesIn(own)) {
      if (before !== undefined && stats.mtimeMs >= before) continue;
      if (held(path)) {
        inUse += 1;
        continue;
      }
      files += 1;
      bytes += stats.size;
      if (!dryRun) rmSync(path, { force: true });
    }
    if (!dryRun) removeEmpty(own);
  }
  return { files, bytes, inUse };
}

function filesIn(folder: string): readonly KeptEntry[] {
  return [...keptEntries(folder)].filter(({ stats }) => !stats.isDirectory());
}

/** Databases made of data files have a note beside them for each process that reads them. */
function heldIn(folder: string): (path: string) => boolean {
  const held = readdirSync(folder).flatMap((name) => {
    const [database = "", process = ""] = name.split(HOLDER);
    return process !== "" && isAlive(Number(process)) ? [join(folder, database)] : [];
  });
  return (path) => held.some((database) => path.startsWith(database));
}

function isAlive(id: number): boolean {
  if (!Number.isInteger(id) || id <= 0 || id === process.pid) return false;
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function removeEmpty(folder: string): void {
  const folders = [...keptEntries(folder)].filter(({ stats }) => stats.isDirectory()).map(({ path }) => path);
  for (const path of [...folders.toReversed(), folder]) {
    if (readdirSync(path).length === 0) rmSync(path, { recursive: true, force: true });
  }
}

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
