import { nameWords } from "../../../util/name-words.ts";
import { PHRASES, STOP_WORDS } from "./thesaurus.ts";

/** A word of a step, folded; `weight` is less than 1 where it stands in what is not wanted. */
export interface StepWord {
  readonly word: string;
  readonly weight: number;
}

/** What a step's text says, before any document is looked at. */
export interface ReadStep {
  /** The text with phrases replaced by the words that they stand for (`get rid of` by `delete`). */
  readonly text: string;
  readonly words: readonly StepWord[];
  /** Words that stand beside each other, written as one: `topup` of `top up`. */
  readonly pairs: readonly { readonly word: string; readonly of: readonly string[] }[];
  /** For each value that looks like an identifier, the folded words before it, nearest first: `the film with id 597` gives `[film]`. */
  readonly mentions: readonly (readonly string[])[];
  /** True where a quoted or capitalised name stands in it. */
  readonly named: boolean;
  /** True where it asks rather than orders. */
  readonly question: boolean;
}

const TOKEN =
  /["“”][^"“”]{1,80}["“”]|(?<![\p{L}\p{N}])['‘][^'‘’]{1,80}['’](?![\p{L}\p{N}])|[\p{L}\p{N}][\p{L}\p{N}_'’.@/-]*|[,.;:!?]/gu;
const QUESTION =
  /^(?:(?:and|so|ok|okay|well|please)\W+)*(?:who|what|when|where|which|whose|why|how|is|are|was|were|do|does|did|has|have|can you tell|tell me)\b/iu;
const NOT_WANTED = /\b(?:not|instead of|rather than|without)\b[^,.;:!?]*/giu;
const ORDINAL =
  /^(?:\d+(?:st|nd|rd|th)|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\w+teenth|twentieth)$/iu;
/** `me` is the person who asks only where it is not whom something is shown or done for. */
const NOT_MINE =
  /\b(?:show|give|tell|get|fetch|find|send|let|for|bring|make|read|pull|grab|remind|list|to)\s+me\b/giu;
/** A step is a sentence or two; of more, the beginning counts. */
export const MOST_STEP_TEXT = 4000;
const MENTION_REACH = 4;
const LESS_WANTED = 0.25;

export function readStep(text: string): ReadStep {
  const mine = text.slice(0, MOST_STEP_TEXT).replace(NOT_MINE, (all) => all.slice(0, -"me".length));
  const phrased = PHRASES.reduce((so, [phrase, word]) => so.replace(phrase, word), mine);
  const refused = [...phrased.matchAll(NOT_WANTED)].map((match) => [
    match.index,
    match.index + match[0].length,
  ]);
  const tokens = [...phrased.matchAll(TOKEN)];
  const words = new Map<string, number>();
  const plain = nameWords(phrased.replace(/['’]s\b/gu, ""));
  const mentions: (readonly string[])[] = [];
  let named = false;
  let before: string[] = [];
  let starts = true;
  for (const [at, match] of tokens.entries()) {
    const [token] = match;
    if (/^[,.;:!?]$/u.test(token)) {
      starts = token !== ",";
      if (starts) before = [];
      continue;
    }
    const quoted = /^["“”'‘]/u.test(token);
    const content = contentWords(token);
    if (!quoted && isIdentifier(token)) {
      if (before.length > 0) mentions.push(before.slice(0, MENTION_REACH));
      before = [];
      starts = false;
      continue;
    }
    if (ORDINAL.test(token)) mentions.push(contentWords(tokens[at + 1]?.[0] ?? ""));
    if (quoted || (!starts && /^\p{Lu}/u.test(token) && !/^I\b/u.test(token))) named = true;
    const unwanted = refused.some(([from = 0, to = 0]) => match.index >= from && match.index < to);
    // What stands in quotes is a value, seldom a name of the API's things.
    const weight = (unwanted ? LESS_WANTED : 1) * (quoted ? LESS_WANTED : 1);
    for (const word of content) words.set(word, Math.max(words.get(word) ?? 0, weight));
    before = [...content.toReversed(), ...before];
    starts = false;
  }
  return {
    text: phrased,
    words: [...words].map(([word, weight]) => ({ word, weight })),
    pairs: plain.slice(1).map((word, at) => ({ word: `${plain[at]}${word}`, of: [plain[at] ?? "", word] })),
    mentions: mentions.filter((each) => each.length > 0),
    named,
    question: QUESTION.test(text.slice(0, MOST_STEP_TEXT).trim()),
  };
}

function contentWords(token: string): readonly string[] {
  if (/-/u.test(token) && SPECIAL.has(token)) return [token];
  return nameWords(token.replace(/['’]s$/u, "")).filter(
    (word) => !STOP_WORDS.has(word) && !/^\d+$/u.test(word),
  );
}

const SPECIAL = new Set(["how-many", "turn-down", "turn-up"]);

function isIdentifier(token: string): boolean {
  const bare = token.replace(/['’]s$/u, "").replace(/[.,]+$/u, "");
  if (!/\d/u.test(bare) || ORDINAL.test(bare)) return false;
  return /^[\p{L}\p{N}_-]+$/u.test(bare) && !/^\d[a-z]$/iu.test(bare);
}
