import type { ClarificationKind, Wish } from "../../trajectory/clarification.ts";
import type { ReplyProblem } from "../../trajectory/policy-reply.ts";
import type { Json, JsonObject } from "../../util/json.ts";

/** By the beginning of what models write for each; "unsupported" is refused by the gate, with what to do instead. */
const KINDS: readonly (readonly [RegExp, ClarificationKind])[] = [
  [/^(?:several|multiple|ambig|many|various)/iu, "several-meanings"],
  [/^(?:problem|typo|mis-?spel|wrong|incorrect|invalid|unknown|not[ _-]?found)/iu, "problematic"],
  [/^(?:unsupported|impossible|not[ _-]?supported)/iu, "unsupported"],
  [/^(?:missing|incomplete|unclear|lack)/iu, "missing"],
];

/** Answers that are no readings: a person can always say something else. */
const NO_OPTION =
  /^(?:others?|something else|none(?: of (?:these|them|the above))?|not sure|i don'?t know|any|\.{3}|…)[.!]?$/iu;

export type ReadWish =
  | { readonly wish: Wish; readonly problem?: never }
  | { readonly problem: ReplyProblem; readonly wish?: never };

/** The arguments of `ask_user` in whatever form they were given; only the question must be there. */
export function readWish(given: JsonObject): ReadWish {
  const { question, words, kind, options } = given;
  const text = textOf(question ?? given["text"] ?? given["message"] ?? given["query"]);
  if (text === "") {
    const message = "Your question to the person is empty. Give ask_user the question, as one sentence.";
    return { problem: { kind: "malformed-action", message } };
  }
  const unclear = listOf(words, /[,;\n|]/u);
  const choices = listOf(options ?? given["choices"], /[;\n|]/u).filter((one) => !NO_OPTION.test(one));
  const named = KINDS.find(([form]) => form.test(textOf(kind)))?.[1];
  return {
    wish: {
      question: text,
      words: unclear,
      kind: named ?? (unclear.length === 0 ? "missing" : "several-meanings"),
      ...(choices.length === 0 ? {} : { options: choices }),
    },
  };
}

function listOf(value: Json | undefined, separator: RegExp): readonly string[] {
  // A list of one text is what a single text has been fitted to.
  const items = Array.isArray(value)
    ? value.flatMap((item) => textOf(item).split(value.length === 1 ? /[\n|]/u : /$^/u))
    : textOf(value).split(separator);
  return [...new Set(items.map(bare).filter((item) => item !== ""))];
}

function bare(text: string): string {
  return text
    .replace(/^\s*(?:[-*•]\s+|\(?\d{1,2}[.)]\s+)/u, "")
    .trim()
    .replace(/^(["'`“])(.*)["'`”]$/su, "$2")
    .trim();
}

function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  return (typeof value === "string" ? value : JSON.stringify(value)).trim();
}
