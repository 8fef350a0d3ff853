import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { cinemaTurtle, cinemaVocabulary } from "./cinema-turtle.ts";
import { cinemaKnowledgeBaseVersion } from "./cinema-version.ts";
import { ensureSampleFolder } from "./sample-folder.ts";

const FILE = "cinema.ttl";

/**
 * Path of the sample's knowledge base in the cache folder, with its vocabulary file beside it (`cinema.ttl.vocabulary.json`); written on
 * the first call for its content version (about a second), found on later ones.
 *
 * @throws FuxiError `store-unavailable` where the folder cannot be written or is full
 */
export function ensureCinemaKnowledgeBase(cacheFolder: string): string {
  const name = `cinema-kb-${cinemaKnowledgeBaseVersion()}`;
  const vocabulary = `${FILE}.vocabulary.json`;
  const folder = ensureSampleFolder(cacheFolder, name, [FILE, vocabulary], (aside) => {
    writeFileSync(join(aside, FILE), cinemaTurtle());
    writeFileSync(join(aside, vocabulary), cinemaVocabulary());
  });
  return join(folder, FILE);
}
