import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { indexFolder } from "../../value-index/segment-cache.ts";

const OWNER = /^([0-9a-f]{32})\.of-([\w-]+)$/u;

/**
 * Keeps beside the value index of a target by which id it was opened, in the name of an empty file: the folder of the index has a digest for a name,
 * from which nobody could tell whose it is. What cannot be written is left out, as the index itself is then.
 */
export function keepIndexOwner(cacheFolder: string, targetKey: string, id: string): void {
  const folder = indexFolder(cacheFolder, targetKey);
  try {
    mkdirSync(join(folder, ".."), { recursive: true, mode: 0o700 });
    writeFileSync(`${folder}.of-${id}`, "", { mode: 0o600, flag: "a" });
  } catch {
    // A cache folder that is read-only or full.
  }
}

export const isIndexOwner = (name: string): boolean => OWNER.test(name);

/** Names of the folders in which value indexes of this id lie; `folder` is that of all value indexes. */
export function indexesOf(folder: string, id: string): readonly string[] {
  let names: readonly string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const [, index, owner] = OWNER.exec(name) ?? [];
    return index !== undefined && owner === id ? [index] : [];
  });
}
