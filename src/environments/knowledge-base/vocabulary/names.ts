import type { Json } from "../../../util/json.ts";
import { comparableValue } from "../term/comparable-value.ts";
import { type Term, termText } from "../term/term.ts";
import { PRESETS, type PresetName } from "./presets.ts";
import { NAMESPACES as N, NAMESPACES, NO_VOCABULARY, type Vocabulary } from "./vocabulary.ts";

const MOST = 40;

/**
 * Adds a prefix for every namespace of these IRIs that has none yet, so that models need not read full IRIs. It is the last word of
 * the namespace (`http://example.org/films/` is `films:`). The order of the IRIs does not matter; only the 40 most frequent
 * namespaces get a prefix.
 */
function withDerivedPrefixes(vocabulary: Vocabulary, iris: Iterable<string>): Vocabulary {
  const names = createNames(vocabulary);
  const counts = new Map<string, number>();
  for (const iri of iris) {
    if (!names.short(iri).startsWith("<")) continue;
    const namespace = /^(.*[/#:])[^/#:]+$/u.exec(iri)?.[1];
    if (
      namespace !== undefined &&
      /^[a-z][a-z0-9+.-]*:/iu.test(namespace) &&
      !/^[a-z]+:\/*$/iu.test(namespace)
    )
      counts.set(namespace, (counts.get(namespace) ?? 0) + 1);
  }
  const frequent = [...counts]
    .sort(([a, more], [b, most]) => most - more || (a < b ? -1 : 1))
    .slice(0, MOST)
    .map(([namespace]) => namespace);
  const prefixes: Record<string, string> = { ...vocabulary.prefixes };
  const taken = new Set(Object.values(prefixes));
  for (const namespace of frequent) {
    if (taken.has(namespace)) continue;
    const customary = Object.entries(NAMESPACES).find(([, each]) => each === namespace)?.[0];
    prefixes[free(customary ?? wordOf(namespace), prefixes)] = namespace;
  }
  return { ...vocabulary, prefixes };
}

/** The last part of the path that is a word (not empty, not a version), else the host's name. */
function wordOf(namespace: string): string {
  const [, host = "", path = ""] = /^[a-z][a-z0-9+.-]*:(?:\/\/)?([^/#:]*)[:/]?(.*)$/iu.exec(namespace) ?? [];
  const parts = path
    .split(/[/#:]/u)
    .filter((part) => /^[a-z][a-z0-9_-]*$/iu.test(part) && !/^v\d/iu.test(part));
  const site = host
    .split(".")
    .slice(0, -1)
    .filter((part) => part !== "www")
    .at(-1);
  const word = (parts.at(-1) ?? site ?? host).toLowerCase().replace(/[^a-z0-9]+/gu, "");
  return /^[a-z]/u.test(word) ? word.slice(0, 20) : "ns";
}

/** A prefix that is not taken yet. URL schemes are excluded: `http:…` would be read as a full IRI. */
function free(word: string, taken: Readonly<Record<string, string>>): string {
  const reserved = (name: string) =>
    Object.hasOwn(taken, name) || /^(?:https?|urn|file|mailto|data|_)$/u.test(name);
  if (!reserved(word)) return word;
  for (let number = 2; ; number++) if (!reserved(`${word}${number}`)) return `${word}${number}`;
}

const SIGNS: readonly (readonly [PresetName, RegExp])[] = [
  ["freebase", /^http:\/\/rdf\.freebase\.com\/ns\//u],
  ["wikidata", /^https?:\/\/www\.wikidata\.org\/prop\//u],
  ["dbpedia", /^https?:\/\/(?:[a-z-]+\.)?dbpedia\.org\/(?:ontology|property)\//u],
];

/** Share of the predicates that must match a preset. A tenth is enough, because labels, types and links are common to all. */
const SHARE = 0.1;

/** Names that the reader of delimited files gives to relations; its names of entities have `e:` instead of `r:`. */
const DELIMITED = /^(urn:fuxi:[\w-]+:)r:/u;

/**
 * The preset that fits the predicates (full IRIs), or `rdfs`, with prefixes for their further namespaces. Delimited files
 * have a vocabulary of their own.
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

/**
 * The vocabulary of a tab- or pipe-separated file: texts are labels, and there are no classes. The prefixes come from the
 * reader that made IRIs of the texts.
 */
function delimitedVocabulary(prefixes: Readonly<Record<string, string>>): Vocabulary {
  return {
    ...NO_VOCABULARY,
    name: "delimited",
    prefixes: { ...prefixes, rdfs: N.rdfs, xsd: N.xsd },
    label: [`${N.rdfs}label`],
    languages: [""],
    hidden: [`${N.rdfs}label`],
  };
}

/** Converts between IRIs and short names. */
export interface Names {
  /** `wd:Q5`, `film.film.genre` (empty prefix), or `<…>` (as N-Triples writes it) if no prefix fits. `iri` returns the same IRI for it. */
  short(iri: string): string;
  /** The IRI of a short name, of `<…>` or of a full IRI; undefined for other texts. */
  iri(text: string): string | undefined;
}

/** Local names that stay unambiguous after a prefix in a program, an argument list or a sentence. */
const LOCAL = /^[\p{L}\p{N}_%](?:[\p{L}\p{N}_.%'-]*[\p{L}\p{N}_%'-])?$/u;

export function createNames({ prefixes }: Vocabulary): Names {
  const byLength = Object.entries(prefixes).sort(([, a], [, b]) => b.length - a.length);
  return {
    short(iri) {
      for (const [prefix, namespace] of byLength) {
        const local = iri.slice(namespace.length);
        if (iri.startsWith(namespace) && LOCAL.test(local))
          return prefix === "" ? local : `${prefix}:${local}`;
      }
      return termText({ kind: "iri", value: iri });
    },
    iri(text) {
      const written = text.trim();
      if (/^<[^<>\s]+>$/u.test(written)) return unescaped(written.slice(1, -1));
      const colon = written.indexOf(":");
      const namespace = prefixes[colon < 0 ? "" : written.slice(0, colon)];
      const local = written.slice(colon + 1);
      if (namespace !== undefined && LOCAL.test(local)) return namespace + local;
      return /^[a-z][a-z0-9+.-]*:\/\/\S+$/iu.test(written) || /^urn:\S+$/iu.test(written)
        ? written
        : undefined;
    },
  };
}

function unescaped(text: string): string {
  return text.replace(/\\u([0-9a-f]{4})/giu, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Text for users of a value or of a term without a label. */
export function plainName(term: Term, names: Names): string {
  if (term.kind === "literal") return term.value;
  return identifierOf(term, names);
}

/** Text by which calls can name a term: a short name, `_:b1`, or N-Triples for values. */
export function identifierOf(term: Term, names: Names): string {
  return term.kind === "iri" ? names.short(term.value) : termText(term);
}

/** Numbers as JSON numbers if no digit is lost, other terms as text. */
export function valueJson(term: Term, names: Names): Json {
  const value = comparableValue(term);
  if (value?.kind !== "number" || term.kind !== "literal") return plainName(term, names);
  const digits = term.value
    .replace(/^[+-]/u, "")
    .replace(/[eE].*$/u, "")
    .replace(".", "");
  return digits.replace(/^0+/u, "").length <= 15 ? value.number : term.value.trim();
}
