import { withDerivedPrefixes } from "./derived-prefixes.ts";
import { PRESETS, type PresetName } from "./presets.ts";
import type { Vocabulary } from "./vocabulary.ts";

const SIGNS: readonly (readonly [PresetName, RegExp])[] = [
  ["freebase", /^http:\/\/rdf\.freebase\.com\/ns\//u],
  ["wikidata", /^https?:\/\/www\.wikidata\.org\/prop\//u],
  ["dbpedia", /^https?:\/\/(?:[a-z-]+\.)?dbpedia\.org\/(?:ontology|property)\//u],
];

/** A tenth of the predicates is enough: labels, types and links are everybody's. */
const SHARE = 0.1;

/**
 * The preset by whose names the predicates go (full IRIs, each once), `rdfs` where none fits, with prefixes for further namespaces of theirs.
 */
export function detectVocabulary(predicateIris: Iterable<string>): Vocabulary {
  const iris = [...new Set(predicateIris)];
  const [best] = SIGNS.map(([name, sign]) => ({
    name,
    count: iris.filter((iri) => sign.test(iri)).length,
  })).sort((a, b) => b.count - a.count);
  const preset = best && best.count > 0 && best.count >= SHARE * iris.length ? best.name : "rdfs";
  return withDerivedPrefixes(PRESETS[preset], iris);
}
