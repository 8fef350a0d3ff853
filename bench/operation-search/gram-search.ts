import type { Operation } from "../../src/environments/rest-api/document/api-document.ts";

type Vector = ReadonlyMap<string, number>;

/** The yardstick: cosine of TF-IDF over character 3- and 4-grams of path, id, summary and description. Ids of operations, the nearest first. */
export function createGramSearch(
  operations: readonly Operation[],
): (text: string, limit: number) => readonly string[] {
  const texts = operations.map(({ method, path, operationId, summary, description }) =>
    [method, path, operationId ?? "", summary, description].join(" "),
  );
  const counted = texts.map(gramCounts);
  const spread = new Map<string, number>();
  for (const counts of counted)
    for (const gram of counts.keys()) spread.set(gram, (spread.get(gram) ?? 0) + 1);
  const weighted = (counts: Vector): Vector => {
    const weights = new Map<string, number>();
    let square = 0;
    for (const [gram, count] of counts) {
      const weight = count * (Math.log((1 + operations.length) / (1 + (spread.get(gram) ?? 0))) + 1);
      weights.set(gram, weight);
      square += weight * weight;
    }
    const length = Math.sqrt(square) || 1;
    return new Map([...weights].map(([gram, weight]) => [gram, weight / length]));
  };
  const vectors = counted.map(weighted);
  return (text, limit) => {
    const query = weighted(gramCounts(text));
    return vectors
      .map((vector, at) => ({ id: operations[at]?.id ?? "", score: product(query, vector) }))
      .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
      .slice(0, limit)
      .map(({ id }) => id);
  };
}

function product(one: Vector, other: Vector): number {
  let sum = 0;
  for (const [gram, weight] of one) sum += weight * (other.get(gram) ?? 0);
  return sum;
}

/** Grams do not run over words, which are taken with a space at both ends. */
function gramCounts(text: string): Vector {
  const counts = new Map<string, number>();
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const padded = ` ${word} `;
    for (const size of [3, 4])
      for (let at = 0; at + size <= padded.length; at += 1) {
        const gram = padded.slice(at, at + size);
        counts.set(gram, (counts.get(gram) ?? 0) + 1);
      }
  }
  return counts;
}
