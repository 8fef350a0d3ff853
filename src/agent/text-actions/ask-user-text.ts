import type { JsonObject } from "../../util/json.ts";
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
