import type { NotUnderstood } from "../../../environment/capabilities.ts";
import { CLOSED_WORDS, EMPTY_ADJECTIVES } from "./lexicon/closed-words.ts";
import { degreeOf, EXTREMES, UNITS } from "./lexicon/scales.ts";
import type { KnownWords } from "./linking/known-words.ts";
import { nounOf, verbOf } from "./linking/lexical-edges.ts";
import type { NameSpan } from "./linking/name-reading.ts";
import type { Token } from "./question/read-tokens.ts";
import type { Note } from "./resolve/resolve-context.ts";

const POWERS = /^(?:thousand|million|billion)$/u;
const JOINT = /^co-?(?=\p{L}{3})/u;

/** Why a question has no reading, and the words that no rule could place. */
export function wordsNotKnown(
  tokens: readonly Token[],
  names: readonly NameSpan[],
  known: KnownWords,
  notes: readonly Note[],
  problem: string | undefined,
): NotUnderstood {
  if (problem !== undefined) return { understood: false, reason: problem, words: [] };
  const strange = strangeWords(tokens, names, known);
  if (strange.length > 0) {
    const list = strange.map((word) => `"${word}"`).join(", ");
    const reason = `Nothing in this knowledge base goes by ${list}, as far as I can tell.`;
    return { understood: false, reason, words: strange };
  }
  const [note] = notes;
  if (note) return { understood: false, reason: note.reason, words: note.words };
  const words = tokens
    .filter(({ folded, kind }, at) => kind !== "mark" && !CLOSED_WORDS.has(folded) && !isNamed(at, names))
    .map(({ folded }) => folded);
  return { understood: false, reason: "I know the words but cannot put them together.", words };
}

/** Words that are no names, and that nothing in the knowledge base or the grammar is called. */
export function strangeWords(
  tokens: readonly Token[],
  names: readonly NameSpan[],
  known: KnownWords,
): readonly string[] {
  return tokens.filter((token, at) => !isPlaced(token, at, tokens, names, known)).map(({ folded }) => folded);
}

function isNamed(at: number, names: readonly NameSpan[]): boolean {
  return names.some(({ from, to }) => from <= at && at < to);
}

function isPlaced(
  { folded, kind }: Token,
  at: number,
  tokens: readonly Token[],
  names: readonly NameSpan[],
  known: KnownWords,
): boolean {
  if (kind === "mark" || CLOSED_WORDS.has(folded) || isNamed(at, names)) return true;
  if (EMPTY_ADJECTIVES.has(folded) || EXTREMES.has(folded) || UNITS.has(folded) || kind === "number")
    return true;
  if (degreeOf(folded).length > 0 || POWERS.test(folded)) return true;
  const whole = folded.replace(JOINT, "");
  for (let from = Math.max(0, at - 3); from <= at; from++) {
    for (let to = at + 1; to <= Math.min(tokens.length, from + 4); to++) {
      const words = tokens.slice(from, to).map((token) => token.folded);
      const read = to - from === 1 ? [whole] : words;
      if (nounOf(words, known) ?? nounOf(read, known) ?? verbOf(words, known) ?? verbOf(read, known))
        return true;
    }
  }
  return false;
}
