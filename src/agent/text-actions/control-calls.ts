import type { Tool } from "../../environment/tool.ts";
import { CLARIFICATION_KINDS, type Wish } from "../../trajectory/clarification.ts";
import type { ReplyProblem } from "../../trajectory/policy-reply.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import type { NamedTool, ToolNames } from "../tool-names.ts";

export const FINAL_ANSWER = "final_answer";
export const GIVE_UP = "give_up";
export const ASK_USER = "ask_user";

const TEXT = { type: "string" };
const TEXTS = { type: "array", items: TEXT };
const reading = (properties: JsonObject, required: string): Pick<Tool, "inputSchema"> => ({
  inputSchema: { type: "object", properties, required: [required] },
});

/** How the arguments of calls that act on no environment are read; `providerTools` has what models see. */
export const CONTROL_PARAMETERS: Readonly<Record<string, Pick<Tool, "inputSchema">>> = {
  [FINAL_ANSWER]: reading({ answer: TEXT, environment: TEXT, assumptions: TEXTS }, "answer"),
  [GIVE_UP]: reading({ reason: TEXT, words: TEXTS }, "reason"),
  [ASK_USER]: reading({ question: TEXT, words: TEXTS, kind: TEXT, options: TEXTS }, "question"),
};

const CONTROLS = Object.entries(CONTROL_PARAMETERS).map(([name, { inputSchema }]): NamedTool => {
  const plain = { description: "", group: "functional", outputSchema: {}, prerequisites: [] } as const;
  return { name, environment: "", tool: { name, inputSchema, ...plain, workspace: "reads", effect: "none" } };
});

/** The names with those of the control calls among them, so that these are read like any other. */
export const withControls = (names: ToolNames): ToolNames => ({
  ...names,
  find: (written) => {
    const name = written.toLowerCase().replace(/^functions?[.:/]/u, "");
    return CONTROLS.find((control) => control.name === name) ?? names.find(written);
  },
});

export const isControl = (tool: NamedTool | undefined): boolean => CONTROLS.some((each) => each === tool);

const MEMBER = /^[ \t]*[*_-]*[ \t]*(words?|kind|options?)[*_]*[ \t]*:[*_]*[ \t]*/iu;

/** What stands behind `Ask User:`: the question, then lines that begin with `Words:`, `Kind:` and `Options:`. */
export function readAskUser(written: string): JsonObject {
  const given: Record<string, string> = {};
  let member = "question";
  for (const line of written.split("\n")) {
    const label = MEMBER.exec(line)?.[1]?.toLowerCase();
    if (label !== undefined) member = label === "kind" ? label : `${label.replace(/s$/u, "")}s`;
    given[member] = `${given[member] ?? ""}\n${line.replace(MEMBER, "")}`.trim();
  }
  return { ...given, question: (given["question"] ?? "").replace(/^"([^"]*)"$/u, "$1") };
}

/** Answers that are no readings: a person can always say something else. */
const NO_OPTION =
  /^(?:others?|something else|none(?: of (?:these|them|the above))?|not sure|i don'?t know|any|\.{3}|…)[.!]?$/iu;

type ReadWish =
  | { readonly wish: Wish; readonly problem?: never }
  | { readonly problem: ReplyProblem; readonly wish?: never };

/** The arguments of `ask_user`; only the question must be there, and lists may be one text. */
export function readWish({ question, words, kind, options }: JsonObject): ReadWish {
  const text = textOf(question);
  if (text === "") {
    const message = "Your question to the person is empty. Give ask_user the question, as one sentence.";
    return { problem: { kind: "malformed-action", message } };
  }
  const unclear = listOf(words, /[,;\n|]/u);
  const choices = listOf(options, /[;\n|]/u).filter((one) => !NO_OPTION.test(one));
  const named = CLARIFICATION_KINDS.find((each) => each === kind);
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
  const items = Array.isArray(value) ? value.map(textOf) : textOf(value).split(separator);
  const bare = items.map((item) =>
    item
      .replace(/^\s*(?:[-*•]|\(?\d{1,2}[.)])\s+/u, "")
      .trim()
      .replace(/^"(.*)"$/su, "$1"),
  );
  return [...new Set(bare.filter((item) => item !== ""))];
}

/** A text as it is, anything else as JSON. */
export function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  return (typeof value === "string" ? value : JSON.stringify(value)).trim();
}
