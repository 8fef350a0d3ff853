import { foldText } from "../fold-text.ts";

/**
 * Places of the texts, the most similar to the asked one first, by the cosine of their letter trigrams, of which those that most texts have count
 * little. The papers mostly rank by embeddings or BM25.
 */
export function mostLike(question: string, texts: readonly string[]): readonly number[] {
  const grams = texts.map(trigramsOf);
  const holding = new Map<string, number>();
  for (const each of grams) for (const gram of each) holding.set(gram, (holding.get(gram) ?? 0) + 1);
  const weight = (gram: string): number => Math.log(1 + texts.length / (holding.get(gram) ?? texts.length));
  const asked = trigramsOf(question);
  const scores = grams.map((each) => {
    let [both, all] = [0, 0];
    for (const gram of each) {
      const square = weight(gram) ** 2;
      all += square;
      if (asked.has(gram)) both += square;
    }
    return all === 0 ? 0 : both / Math.sqrt(all);
  });
  return [...texts.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
}

function trigramsOf(text: string): ReadonlySet<string> {
  const grams = new Set<string>();
  for (const word of foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []) {
    const padded = ` ${word} `;
    for (let at = 0; at + 2 < padded.length; at++) grams.add(padded.slice(at, at + 3));
  }
  return grams;
}
