import { NAMESPACES as N } from "./namespaces.ts";
import type { Vocabulary } from "./vocabulary.ts";

/**
 * Triples of a tab- or pipe-separated file, which says no more than they do: the texts are the labels, nothing is typed. The prefixes are those of the
 * reader that made IRIs of the texts.
 */
export function delimitedVocabulary(prefixes: Readonly<Record<string, string>>): Vocabulary {
  return {
    name: "delimited",
    prefixes: { ...prefixes, rdfs: N.rdfs, xsd: N.xsd },
    label: [`${N.rdfs}label`],
    alias: [],
    type: [],
    subclass: [],
    description: [],
    languages: [""],
    mediators: { classes: [], prefixes: [], unlabelled: false },
    hidden: [`${N.rdfs}label`],
    attributes: {},
  };
}
