import { embedTexts } from "../../model/embed-texts.ts";
import type { EmbeddingModel } from "../../model/embedding-model.ts";
import { foldText } from "../../util/fold-text.ts";

export interface MostLike {
  /** Places of the texts, the most similar first; equal ones keep their order. */
  readonly places: readonly number[];
  /** Of the embedding model, where the provider tells. */
  readonly tokens?: number;
}

/**
 * The texts that are most like a question: by the cosine of their embeddings as in the paper (Middleware, Section 5.4), or, without an embedding
 * model, by the cosine of their letter trigrams, of which those that most texts have count little.
 */
export async function mostLike(
  question: string,
  texts: readonly string[],
  { embedding, signal }: { readonly embedding?: EmbeddingModel; readonly signal: AbortSignal },
): Promise<MostLike> {
  if (embedding === undefined) return { places: ranked(lexicalScores(question, texts)) };
  const { vectors, tokens } = await embedTexts(embedding, [question, ...texts], signal);
  const [asked = [], ...said] = vectors;
  const places = ranked(said.map((vector) => cosine(asked, vector)));
  return { places, ...(tokens === undefined ? {} : { tokens }) };
}

function ranked(scores: readonly number[]): readonly number[] {
  return scores
    .map((score, at) => ({ score, at }))
    .toSorted((a, b) => b.score - a.score || a.at - b.at)
    .map(({ at }) => at);
}

function cosine(a: readonly number[], b: readonly number[]): number {
  let [both, ofA, ofB] = [0, 0, 0];
  for (const [at, x] of a.entries()) {
    const y = b[at] ?? 0;
    both += x * y;
    ofA += x * x;
    ofB += y * y;
  }
  return both === 0 ? 0 : both / Math.sqrt(ofA * ofB);
}

function lexicalScores(question: string, texts: readonly string[]): readonly number[] {
  const grams = texts.map(trigramsOf);
  const holding = new Map<string, number>();
  for (const each of grams) for (const gram of each) holding.set(gram, (holding.get(gram) ?? 0) + 1);
  const weight = (gram: string): number => Math.log(1 + texts.length / (holding.get(gram) ?? texts.length));
  const asked = trigramsOf(question);
  return grams.map((each) => {
    let [both, all] = [0, 0];
    for (const gram of each) {
      const square = weight(gram) ** 2;
      all += square;
      if (asked.has(gram)) both += square;
    }
    return all === 0 ? 0 : both / Math.sqrt(all);
  });
}

function trigramsOf(text: string): ReadonlySet<string> {
  const grams = new Set<string>();
  for (const word of foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []) {
    const padded = ` ${word} `;
    for (let at = 0; at + 2 < padded.length; at++) grams.add(padded.slice(at, at + 3));
  }
  return grams;
}
