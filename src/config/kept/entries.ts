import { chmodSync, lstatSync, readdirSync, realpathSync, type Stats } from "node:fs";
import { join } from "node:path";
import type { Folders } from "../folders.ts";

const UNITS = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** `12.3 MB`, in steps of a thousand. */
export function shownBytes(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 999.5 && unit < UNITS.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}

const BY_OTHERS = 0o077;
/** One that others could read is of no use any more: whoever uses it refuses it. */
const KEY_FILE = "mcp-state-key";

const isLoose = ({ stats }: KeptEntry): boolean => !stats.isSymbolicLink() && (stats.mode & BY_OTHERS) !== 0;

/** Files and folders of Fuxi's that others than their owner may read or change. On Windows modes say nothing. */
export function* looseEntries(folders: Folders): Generator<KeptEntry> {
  if (process.platform === "win32") return;
  for (const own of ownEntries(folders)) {
    if (isLoose(own)) yield own;
    if (!own.stats.isDirectory()) continue;
    for (const entry of keptEntries(own.path)) if (isLoose(entry)) yield entry;
  }
}

/**
 * Closes what of Fuxi's lies open right in the two folders: what is in a closed folder cannot be reached. Cheap enough for every command.
 * @returns what was closed
 */
export function closeLooseEntries(folders: Folders): readonly string[] {
  if (process.platform === "win32") return [];
  return ownEntries(folders)
    .filter((entry) => isLoose(entry) && !entry.path.endsWith(KEY_FILE))
    .flatMap(({ path, stats }) => {
      try {
        chmodSync(path, stats.mode & 0o700);
        return [path];
      } catch {
        // Somebody else's: fuxi doctor tells.
        return [];
      }
    });
}

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

/** A file, folder or link inside a folder of Fuxi's. */
export interface KeptEntry {
  readonly path: string;
  readonly stats: Stats;
}

/**
 * All that lies inside a folder, each before what is in it. A link is an entry by itself, and nothing behind it is: whoever deletes or
 * changes entries stays inside. The folder itself may be a link, as somebody put it there.
 */
export function* keptEntries(folder: string): Generator<KeptEntry> {
  let names: readonly string[];
  try {
    names = readdirSync(folder);
  } catch {
    return;
  }
  for (const name of names) {
    const path = join(folder, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    // Another process may have taken it away.
    if (stats === undefined) continue;
    yield { path, stats };
    if (stats.isDirectory()) yield* keptEntries(path);
  }
}

/** The folder where it really is; undefined where there is none. */
export function realFolder(folder: string): string | undefined {
  try {
    return realpathSync(folder);
  } catch {
    return undefined;
  }
}

/** What the files in a folder take, links not followed. */
export function bytesIn(folder: string): number {
  const real = realFolder(folder);
  if (real === undefined) return 0;
  let bytes = 0;
  for (const { stats } of keptEntries(real)) if (stats.isFile()) bytes += stats.size;
  return bytes;
}
