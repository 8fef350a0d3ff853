import type { ClarificationKind, Wish } from "../../trajectory/clarification.ts";
import type { ReplyProblem } from "../../trajectory/policy-reply.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import type { NamedTool, ToolNames } from "../tool-names.ts";

export const ASK_USER = "ask_user";

/** How the arguments of `ask_user` are read; `providerTools` has what models see. */
export const ASK_USER_PARAMETERS = {
  inputSchema: {
    type: "object",
    properties: {
      question: { type: "string" },
      words: { type: "array", items: { type: "string" } },
      kind: { type: "string" },
      options: { type: "array", items: { type: "string" } },
    },
    required: ["question"],
  },
} as const;

const ASK_USER_TOOL: NamedTool = {
  name: ASK_USER,
  environment: "",
  tool: {
    name: ASK_USER,
    description: "",
    group: "functional",
    ...ASK_USER_PARAMETERS,
    outputSchema: {},
    prerequisites: [],
    workspace: "reads",
    effect: "none",
  },
};

/** The names with `ask_user` among them, so that a call of it is read like any other. */
export function withAskUser(names: ToolNames): ToolNames {
  return {
    ...names,
    find: (written) =>
      /^(?:functions?[.:/])?ask[ _-]?(?:the[ _-]?)?(?:user|person)$/iu.test(written.trim())
        ? ASK_USER_TOOL
        : names.find(written),
  };
}

export function isAskUser(tool: NamedTool | undefined): boolean {
  return tool === ASK_USER_TOOL;
}

const MEMBER = /^[ \t]*[*_-]*[ \t]*(?:unclear )?(words?|kind|options?|choices)[*_]*[ \t]*[:=][*_]*[ \t]*/iu;

/** What stands behind `Ask User:`: the question, then lines that begin with `Words:`, `Kind:` and `Options:`, or the options as a list. */
export function readAskUser(written: string): JsonObject {
  const given: Record<"question" | "words" | "kind" | "options", string[]> = {
    question: [],
    words: [],
    kind: [],
    options: [],
  };
  let member: keyof typeof given = "question";
  for (const line of written.split("\n")) {
    const label = MEMBER.exec(line)?.[1]?.toLowerCase();
    if (label !== undefined) member = label.startsWith("w") ? "words" : label === "kind" ? "kind" : "options";
    else if (member === "question" && given.question.length > 0 && LISTED.test(line)) member = "options";
    given[member].push(line.replace(label === undefined ? /$^/u : MEMBER, "").trim());
  }
  const text = (lines: readonly string[]): string => lines.join("\n").trim();
  return {
    question: unquoted(text(given.question)),
    words: withoutBrackets(text(given.words)),
    kind: text(given.kind),
    options: withoutBrackets(text(given.options)),
  };
}

const LISTED = /^\s*(?:[-*•]\s+|\(?(?:\d{1,2}|[a-h])[.)]\s+)\S/iu;

function withoutBrackets(text: string): string {
  return /^\[[^[\]]*\]$/u.test(text) ? text.slice(1, -1).replace(/"\s*,\s*"/gu, '"\n"') : text;
}

function unquoted(text: string): string {
  return /^"[^"]*"$/u.test(text) ? text.slice(1, -1).trim() : text;
}

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

type ReadWish =
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
