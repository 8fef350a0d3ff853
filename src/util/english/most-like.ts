import { foldText } from "../fold-text.ts";

/** Places of the texts, the most similar to the asked one first, by their letter trigrams. The papers mostly rank by embeddings or BM25. */
export function mostLike(question: string, texts: readonly string[]): readonly number[] {
  return bySharedGrams(trigramsOf(question), texts.map(trigramsOf));
}

/** Places of the sets, the most similar to the asked one first, by the cosine, in which grams that most sets have count little. */
export function bySharedGrams(
  asked: ReadonlySet<string>,
  all: readonly ReadonlySet<string>[],
): readonly number[] {
  const holding = new Map<string, number>();
  for (const each of all) for (const gram of each) holding.set(gram, (holding.get(gram) ?? 0) + 1);
  const weight = (gram: string): number => Math.log(1 + all.length / (holding.get(gram) ?? 1)) ** 2;
  const scores = all.map((each) => {
    let [both, own] = [0, 0];
    for (const gram of each) {
      own += weight(gram);
      if (asked.has(gram)) both += weight(gram);
    }
    return own === 0 ? 0 : both / Math.sqrt(own);
  });
  return [...all.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
}

function trigramsOf(text: string): ReadonlySet<string> {
  const grams = new Set<string>();
  for (const word of foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []) {
    const padded = ` ${word} `;
    for (let at = 0; at + 2 < padded.length; at++) grams.add(padded.slice(at, at + 3));
  }
  return grams;
}
