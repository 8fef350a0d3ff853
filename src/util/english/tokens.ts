import { foldText } from "../fold-text.ts";

/** A word, number, quoted text or punctuation mark of a question. */
export interface Token {
  /** The text for comparisons: without case and accents; of a quoted text, only the inside. */
  readonly folded: string;
  readonly kind: "word" | "number" | "quoted" | "mark";
  /** Begins with a capital letter. */
  readonly capital: boolean;
  /** Offsets in the question, without quotes. */
  readonly start: number;
  readonly end: number;
}

/** The question's text from one token to another (exclusive), as typed. */
export function textBetween(question: string, tokens: readonly Token[], from: number, to: number): string {
  const [first, last] = [tokens[from], tokens[to - 1]];
  return first && last ? question.slice(first.start, last.end) : "";
}

/** Where a question contains these words, as a range of its tokens; case, accents, spacing and quotes do not matter. */
export function placesOfWords(
  wanted: string,
  question: string,
  tokens: readonly Token[],
): readonly { readonly at: number; readonly end: number }[] {
  const plain = (text: string) => foldText(text).replace(/\s+/gu, " ").trim();
  return tokens.flatMap((_, at) => {
    const ends = tokens.map((__, last) => last + 1).filter((end) => end > at);
    const end = ends.find((each) => plain(textBetween(question, tokens, at, each)) === plain(wanted));
    return end === undefined ? [] : [{ at, end }];
  });
}

const QUOTED =
  /``(.+?)''|"([^"]+)"|“([^”]+)”|„([^“”]+)[“”]|«([^»]+)»|\[([^\]]+)\]|(?<![\p{L}\p{N}])['‘]([^'’]+|[^'’]+['’][^'’]+)['’](?![\p{L}\p{N}])/gu;
const TOKEN =
  /\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{4}-\d{2}(?!\d)|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+,\d{1,2}(?!\d)|\d+(?:\.\d+)?(?![\p{L}\p{N}])|['’]s(?![\p{L}\p{N}])|[\p{L}\p{M}\p{N}_]+(?:[-'’./&][\p{L}\p{M}\p{N}]+)*|[^\s]/gu;
const SHORT_NOT = /^(do|does|did|is|are|was|were|has|have|had|ca|wo|would|could|should)n['’]t$/u;
const NUMBERS =
  "zero - two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );

/** "1.500" is 1500 to people who write decimal commas, so it is not taken as a number. Nor is "10,5", which is no list either. */
const MAYBE_THOUSANDS = /^[1-9]\d{0,2}\.\d{3}$/u;

/** Tokenizes a question. Contractions become two words ("don't"), possessives a word of their own ("'s"). */
export function readTokens(question: string): readonly Token[] {
  const tokens: Token[] = [];
  let from = 0;
  for (const match of question.matchAll(QUOTED)) {
    const inner = match.slice(1).find((group) => group !== undefined) ?? "";
    tokens.push(...plainTokens(question, from, match.index));
    const trimmed = inner.trim();
    const start = match.index + match[0].indexOf(inner) + inner.indexOf(trimmed);
    const end = start + trimmed.length;
    tokens.push({ folded: foldText(trimmed), kind: "quoted", capital: true, start, end });
    from = match.index + match[0].length;
  }
  return [...tokens, ...plainTokens(question, from, question.length)];
}

function plainTokens(question: string, from: number, to: number): readonly Token[] {
  return [...question.slice(from, to).matchAll(TOKEN)].flatMap((match) =>
    opened(match[0], from + match.index),
  );
}

function opened(text: string, start: number): readonly Token[] {
  const not = SHORT_NOT.exec(text.toLowerCase());
  if (not?.[1] !== undefined) {
    const verb = text.slice(0, not[1].length);
    return [
      token(verb === "ca" ? "can" : verb, start, start + verb.length),
      token("not", start + verb.length, start + text.length),
    ];
  }
  const possessive = /^(.+)(['’](?:s|re|ve|ll|m))$/iu.exec(text);
  if (possessive?.[1] && possessive[2]) {
    const border = start + possessive[1].length;
    return [...opened(possessive[1], start), token(meaningOf(possessive[2]), border, start + text.length)];
  }
  return [token(text, start, start + text.length)];
}

function meaningOf(tail: string): string {
  const folded = tail.toLowerCase().replace("’", "'");
  return { "'re": "are", "'ve": "have", "'ll": "will", "'m": "am" }[folded] ?? "'s";
}

function token(text: string, start: number, end: number): Token {
  const folded = foldText(text);
  const spelt = NUMBERS.indexOf(folded);
  if (spelt >= 0) return { folded: String(spelt), kind: "number", capital: false, start, end };
  const plain = folded.replace(/(?<=\d),(?=\d{3})/gu, "");
  if (/^\d+(\.\d+)?$/u.test(plain) && !MAYBE_THOUSANDS.test(plain))
    return { folded: plain, kind: "number", capital: false, start, end };
  const kind = /[\p{L}\p{N}]/u.test(folded) ? "word" : "mark";
  return { folded, kind, capital: /^\p{Lu}/u.test(text), start, end };
}
