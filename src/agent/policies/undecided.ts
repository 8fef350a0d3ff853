import type { LanguageModelV4GenerateResult } from "@ai-sdk/provider";
import type { ReplyProblem } from "../../trajectory/policy-reply.ts";
import { replyText } from "./reply-text.ts";
import type { Decided } from "./text-decision-reply.ts";

/** A reply that decided nothing, with advice to its writer. */
export function undecided(result: LanguageModelV4GenerateResult, thought: string, form: string): Decided {
  return { thought, actions: [], problem: problemOf(result, form) };
}

function problemOf({ content, finishReason }: LanguageModelV4GenerateResult, form: string): ReplyProblem {
  if (finishReason.unified === "length") {
    return {
      kind: "cut-off",
      message: `Your reply was cut off because it was too long. Think in one sentence. ${form}`,
    };
  }
  if (finishReason.unified === "content-filter") {
    return { kind: "no-action", message: `The provider withheld your reply. Take another way. ${form}` };
  }
  if (replyText(content) === "") return { kind: "empty", message: `Your reply was empty. ${form}` };
  return { kind: "no-action", message: `Your reply has neither an action nor a final answer. ${form}` };
}
