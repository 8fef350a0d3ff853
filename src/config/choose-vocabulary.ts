import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { PRESETS } from "../environments/knowledge-base/vocabulary/presets.ts";
import { readVocabulary } from "../environments/knowledge-base/vocabulary/read-vocabulary.ts";
import type { Vocabulary } from "../environments/knowledge-base/vocabulary/vocabulary.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import { nearestNames } from "../util/nearest-names.ts";

/** A vocabulary file beside the data: `people.ttl.vocabulary.json`. */
export function vocabularyBeside(path: string): string | undefined {
  const beside = `${path}.vocabulary.json`;
  return existsSync(beside) ? beside : undefined;
}

/**
 * The vocabulary that a preset's name or a file stands for.
 *
 * @throws FuxiError `usage` where it is neither, `configuration-invalid` where the file is none
 */
export async function chooseVocabulary(named: string): Promise<Vocabulary> {
  const preset = Object.entries(PRESETS).find(([name]) => name === named)?.[1];
  if (preset !== undefined) return preset;
  if (existsSync(named)) return readVocabulary(await parsed(named));
  const names = Object.keys(PRESETS);
  const [near] = nearestNames(named, names, { limit: 1 });
  throw new FuxiError("usage", `There is no vocabulary "${named}", neither a preset nor a file.`, {
    hint: near === undefined ? `Presets: ${names.join(", ")}.` : `Did you mean ${near.name}?`,
  });
}

async function parsed(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (cause) {
    throw new FuxiError("configuration-invalid", `The vocabulary file ${path} is no JSON.`, {
      hint: "See docs/vocabularies.md for its form.",
      cause,
    });
  }
}

const HOSTS: readonly (readonly [RegExp, keyof typeof PRESETS])[] = [
  [/(^|\.)wikidata\.org$/u, "wikidata"],
  [/(^|\.)dbpedia\.org$/u, "dbpedia"],
];

/** Of well-known servers. */
export function vocabularyOfHost(hostname: string): Vocabulary | undefined {
  const preset = HOSTS.find(([pattern]) => pattern.test(hostname))?.[1];
  return preset === undefined ? undefined : PRESETS[preset];
}
