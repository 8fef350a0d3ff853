import type { ApiDocument } from "../document/api-document.ts";
import { createArgumentOrigins } from "./create-argument-origins.ts";
import { gainsOfOrigins, type Lead } from "./follow-origins.ts";
import { identifierFits } from "./identifier-fits.ts";
import { indexOperations } from "./indexed-operations.ts";
import { type ReadStep, readStep, type StepWord } from "./read-step.ts";
import type { TermIndex } from "./term-index.ts";
import { createVocabulary, type Expansion } from "./vocabulary.ts";
import { wantedKinds } from "./wanted-kinds.ts";
import { wordKey } from "./word-key.ts";

const DEPRECATED = 0.6;
/** Words of nearly every step that reads. */
const ANY_READING = new Set("list show get find fetch retrieve view all every see check pull".split(" "));
const OF_READING = 0.5;
const PART_OF_PAIR = 0.4;
const UNNAMED = 0.4;

/** Scores of all operations of a document for a text, in the document's order; 0 where nothing is shared. */
export function createOperationRanker(document: ApiDocument): (text: string) => Float64Array {
  const { all, terms } = indexOperations(document);
  const fits = identifierFits(all.map(({ shape }) => shape));
  const origins = createArgumentOrigins(document);
  const numbers = new Map(all.map(({ operation }, at) => [operation.id, at]));
  const vocabulary = createVocabulary(terms);
  const rarity = (spread: number): number => Math.log(1 + (terms.documents - spread + 0.5) / (spread + 0.5));

  const matchesOf = (expansion: Expansion): Map<number, number> => {
    const best = new Map<number, number>();
    for (const [term, strength] of expansion)
      for (const [at, worth] of terms.postings(term))
        best.set(at, Math.max(best.get(at) ?? 0, strength * worth));
    return best;
  };
  const termRarity = new Map<string, number>();
  const rarityOf = (term: string): number => {
    let value = termRarity.get(term);
    if (value === undefined) {
      let spread = 0;
      for (const worth of terms.postings(term).values()) spread += worth;
      value = rarity(spread);
      termRarity.set(term, value);
    }
    return value;
  };

  return (text) => {
    const step = readStep(text);
    const words = withPairs(step, terms);
    const scores = new Float64Array(all.length);
    const spoken = new Map<string, number>();
    for (const { word, weight } of words) {
      const expansion = vocabulary.expand(word);
      for (const [term, strength] of expansion)
        spoken.set(term, Math.max(spoken.get(term) ?? 0, strength * weight));
      const matches = matchesOf(expansion);
      let spread = 0;
      for (const worth of matches.values()) spread += worth;
      const value = rarity(spread) * weight;
      for (const [at, worth] of matches) scores[at] = (scores[at] ?? 0) + value * worth;
    }
    const kinds = wantedKinds(text, step);
    const fitting = fits(step, vocabulary.expand);
    const leads: Lead[] = [];
    const direct = scores.map((score, at) => {
      const indexed = all[at];
      if (indexed === undefined || score === 0) return 0;
      const { core, kind, operation, shape } = indexed;
      let wanted = 0;
      let named = 0;
      for (const term of core) {
        wanted += rarityOf(term);
        named += rarityOf(term) * (spoken.get(term) ?? 0);
      }
      const coverage = wanted === 0 ? 1 : named / wanted;
      const { worth, missing } = fitting(shape);
      const whole =
        score *
        (UNNAMED + (1 - UNNAMED) * coverage) *
        kinds[kind] *
        worth *
        (operation.deprecated ? DEPRECATED : 1);
      leads.push({ at, score: whole, missing: [...missing, ...indexed.needed] });
      return whole;
    });
    const gains = gainsOfOrigins(leads, all, numbers, origins, step.named);
    return direct.map((score, at) => score + (gains.get(at) ?? 0));
  };
}

/** Two words that the document writes as one mean that one thing, and each by itself less. */
function withPairs({ words, pairs }: ReadStep, terms: TermIndex): readonly StepWord[] {
  const written = pairs.filter(({ word }) => terms.has(wordKey(word)));
  const parts = new Set(written.flatMap(({ of }) => of));
  return [
    ...words.map(({ word, weight }) => ({
      word,
      weight: weight * (parts.has(word) ? PART_OF_PAIR : 1) * (ANY_READING.has(word) ? OF_READING : 1),
    })),
    ...written.map(({ word }) => ({ word, weight: 1 })),
  ];
}
