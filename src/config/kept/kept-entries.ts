import { lstatSync, readdirSync, realpathSync, type Stats } from "node:fs";
import { join } from "node:path";

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
