import { delimitedVocabulary } from "./delimited-vocabulary.ts";
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

/** Names that the reader of delimited files makes of relations; its names of entities have `e:` for the `r:`. */
const DELIMITED = /^(urn:fuxi:[\w-]+:)r:/u;

/**
 * The preset by whose names the predicates go (full IRIs, each once), `rdfs` where none fits, with prefixes for further namespaces of theirs. Those
 * of a delimited file have a vocabulary of their own.
 */
export function detectVocabulary(predicateIris: Iterable<string>): Vocabulary {
  const iris = [...new Set(predicateIris)];
  const file = iris.map((iri) => DELIMITED.exec(iri)?.[1]).find((beginning) => beginning !== undefined);
  if (file !== undefined)
    return withDerivedPrefixes(delimitedVocabulary({ "": `${file}r:`, e: `${file}e:` }), iris);
  const [best] = SIGNS.map(([name, sign]) => ({
    name,
    count: iris.filter((iri) => sign.test(iri)).length,
  })).sort((a, b) => b.count - a.count);
  const preset = best && best.count > 0 && best.count >= SHARE * iris.length ? best.name : "rdfs";
  return withDerivedPrefixes(PRESETS[preset], iris);
}
