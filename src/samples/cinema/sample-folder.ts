import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { FuxiError } from "../../errors/fuxi-error.ts";

/**
 * A folder of generated files in the cache folder: made on the first call, found on later ones.
 *
 * It is made aside and moved into place as a whole, so several processes may call this at once: all but the first to finish
 * throw their copy away.
 *
 * @throws FuxiError `store-unavailable` where the folder cannot be written or is full
 */
export function ensureSampleFolder(
  cacheFolder: string,
  name: string,
  parts: readonly string[],
  make: (folder: string) => void,
): string {
  const folder = join(cacheFolder, name);
  const isComplete = () => parts.every((part) => existsSync(join(folder, part)));
  if (isComplete()) return folder;
  let aside: string | undefined;
  try {
    mkdirSync(cacheFolder, { recursive: true, mode: 0o700 });
    aside = mkdtempSync(join(cacheFolder, "cinema-making-"));
    make(aside);
    putInPlace(aside, folder, isComplete);
  } catch (cause) {
    throw new FuxiError("store-unavailable", `The sample cannot be written to ${cacheFolder}.`, {
      hint: "Check the rights and the free space of the folder, or name another one in FUXI_CACHE_DIR.",
      cause,
    });
  } finally {
    if (aside !== undefined) rmSync(aside, { recursive: true, force: true });
  }
  return folder;
}

/** A folder that is there but lacks a part (somebody deleted it) is replaced. */
function putInPlace(aside: string, folder: string, isComplete: () => boolean): void {
  try {
    renameSync(aside, folder);
  } catch (error) {
    if (isComplete()) return;
    if (!existsSync(folder)) throw error;
    rmSync(folder, { recursive: true, force: true });
    renameSync(aside, folder);
  }
}
