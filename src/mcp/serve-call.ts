import {
  type CallToolResult,
  inputRequired,
  type RequestStateCodec,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { JsonObject } from "../util/json.ts";
import { type Caller, principalOf, type QuestionState } from "./caller.ts";
import { elicitationForm, readElicitation } from "./elicitation/elicitation-form.ts";
import { errorResult, failureResult, replyResult } from "./results.ts";
import type { McpTool, Round, ToolReply } from "./tools/mcp-tool.ts";

/** A call that takes longer says so each time this much has passed. */
const TICK_MS = 1000;

interface Progress {
  readonly tell: Caller["progress"];
  stop(): void;
}

/**
 * Progress notifications of one call, where the client asked for them: what the tool tells, and that it is still at work. The number only ever
 * grows, as the protocol wants it.
 */
function startProgress(request: ServerContext["mcpReq"]): Progress {
  const token = request._meta?.progressToken;
  if (token === undefined) return { tell: () => {}, stop: () => {} };
  const started = performance.now();
  let progress = 0;
  const notify = (message: string, share?: number): void => {
    const reached = share === undefined ? progress + 0.001 : Math.max(progress + 0.001, share * 100);
    progress = Math.min(reached, 100);
    const params = { progressToken: token, progress, total: 100, message };
    // A client that is gone hears nothing: that is no failure of the call.
    request.notify({ method: "notifications/progress", params }).catch(() => {});
  };
  const timer = setInterval(() => {
    notify(`still at work after ${Math.round((performance.now() - started) / 1000)} s`);
  }, TICK_MS);
  timer.unref();
  return { tell: notify, stop: () => clearInterval(timer) };
}

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
