import { lstatSync } from "node:fs";
import type { Folders } from "../folders.ts";
import { type KeptEntry, keptEntries, realFolder } from "./kept-entries.ts";

const BY_OTHERS = 0o077;

/** Files and folders of Fuxi's that others than their owner may read or change. On Windows modes say nothing. */
export function* looseEntries({ cache, data }: Folders): Generator<KeptEntry> {
  if (process.platform === "win32") return;
  for (const folder of new Set([cache, data].map(realFolder))) {
    if (folder === undefined) continue;
    const itself = { path: folder, stats: lstatSync(folder) };
    for (const entry of [itself, ...keptEntries(folder)]) if (isLoose(entry)) yield entry;
  }
}

function isLoose({ stats }: KeptEntry): boolean {
  // A link has no rights of its own, and what it leads to is not ours.
  return !stats.isSymbolicLink() && (stats.mode & BY_OTHERS) !== 0;
}
