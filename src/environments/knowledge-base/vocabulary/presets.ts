import { dbpediaVocabulary } from "./dbpedia-vocabulary.ts";
import { freebaseVocabulary } from "./freebase-vocabulary.ts";
import { rdfsVocabulary } from "./rdfs-vocabulary.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { wikidataVocabulary } from "./wikidata-vocabulary.ts";

/** A key of `PRESETS`. */
export type PresetName = "rdfs" | "freebase" | "wikidata" | "dbpedia";

/** Vocabularies of well-known knowledge bases; `rdfs` is for the rest. docs/vocabularies.md says what each holds. */
export const PRESETS: Readonly<Record<PresetName, Vocabulary>> = {
  rdfs: rdfsVocabulary,
  freebase: freebaseVocabulary,
  wikidata: wikidataVocabulary,
  dbpedia: dbpediaVocabulary,
};
