import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { cinemaContentVersion } from "./cinema-version.ts";
import { writeCinemaDatabase } from "./write-cinema-database.ts";
import { writeCinemaDescriptions } from "./write-cinema-descriptions.ts";

export interface CinemaSample {
  /** Path of the SQLite file. */
  readonly database: string;
  /** Folder with a CSV file of column descriptions per table. */
  readonly descriptions: string;
}

/**
 * The sample in the cache folder; written on the first call for its content version (about two seconds), found on later ones.
 *
 * It is made aside and moved into place as a whole, so several processes may call this at once: all but the first to finish
 * throw their copy away.
 *
 * @throws FuxiError `store-unavailable` where the folder cannot be written or is full
 */
export function ensureCinemaSample(cacheFolder: string): CinemaSample {
  const folder = join(cacheFolder, `cinema-${cinemaContentVersion()}`);
  const sample = {
    database: join(folder, "cinema.sqlite"),
    descriptions: join(folder, "database_description"),
  };
  if (isComplete(sample)) return sample;
  let aside: string | undefined;
  try {
    mkdirSync(cacheFolder, { recursive: true });
    aside = mkdtempSync(join(cacheFolder, "cinema-making-"));
    writeCinemaDatabase(join(aside, "cinema.sqlite"));
    writeCinemaDescriptions(join(aside, "database_description"));
    putInPlace(aside, folder, sample);
  } catch (cause) {
    throw new FuxiError("store-unavailable", `The sample cannot be written to ${cacheFolder}.`, {
      hint: "Check the rights and the free space of the folder, or name another one in FUXI_CACHE_DIR.",
      cause,
    });
  } finally {
    if (aside !== undefined) rmSync(aside, { recursive: true, force: true });
  }
  return sample;
}

function isComplete(sample: CinemaSample): boolean {
  return existsSync(sample.database) && existsSync(sample.descriptions);
}

/** A folder that is there but lacks a part (somebody deleted it) is replaced. */
function putInPlace(aside: string, folder: string, sample: CinemaSample): void {
  try {
    renameSync(aside, folder);
  } catch (error) {
    if (isComplete(sample)) return;
    if (!existsSync(folder)) throw error;
    rmSync(folder, { recursive: true, force: true });
    renameSync(aside, folder);
  }
}
