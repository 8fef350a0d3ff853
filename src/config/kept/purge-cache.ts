import { readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { type KeptEntry, keptEntries } from "./kept-entries.ts";
import { isCacheFolder, ownEntries } from "./own-entries.ts";

const HOLDER = ".used-by-";

export interface PurgedCache {
  readonly files: number;
  readonly bytes: number;
  /** Files that another process has open. */
  readonly inUse: number;
}

export interface CacheSelection {
  /** Only what was not changed since (milliseconds since 1970). */
  readonly before?: number;
  /** Value indexes hold values of targets; the rest of the cache is known by no target. */
  readonly indexesOnly: boolean;
  readonly dryRun: boolean;
}

/** Deletes what can be made again. Nothing behind a link is touched. */
export function purgeCache(folder: string, { before, indexesOnly, dryRun }: CacheSelection): PurgedCache {
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
