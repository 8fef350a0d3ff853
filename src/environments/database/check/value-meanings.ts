import { foldText } from "../../../util/fold-text.ts";
import { nameWords } from "../../../util/name-words.ts";
import { sameButForNumber } from "../../../util/plural.ts";
import type { ColumnSchema } from "../schema/database-schema.ts";

/** What a column's description says one of its values means. */
export interface ValueMeaning {
  readonly value: string;
  readonly meaning: string;
}

const ENTRY =
  /^[\s•\-*·�]*["'“”‘’`]?([\p{L}\p{N}+_./-]{1,24})["'“”‘’`]?\s*(?::|=>?|->|→|-|–|—|\bmeans\b|\bstands for\b|\brefers to\b|\bis for\b|\bis\b|\bfor\b)\s*["'“”‘’`]?(\S[^"“”]*?)["'“”‘’`]?[\s.]*$/iu;

/** Pairs such as `V: Virtual`, `'F' = female`, `0 - no` in the texts that describe a column. */
export function valueMeanings(column: ColumnSchema): readonly ValueMeaning[] {
  const texts = [column.description?.values, column.description?.text, column.comment];
  const found: ValueMeaning[] = [];
  for (const text of texts) {
    for (const line of (text ?? "").split(/[\n;|]|,(?=\s*["']?[\p{L}\p{N}+_./-]{1,24}["']?\s*(?::|=|-))/u)) {
      const inner = line.replace(/^.*\((?=[^)]*[:=])/u, "").replace(/\)\s*\.?\s*$/u, "");
      const match = ENTRY.exec(inner);
      const [, value, meaning] = match ?? [];
      if (value !== undefined && meaning !== undefined) found.push({ value, meaning });
    }
  }
  return found;
}

/** Values whose described meaning is the given text, nearest first. */
export function valuesMeaning(column: ColumnSchema, text: string): readonly string[] {
  const wanted = foldText(text);
  const words = nameWords(text);
  if (words.length === 0) return [];
  const ranked = valueMeanings(column)
    .filter(({ value }) => foldText(value) !== wanted)
    .map(({ value, meaning }) => ({ value, score: likeness(wanted, words, meaning) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  return [...new Set(ranked.map(({ value }) => value))];
}

function likeness(wanted: string, words: readonly string[], meaning: string): number {
  const folded = foldText(meaning);
  if (folded === wanted || sameButForNumber(folded, wanted)) return 1;
  const own = nameWords(meaning);
  const held = words.filter((word) => own.some((other) => sameButForNumber(word, other))).length;
  return held === words.length ? 0.5 + held / (2 * own.length) : 0;
}
