import { chmodSync, lstatSync, readdirSync, realpathSync, type Stats } from "node:fs";
import { join } from "node:path";
import type { Folders } from "../../util/default-folders.ts";

const UNITS = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** A size such as `12.3 MB`, with powers of 1,000. */
export function shownBytes(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 999.5 && unit < UNITS.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}

const BY_OTHERS = 0o077;
/** Key file. A key that others could have read is refused on use. */
const KEY_FILE = "mcp-state-key";

const isLoose = ({ stats }: KeptEntry): boolean => !stats.isSymbolicLink() && (stats.mode & BY_OTHERS) !== 0;

/** Fuxi's files and folders that others than the owner can read or change. Empty on Windows, where modes say nothing. */
export function* looseEntries(folders: Folders): Generator<KeptEntry> {
  if (process.platform === "win32") return;
  for (const own of ownEntries(folders)) {
    if (isLoose(own)) yield own;
    if (!own.stats.isDirectory()) continue;
    for (const entry of keptEntries(own.path)) if (isLoose(entry)) yield entry;
  }
}

/**
 * Restricts the mode of Fuxi's entries directly in the two folders, which protects everything inside them. Cheap enough for every command.
 * @returns the restricted entries
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
        // The entry belongs to another user: `fuxi doctor` reports it.
        return [];
      }
    });
}

/** Names of Fuxi's entries in the cache folder and in the data folder. Other entries are not Fuxi's: a person may have named any folder. */
const IN_CACHE = /^(?:value-index|triples|data-files|compiled|cinema-.+)$/u;
const IN_DATA = /^(?:store\.sqlite(?:-wal|-shm|-journal)?|mcp-state-key)$/u;

export const isCacheFolder = ({ path, stats }: KeptEntry): boolean =>
  stats.isDirectory() && IN_CACHE.test(path.split(/[/\\]/u).at(-1) ?? "");

/** Fuxi's entries directly in both folders, without links. */
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
 * All entries inside a folder, parents first. Links are not followed, so that deleting or
 * changing entries never leaves the folder. The folder itself may be a link that a person created.
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
    // Another process may have deleted it.
    if (stats === undefined) continue;
    yield { path, stats };
    if (stats.isDirectory()) yield* keptEntries(path);
  }
}

/** The real path of a folder. Undefined if it does not exist. */
export function realFolder(folder: string): string | undefined {
  try {
    return realpathSync(folder);
  } catch {
    return undefined;
  }
}

/** Total size of the files in a folder. Links are not followed. */
export function bytesIn(folder: string): number {
  const real = realFolder(folder);
  if (real === undefined) return 0;
  let bytes = 0;
  for (const { stats } of keptEntries(real)) if (stats.isFile()) bytes += stats.size;
  return bytes;
}
