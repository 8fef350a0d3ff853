import { wordKey } from "../../../util/english/word-key.ts";
import { synonymsOf } from "./thesaurus.ts";

/** The terms for a word, itself and its synonyms, each with its similarity (0 to 1). */
export type Expansion = ReadonlyMap<string, number>;

export function expanded(word: string, index: TermIndex): Expansion {
  const key = wordKey(word);
  return new Map([...synonymsOf(key), [key, 1] as const].filter(([term]) => index.has(term)));
}

/** How well a term describes operations (0 to 1), by operation index. */
export type Postings = ReadonlyMap<number, number>;

export interface TermIndex {
  readonly documents: number;
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
 * BM25F without its idf (Robertson, Zaragoza, Taylor 2004): term frequencies are weighted by field, normalised by field length and summed before
 * saturation.
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
