import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Folders } from "../folders.ts";
import { type KeptEntry, realFolder } from "./kept-entries.ts";

/** What Fuxi makes in the cache folder, and in the data folder. Whatever else lies there is somebody else's: a person may have named any folder. */
const IN_CACHE = /^(?:value-index|triples|data-files|compiled|cinema-.+)$/u;
const IN_DATA = /^(?:store\.sqlite(?:-wal|-shm|-journal)?|mcp-state-key)$/u;

export const isCacheFolder = ({ path, stats }: KeptEntry): boolean =>
  stats.isDirectory() && IN_CACHE.test(path.split(/[/\\]/u).at(-1) ?? "");

/** The folders and files right in both folders that are Fuxi's, links left out. */
export function ownEntries({ cache, data }: Pick<Folders, "cache" | "data">): readonly KeptEntry[] {
  return [...entriesIn(cache, IN_CACHE), ...entriesIn(data, IN_DATA)];
}

function entriesIn(folder: string, own: RegExp): readonly KeptEntry[] {
  const real = realFolder(folder);
  if (real === undefined) return [];
  return readdirSync(real)
    .filter((name) => own.test(name))
    .map((name) => ({
      path: join(real, name),
      stats: lstatSync(join(real, name), { throwIfNoEntry: false }),
    }))
    .filter((entry): entry is KeptEntry => entry.stats !== undefined && !entry.stats.isSymbolicLink());
}
