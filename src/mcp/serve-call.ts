import {
  type CallToolResult,
  inputRequired,
  type RequestStateCodec,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { JsonObject } from "../util/json.ts";
import type { Caller } from "./caller.ts";
import { elicitationForm, readElicitation } from "./elicitation/elicitation-form.ts";
import { principalOf } from "./principal-of.ts";
import type { QuestionState } from "./question-state.ts";
import { startProgress } from "./start-progress.ts";
import { errorResult, failureResult, replyResult } from "./tool-result.ts";
import type { McpTool, Round, ToolReply } from "./tools/mcp-tool.ts";

export interface CallSettings {
  readonly codec: RequestStateCodec<QuestionState>;
  readonly elicits: boolean;
  readonly onError?: (error: unknown) => void;
}

const ANSWER = "answer";

/** Serves one round of one tool call: whatever happens is a result that says so; only a cancelled call has none. */
export async function serveCall(
  tool: McpTool,
  given: JsonObject,
  context: ServerContext,
  { codec, elicits, onError }: CallSettings,
): Promise<CallToolResult> {
  const { signal } = context.mcpReq;
  const progress = startProgress(context.mcpReq);
  const caller: Caller = {
    principal: principalOf(context.http?.authInfo),
    signal,
    elicits,
    progress: progress.tell,
  };
  try {
    const reply = await tool.call(given, caller, roundOf(tool, context));
    return await resultOf(tool, reply, context, codec);
  } catch (error) {
    if (signal.aborted) throw error;
    if (!FuxiError.isInstance(error) || error.code === "internal") onError?.(error);
    return errorResult(error);
  } finally {
    progress.stop();
  }
}

/** The person's answer, where this is the second round of a question that this very tool asked. */
function roundOf({ definition }: McpTool, { mcpReq }: ServerContext): Round | undefined {
  const state = mcpReq.requestState<QuestionState>();
  const response = mcpReq.inputResponses?.[ANSWER];
  if (state === undefined || response === undefined || state.tool !== definition.name) return undefined;
  return { state: state.state, answer: readElicitation(response, state.choices) };
}

async function resultOf(
  tool: McpTool,
  reply: ToolReply,
  context: ServerContext,
  codec: RequestStateCodec<QuestionState>,
): Promise<CallToolResult> {
  switch (reply.type) {
    case "result":
      return replyResult(reply);
    case "failure":
      return failureResult(reply.failure);
    case "question": {
      const { choices } = reply.question;
      const state = { tool: tool.definition.name, choices, state: reply.state };
      return inputRequired({
        inputRequests: { [ANSWER]: inputRequired.elicit(elicitationForm(reply.question)) },
        requestState: await codec.mint(state, context),
      }) as never;
    }
  }
}
