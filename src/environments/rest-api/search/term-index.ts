import { synonymsOf } from "./thesaurus.ts";
import { rootKey, wordKey } from "./word-key.ts";

/** Terms of an index that a word may stand for, with how nearly (0 to 1). */
export type Expansion = ReadonlyMap<string, number>;

interface Vocabulary {
  expand(word: string): Expansion;
}

const SAME_ROOT = 0.6;
const ROOT_OF_SYNONYM = 0.7;
const LEAST_LIKENESS = 0.6;
const LIKENESS_WORTH = 0.6;
const PART_WORTH = 0.5;
const SHORTEST_PART = 3;

export function createVocabulary(index: TermIndex): Vocabulary {
  const byRoot = new Map<string, string[]>();
  const byGram = new Map<string, string[]>();
  for (const term of index.terms) {
    push(byRoot, rootKey(term), term);
    for (const gram of gramsOf(term)) push(byGram, gram, term);
  }
  const cache = new Map<string, Expansion>();
  return {
    expand(word) {
      const known = cache.get(word);
      if (known !== undefined) return known;
      const made = expanded(word, index, byRoot, byGram);
      if (cache.size > MOST_CACHED) cache.clear();
      cache.set(word, made);
      return made;
    },
  };
}

const MOST_CACHED = 5000;

function expanded(
  word: string,
  index: TermIndex,
  byRoot: ReadonlyMap<string, readonly string[]>,
  byGram: ReadonlyMap<string, readonly string[]>,
): Expansion {
  const found = new Map<string, number>();
  const add = (term: string, strength: number): void => {
    if (index.has(term) && strength > (found.get(term) ?? 0)) found.set(term, strength);
  };
  const key = wordKey(word);
  add(key, 1);
  for (const term of byRoot.get(rootKey(word)) ?? []) add(term, SAME_ROOT);
  const meanings = new Map([...synonymsOf(rootKey(word)), ...synonymsOf(key)]);
  for (const [synonym, strength] of meanings) {
    add(synonym, strength);
    for (const term of byRoot.get(rootKey(synonym)) ?? []) add(term, strength * ROOT_OF_SYNONYM);
  }
  if (found.has(key)) return found;
  for (const [start, end] of partsOf(key)) {
    if (!index.has(start) || !index.has(end)) continue;
    add(start, PART_WORTH);
    add(end, PART_WORTH);
  }
  if (found.size === 0)
    for (const [term, likeness] of alike(key, byGram)) add(term, likeness * LIKENESS_WORTH);
  return found;
}

function partsOf(key: string): readonly (readonly [string, string])[] {
  const parts: (readonly [string, string])[] = [];
  for (let at = SHORTEST_PART; at <= key.length - SHORTEST_PART; at += 1)
    parts.push([wordKey(key.slice(0, at)), key.slice(at)]);
  return parts;
}

/** Terms that share most of their character trigrams with the word: misspellings. */
function alike(
  word: string,
  byGram: ReadonlyMap<string, readonly string[]>,
): readonly (readonly [string, number])[] {
  const grams = gramsOf(word);
  const shared = new Map<string, number>();
  for (const gram of grams)
    for (const term of byGram.get(gram) ?? []) shared.set(term, (shared.get(term) ?? 0) + 1);
  return [...shared]
    .map(([term, count]) => [term, (2 * count) / (grams.length + gramsOf(term).length)] as const)
    .filter(([, likeness]) => likeness >= LEAST_LIKENESS);
}

function gramsOf(word: string): readonly string[] {
  const padded = `^${word}$`;
  const grams = new Set<string>();
  for (let at = 0; at + 3 <= padded.length; at += 1) grams.add(padded.slice(at, at + 3));
  return [...grams];
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

/** How well a term stands for an operation, 0 to 1, by the operation's number. */
export type Postings = ReadonlyMap<number, number>;

export interface TermIndex {
  readonly documents: number;
  readonly terms: Iterable<string>;
  has(term: string): boolean;
  postings(term: string): Postings;
}

interface WeightedField {
  readonly weight: number;
  readonly terms: readonly string[];
}

const SATURATION = 1.5;
const LENGTH_SHARE = 0.6;
const NONE: Postings = new Map();

/**
 * BM25F without its idf (Robertson, Zaragoza, Taylor 2004): frequencies of all fields are weighted, made even for the fields' lengths and added up before
 * they are saturated.
 */
export function createTermIndex(documents: readonly (readonly WeightedField[])[]): TermIndex {
  const lengths = averageLengths(documents);
  const sums = new Map<string, Map<number, number>>();
  documents.forEach((fields, document) => {
    fields.forEach(({ weight, terms }, at) => {
      const mean = lengths[at] ?? 1;
      const norm = 1 - LENGTH_SHARE + LENGTH_SHARE * (terms.length / Math.max(mean, 1));
      for (const term of terms) {
        const of = sums.get(term) ?? new Map<number, number>();
        sums.set(term, of);
        of.set(document, (of.get(document) ?? 0) + weight / norm);
      }
    });
  });
  for (const of of sums.values())
    for (const [document, sum] of of) of.set(document, sum / (SATURATION + sum));
  return {
    documents: documents.length,
    terms: sums.keys(),
    has: (term) => sums.has(term),
    postings: (term) => sums.get(term) ?? NONE,
  };
}

function averageLengths(documents: readonly (readonly WeightedField[])[]): readonly number[] {
  const totals: number[] = [];
  const filled: number[] = [];
  for (const fields of documents) {
    fields.forEach(({ terms }, at) => {
      totals[at] = (totals[at] ?? 0) + terms.length;
      filled[at] = (filled[at] ?? 0) + (terms.length > 0 ? 1 : 0);
    });
  }
  return totals.map((total, at) => total / Math.max(filled[at] ?? 1, 1));
}
