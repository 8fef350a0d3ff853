import { foldText } from "../../../../util/fold-text.ts";

/** A word, number, quoted text or punctuation mark of a question. */
export interface QuestionWord {
  /** As it is compared: without case and accents; of a quoted text, what stands between the quotes. */
  readonly folded: string;
  readonly kind: "word" | "number" | "quoted" | "mark";
  /** Begins with a capital letter. */
  readonly capital: boolean;
  /** Place in the question, without quotes. */
  readonly start: number;
  readonly end: number;
}

/** What stands in the question from one word to another (exclusive), as it was typed. */
export function textOf(question: string, words: readonly QuestionWord[], at: number, end: number): string {
  const [first, last] = [words[at], words[end - 1]];
  return first && last ? question.slice(first.start, last.end) : "";
}

const QUOTED =
  /``(.+?)''|"([^"]+)"|“([^”]+)”|„([^“”]+)[“”]|(?<![\p{L}\p{N}])['‘]([^'’]+|[^'’]+['’][^'’]+)['’](?![\p{L}\p{N}])/gu;
const TOKEN =
  /\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?(?![\p{L}\p{N}])|[\p{L}\p{M}\p{N}_]+(?:[-'’./&][\p{L}\p{M}\p{N}]+)*|[^\s]/gu;
const SHORT_NOT = /^(do|does|did|is|are|was|were|has|have|had|ca|wo|would|could|should)n['’]t$/u;
const NUMBERS =
  "zero - two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );

/** Takes a question apart. Contractions are opened ("don't" is two words), possessives are a word of their own ("'s"). */
export function readWords(question: string): readonly QuestionWord[] {
  const words: QuestionWord[] = [];
  let from = 0;
  for (const match of question.matchAll(QUOTED)) {
    const inner = match.slice(1).find((group) => group !== undefined) ?? "";
    const start = match.index + match[0].indexOf(inner);
    words.push(...plainWords(question, from, match.index));
    const trimmed = inner.trim();
    const at = start + inner.indexOf(trimmed);
    words.push({
      folded: foldText(trimmed),
      kind: "quoted",
      capital: true,
      start: at,
      end: at + trimmed.length,
    });
    from = match.index + match[0].length;
  }
  return [...words, ...plainWords(question, from, question.length)];
}

function plainWords(question: string, from: number, to: number): readonly QuestionWord[] {
  return [...question.slice(from, to).matchAll(TOKEN)].flatMap((match) =>
    opened(match[0], from + match.index),
  );
}

function opened(text: string, start: number): readonly QuestionWord[] {
  const not = SHORT_NOT.exec(text.toLowerCase());
  if (not?.[1] !== undefined) {
    const verb = text.slice(0, not[1].length);
    return [
      word(verb === "ca" ? "can" : verb, start, start + verb.length),
      word("not", start + verb.length, start + text.length),
    ];
  }
  const possessive = /^(.+)(['’](?:s|re|ve|ll|m))$/iu.exec(text);
  if (possessive?.[1] && possessive[2]) {
    const border = start + possessive[1].length;
    return [...opened(possessive[1], start), word(meaningOf(possessive[2]), border, start + text.length)];
  }
  return [word(text, start, start + text.length)];
}

function meaningOf(tail: string): string {
  const folded = tail.toLowerCase().replace("’", "'");
  return { "'re": "are", "'ve": "have", "'ll": "will", "'m": "am" }[folded] ?? "'s";
}

function word(text: string, start: number, end: number): QuestionWord {
  const folded = foldText(text);
  const spelt = NUMBERS.indexOf(folded);
  if (spelt >= 0) return { folded: String(spelt), kind: "number", capital: false, start, end };
  const plain = folded.replace(/(?<=\d),(?=\d{3})/gu, "");
  if (/^\d+(\.\d+)?$/u.test(plain)) return { folded: plain, kind: "number", capital: false, start, end };
  const kind = /[\p{L}\p{N}]/u.test(folded) ? "word" : "mark";
  return { folded, kind, capital: /^\p{Lu}/u.test(text), start, end };
}
