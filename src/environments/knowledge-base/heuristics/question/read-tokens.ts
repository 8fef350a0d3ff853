import { foldText } from "../../../../util/fold-text.ts";

/** Word sequences that ask for nothing, at the beginning, the end or anywhere. */
const BEFORE = [
  "can you please tell me",
  "can you tell me",
  "could you tell me",
  "could you please tell me",
  "please tell me",
  "do you know",
  "tell me",
  "i want to know",
  "i would like to know",
  "please",
  "so",
].map((phrase) => phrase.split(" "));
const BEHIND = ["please", "?", ".", "!", "do you know", "in the database", "in the knowledge base"].map(
  (phrase) => phrase.split(" "),
);
const ANYWHERE = ["in the world", "exactly", "actually"].map((phrase) => phrase.split(" "));

/** The tokens without polite phrases and marks at the end. Words with capital letters are left alone: they may be of a name. */
export function withoutCourtesy(tokens: readonly Token[]): readonly Token[] {
  let left = tokens;
  for (let before = -1; before !== left.length; ) {
    before = left.length;
    const start = BEFORE.find((phrase) => isAt(left, 0, phrase) && left.length > phrase.length);
    if (start) left = left.slice(start.length);
    const end = BEHIND.find(
      (phrase) => isAt(left, left.length - phrase.length, phrase) && left.length > phrase.length,
    );
    if (end) left = left.slice(0, -end.length);
    for (const phrase of ANYWHERE) {
      const at = left.findIndex((token, place) => place > 0 && !token.capital && isAt(left, place, phrase));
      if (at > 0) left = [...left.slice(0, at), ...left.slice(at + phrase.length)];
    }
  }
  return left;
}

function isAt(tokens: readonly Token[], at: number, phrase: readonly string[]): boolean {
  return at >= 0 && phrase.every((word, place) => tokens[at + place]?.folded === word);
}

/** A word, number, quoted text or mark of a question. */
export interface Token {
  /** As it is compared: without case and accents. Of a quoted text, what stands between the quotes. */
  readonly folded: string;
  readonly kind: "word" | "number" | "quoted" | "mark";
  /** Begins with a capital letter or a number. */
  readonly capital: boolean;
  /** Place in the question, without quotes. */
  readonly start: number;
  readonly end: number;
}

const QUOTED =
  /"([^"]+)"|“([^”]+)”|«([^»]+)»|\[([^\]]+)\]|(?<![\p{L}\p{N}])['‘]([^'’]{2,})['’](?![\p{L}\p{N}])/gu;
const PART =
  /\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{4}-\d{2}(?:-\d{2})?|\d+\.\d+|['’]s(?![\p{L}\p{N}])|[\p{L}\p{M}\p{N}_]+(?:[-.&/][\p{L}\p{M}\p{N}_]+|['’](?!s(?![\p{L}\p{N}]))[\p{L}\p{M}\p{N}_]+)*|[^\s]/gu;

/** Takes a question apart; a genitive `'s` is a token of its own, and so is a text in quotation marks. */
export function readTokens(question: string): readonly Token[] {
  const tokens: Token[] = [];
  let from = 0;
  for (const match of question.matchAll(QUOTED)) {
    const inner = match.slice(1).find((group) => group !== undefined) ?? "";
    const start = match.index + match[0].indexOf(inner);
    tokens.push(...plain(question, from, match.index));
    tokens.push({ folded: foldText(inner), kind: "quoted", capital: true, start, end: start + inner.length });
    from = match.index + match[0].length;
  }
  return [...tokens, ...plain(question, from, question.length)];
}

/** What stands in the question from one token to another (exclusive), as it was typed. */
export function textBetween(question: string, tokens: readonly Token[], from: number, to: number): string {
  const [first, last] = [tokens[from], tokens[to - 1]];
  return first && last ? question.slice(first.start, last.end) : "";
}

function plain(question: string, from: number, to: number): readonly Token[] {
  return [...question.slice(from, to).matchAll(PART)].map((match) => {
    const [text, start] = [match[0], from + match.index];
    const folded = foldText(text).replace(/^’s$/u, "'s");
    const place = { start, end: start + text.length };
    if (/^\d[\d,]*(\.\d+)?$|^\d{4}-\d{2}/u.test(folded)) {
      return { folded: folded.replace(/,/gu, ""), kind: "number", capital: true, ...place };
    }
    const kind = /[\p{L}\p{N}]/u.test(folded) ? "word" : "mark";
    return { folded, kind, capital: /^[\p{Lu}\p{N}]/u.test(text), ...place };
  });
}
