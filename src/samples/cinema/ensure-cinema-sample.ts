import { join } from "node:path";
import { cinemaContentKey, cinemaContentVersion } from "./cinema-version.ts";
import { writeCinemaDescriptions } from "./database/schema.ts";
import { ensureSampleFolder } from "./sample-folder.ts";
import { writeCinemaDatabase } from "./write-cinema-database.ts";

export interface CinemaSample {
  /** Path of the SQLite file. */
  readonly database: string;
  /** Folder with a CSV file of column descriptions per table. */
  readonly descriptions: string;
  /** The same in every folder; another where the content is. */
  readonly key: string;
}

const DATABASE = "cinema.sqlite";
const DESCRIPTIONS = "database_description";

/**
 * The sample's database in the cache folder; written on the first call for its content version (about two seconds), found on later ones.
 *
 * @throws FuxiError `store-unavailable` where the folder cannot be written or is full
 */
export function ensureCinemaSample(cacheFolder: string): CinemaSample {
  const name = `cinema-${cinemaContentVersion()}`;
  const folder = ensureSampleFolder(cacheFolder, name, [DATABASE, DESCRIPTIONS], (aside) => {
    writeCinemaDatabase(join(aside, DATABASE));
    writeCinemaDescriptions(join(aside, DESCRIPTIONS));
  });
  return {
    database: join(folder, DATABASE),
    descriptions: join(folder, DESCRIPTIONS),
    key: cinemaContentKey(),
  };
}
