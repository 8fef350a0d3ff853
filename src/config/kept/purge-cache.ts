import { readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { keptEntries } from "./kept-entries.ts";
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
    const entries = [...keptEntries(own)].filter(({ stats }) => !stats.isDirectory());
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
