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

/** Interval at which a long call reports that it is still running. */
const TICK_MS = 1000;

interface Progress {
  readonly tell: Caller["progress"];
  stop(): void;
}

/**
 * Sends progress notifications for one call, if the client asked for them: messages of the tool, and signs of life. The progress number always
 * grows, as the protocol requires.
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
    // A client that has disconnected is no failure of the call.
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

/** Serves one round of one tool call. Failures and errors become results; only a cancelled call has none. */
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

/** The person's answer, if the request is the second round of a question by the same tool. */
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
