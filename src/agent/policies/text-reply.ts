import type { LanguageModelV4GenerateResult } from "@ai-sdk/provider";
import type { Environment } from "../../environment/environment.ts";
import { parseTextReply } from "../text-actions/parse-text-reply.ts";
import type { ToolNames } from "../tool-names.ts";
import { nativeReply } from "./native-reply.ts";
import { replyText } from "./reply-text.ts";
import { type Decided, decisionReply } from "./text-decision-reply.ts";
import { undecided } from "./undecided.ts";

const FORM = 'Reply with "Thought: …" and one "Action: tool(…)" line, or with "Final Answer: …".';

/** Reads a reply in the text format. */
export function textReply(
  result: LanguageModelV4GenerateResult,
  names: ToolNames,
  environments: readonly Environment[],
): Decided {
  // Some models call tools of their own accord, though none were offered.
  if (result.content.some(({ type }) => type === "tool-call"))
    return nativeReply(result, names, environments);
  const raw = replyText(result.content);
  const decision = parseTextReply(raw, names);
  const cutOff = result.finishReason.unified === "length";
  // An answer that was cut off is half an answer; an action was read to its closing bracket.
  const decided = cutOff && decision.claim !== undefined ? undefined : decisionReply(decision, environments);
  if (decided === undefined || (cutOff && decided.problem !== undefined)) {
    return { ...undecided(result, decision.thought, FORM), raw };
  }
  const problem = decided.problem && {
    problem: { ...decided.problem, message: `${decided.problem.message} ${FORM}` },
  };
  return { ...decided, ...problem, raw };
}
