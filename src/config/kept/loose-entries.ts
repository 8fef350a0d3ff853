import { chmodSync } from "node:fs";
import type { Folders } from "../folders.ts";
import { type KeptEntry, keptEntries } from "./kept-entries.ts";
import { ownEntries } from "./own-entries.ts";

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
