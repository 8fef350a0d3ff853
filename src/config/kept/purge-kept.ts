import { existsSync, readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { PurgedStore, StorePurge } from "../../store/purge.ts";
import { query, type Sql } from "../../store/sql.ts";
import type { Folders } from "../../util/default-folders.ts";
import { hasStore, LOCAL_PRINCIPAL, openStore } from "../shared-store.ts";

import { isCacheFolder, type KeptEntry, keptEntries, ownEntries } from "./entries.ts";

const HOLDER = ".used-by-";

interface PurgedCache {
  readonly files: number;
  readonly bytes: number;
  /** Number of files that another process has open. */
  readonly inUse: number;
}

interface CacheSelection {
  /** Selects files that were not changed since (milliseconds since 1970). */
  readonly before?: number;
  /** Only value indexes, which contain values of targets. Other caches are not kept by target. */
  readonly indexesOnly: boolean;
  readonly dryRun: boolean;
}

/** Deletes cached files. Links are not followed. */
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

/** Whether a process uses a database built from data files: each reading process has a marker file beside it. */
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
  /** Deletes runs, cache, glossary, workspaces and generated keys. */
  readonly all: boolean;
  readonly olderThanSeconds?: number;
  /** Id of an environment. Also deletes all cached value indexes: they are not kept by target, and can be rebuilt. */
  readonly target?: string;
  /** On a shared store: includes other principals' data. */
  readonly allPrincipals?: boolean;
  readonly dryRun: boolean;
}

export interface PurgeReport {
  /** `compacted`: false if another process prevented the file from being rewritten. */
  readonly store?: PurgedStore & { readonly compacted: boolean };
  readonly cache?: PurgedCache;
  /** Number of deleted key files. */
  readonly keys: number;
}

const KEY_FILES = ["mcp-state-key"];

/**
 * Deletes, or counts, the stored data in the folders.
 * @throws FuxiError of the store; `usage` for others' runs in a local store, or in one that the role does not own
 */
export async function purgeKept(
  folders: Folders,
  { runs, cache, all, olderThanSeconds, target, dryRun, allPrincipals = false }: PurgeSelection,
): Promise<PurgeReport> {
  const before = olderThanSeconds === undefined ? undefined : Date.now() - olderThanSeconds * 1000;
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
      ? await purgeRuns(folders, { ...bounds, everything: all }, { allPrincipals, compact: true })
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

const NOTHING = {
  runs: 0,
  evaluations: 0,
  artifacts: 0,
  workspaces: 0,
  glossary: 0,
  bytes: 0,
  running: 0,
  compacted: true,
};

/** Deletes runs. Deleted content is overwritten; `compact` also rewrites the file, so that nothing remains in its unused parts. */
async function purgeRuns(
  folders: Folders,
  bounds: Omit<StorePurge, "principal">,
  { allPrincipals, compact }: { readonly allPrincipals: boolean; readonly compact: boolean },
): Promise<NonNullable<PurgeReport["store"]>> {
  if (!hasStore(folders)) return NOTHING;
  const store = await openStore(folders);
  const close = store.share();
  try {
    if (allPrincipals && !(await ownsStore(store))) {
      throw new FuxiError("usage", `Your role does not own the store at ${store.place}: others' runs stay.`, {
        hint: "Leave --all-principals out, or connect as the owner of the store's schema.",
      });
    }
    const { purgeStore } = await import("../../store/purge.ts");
    const whose = store.shared && !allPrincipals ? { principal: LOCAL_PRINCIPAL } : {};
    const purged = await purgeStore(store, { ...bounds, ...whose });
    return { ...purged, compacted: bounds.dryRun || (store.compact?.(compact) ?? true) };
  } finally {
    await close();
  }
}

/** Whether the store's role may delete other principals' data: it has to own the schema. */
async function ownsStore(store: Sql): Promise<boolean> {
  const { rows } = await store.run(() =>
    query("SELECT pg_has_role(relowner, 'USAGE') AS owns FROM pg_class WHERE oid = $1::regclass", [
      store.table("run"),
    ]),
  );
  return rows[0]?.["owns"] === true;
}

/** Deletes runs older than the configured `retention`, without rewriting the whole file each time. */
export async function applyRetention(folders: Folders, seconds: number): Promise<number> {
  const bounds = { before: Date.now() - seconds * 1000, everything: false, dryRun: false };
  const { runs } = await purgeRuns(folders, bounds, { allPrincipals: false, compact: false });
  return runs;
}
