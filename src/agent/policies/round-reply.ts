import type { LanguageModelV4GenerateResult } from "@ai-sdk/provider";
import type { PolicyReply } from "../../trajectory/policy-reply.ts";
import type { PolicyContext } from "../policy.ts";
import type { RoundRequest } from "../policy-request.ts";
import { cacheable } from "./cacheable.ts";
import { userText } from "./message-text.ts";
import type { ModelConversation } from "./model-conversation.ts";
import { replyText } from "./reply-text.ts";
import type { Round } from "./round.ts";
import { tablesRound } from "./tables-round.ts";
import type { Decided } from "./text-decision-reply.ts";
import { triplesRound } from "./triples-round.ts";
import { undecided } from "./undecided.ts";

/** One reply from what is shown, without tools; asked once, whatever comes. */
export async function roundReply(
  { data }: RoundRequest,
  context: PolicyContext,
  conversation: ModelConversation,
): Promise<PolicyReply> {
  const round =
    data.type === "tables"
      ? await tablesRound(data, context)
      : await triplesRound(data, context, conversation);
  const result = await conversation.ask(async () => ({
    prompt: cacheable([{ role: "system", content: round.system }, userText(round.user)]),
    ...conversation.settings(),
  }));
  const raw = replyText(result.content);
  return { ...decidedBy(result, raw, round), raw, usage: conversation.usage };
}

/** What was cut off is half a query or half a list. */
function decidedBy(result: LanguageModelV4GenerateResult, raw: string, { read, form }: Round): Decided {
  const decided = result.finishReason.unified === "length" ? undefined : read(raw);
  if (decided !== undefined) return decided;
  const { problem, ...rest } = undecided(result, "", form);
  if (problem?.kind !== "no-action" || result.finishReason.unified === "content-filter")
    return { ...rest, ...(problem === undefined ? {} : { problem }) };
  return { ...rest, problem: { kind: "no-action", message: `The reply has no answer in it. ${form}` } };
}
