import { readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { indexesOf, isIndexOwner } from "./index-owners.ts";
import { type KeptEntry, keptEntries, realFolder } from "./kept-entries.ts";
import { isCacheFolder, ownEntries } from "./own-entries.ts";

const HOLDER = ".used-by-";

export interface PurgedCache {
  readonly files: number;
  readonly bytes: number;
  /** Files that another process has open. */
  readonly inUse: number;
}

/** Deletes what can be made again, or what of it was not changed since `before` (milliseconds since 1970). Nothing behind a link is touched. */
export function purgeCache(
  folder: string,
  { before, dryRun }: { readonly before?: number; readonly dryRun: boolean },
): PurgedCache {
  let [files, bytes, inUse] = [0, 0, 0];
  const folders = ownEntries({ cache: folder, data: folder }).filter(isCacheFolder);
  for (const { path: own } of folders) {
    const held = basename(own) === "data-files" ? heldIn(own) : () => false;
    const entries = filesIn(own).filter(({ path }) => !isIndexOwner(basename(path)));
    for (const { path, stats } of entries) {
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

/** Deletes the value indexes that were made for targets of this id, whatever could be seen of them. What else is in the cache is not kept by target. */
export function purgeIndexes(
  folder: string,
  target: string,
  { before, dryRun }: { readonly before?: number; readonly dryRun: boolean },
): PurgedCache {
  let [files, bytes] = [0, 0];
  const own = realFolder(folder);
  const indexes = own === undefined ? undefined : ownEntries({ cache: own, data: own }).find(isIndexes)?.path;
  if (indexes === undefined) return { files, bytes, inUse: 0 };
  for (const name of indexesOf(indexes, target)) {
    for (const { path, stats } of filesIn(join(indexes, name))) {
      if (before !== undefined && stats.mtimeMs >= before) continue;
      files += 1;
      bytes += stats.size;
      if (!dryRun) rmSync(path, { force: true });
    }
  }
  if (!dryRun) removeEmpty(indexes);
  return { files, bytes, inUse: 0 };
}

const INDEXES = "value-index";

const isIndexes = (entry: KeptEntry): boolean => isCacheFolder(entry) && basename(entry.path) === INDEXES;

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
  if (basename(folder) === INDEXES) removeLoneOwners(folder);
  const folders = [...keptEntries(folder)].filter(({ stats }) => stats.isDirectory()).map(({ path }) => path);
  for (const path of [...folders.toReversed(), folder]) {
    if (readdirSync(path).length === 0) rmSync(path, { recursive: true, force: true });
  }
}

/** Whose an index was is of no use without it. */
function removeLoneOwners(folder: string): void {
  const names = readdirSync(folder);
  for (const name of names.filter(isIndexOwner)) {
    const [index = ""] = name.split(".");
    if (!names.includes(index) || readdirSync(join(folder, index)).length === 0)
      rmSync(join(folder, name), { force: true });
  }
}
