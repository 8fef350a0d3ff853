import {
  type AuthInfo,
  type CallToolRequest,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  type JSONRPCRequest,
  type McpServerFactory,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  type RequestStateCodec,
  ResourceNotFoundError,
  type Result,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { errorType } from "../telemetry/observe.ts";
import { type McpRequestEnd, observeMcpRequest } from "../telemetry/observe-mcp-request.ts";
import type { Json } from "../util/json.ts";
import { principalOf, type QuestionState } from "./caller.ts";
import type { McpService } from "./create-mcp-service.ts";
import { FAILURE_META, RESULT_URI_TEMPLATE, readResult } from "./results.ts";
import { serveCall } from "./serve-call.ts";

import type { McpTool } from "./tools/mcp-tool.ts";

interface SeenRequest {
  readonly context: ServerContext;
  /** What was agreed on with a client of 2025; those of 2026 name it in each request. */
  readonly version2025: () => string | undefined;
  /** Of a call of a tool that exists. */
  readonly tool?: string | undefined;
  readonly arguments?: unknown;
}

/** Serves the request within its span. */
function observedRequest<T extends object>(
  { context, version2025, tool, arguments: given }: SeenRequest,
  serve: () => Promise<T>,
): Promise<T> {
  const { mcpReq, http, sessionId } = context;
  const { id, method, _meta: meta = {}, envelope } = mcpReq;
  const named = (envelope as Readonly<Record<string, unknown>> | undefined)?.[PROTOCOL_VERSION_META_KEY];
  return observeMcpRequest(
    {
      method,
      tool,
      id,
      sessionId,
      meta,
      headers: http === undefined ? undefined : (http.req?.headers ?? new Headers()),
      protocolVersion: typeof named === "string" ? named : version2025(),
      ...(tool === undefined ? {} : { arguments: given }),
    },
    { result: (result: T) => endOf(result, tool !== undefined), thrown },
    serve,
  );
}

function endOf(result: object, ofTool: boolean): McpRequestEnd {
  const { isError, _meta, content, protocolVersion } = result as Readonly<Record<string, unknown>>;
  const { code } = ((_meta as Readonly<Record<string, unknown>> | undefined)?.[FAILURE_META] ?? {}) as {
    readonly code?: unknown;
  };
  return {
    failed: isError === true,
    failure: typeof code === "string" ? code : undefined,
    ...(ofTool ? { result: content } : {}),
    ...(!ofTool && typeof protocolVersion === "string" ? { protocolVersion } : {}),
  };
}

const thrown = (error: unknown): string =>
  error instanceof ProtocolError ? String(error.code) : errorType(error);

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** What the SDK answers by itself, before any handler of ours: how a connection of 2025 begins, and how one of 2026 asks what there is. */
const ANSWERED_BY_SDK = ["initialize", "server/discover"];

/** The SDK's server, whose own answers have spans like those of our handlers. */
class ObservedServer extends Server {
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = super._wrapHandler(method, handler);
    if (!ANSWERED_BY_SDK.includes(method)) return wrapped;
    return (request, context) =>
      // What a client asks for may be any text: only the version that was agreed on is told.
      observedRequest({ context, version2025: () => undefined }, () => wrapped(request, context));
  }
}

/** How the server calls itself, and with what it signs. */
export interface McpServerSettings {
  /** As clients show it. */
  readonly name: string;
  /** As clients show it. */
  readonly version: string;
  /** Signs what a question keeps while it is with the client: 32 bytes or more, the same in every process that serves the same clients. */
  readonly stateKey: Uint8Array;
  /** What went wrong inside, for whoever runs the server; the client is told no more than that it did. */
  readonly onError?: (error: unknown) => void;
}

/** How long a person may take over a question. */
const ANSWER_SECONDS = 3600;
const LIST_LIFETIME_MS = 300_000;

/**
 * Makes the SDK's servers over one service: one for each request over HTTP, one for each connection over stdio. They hold nothing, so that any
 * process with the same stores goes on with any call.
 */
export function mcpServerFactory(service: McpService, settings: McpServerSettings): McpServerFactory {
  const codec = createRequestStateCodec<QuestionState>({
    key: settings.stateKey,
    ttlSeconds: ANSWER_SECONDS,
    bind: (context) => principalOf(context.http?.authInfo).id,
  });
  const tools = service.tools.map(({ definition }) => definition);
  return () => createServer(service, { ...settings, tools, codec });
}

interface Prepared extends McpServerSettings {
  readonly tools: readonly object[];
  readonly codec: RequestStateCodec<QuestionState>;
}

function createServer(service: McpService, { name, version, tools, codec, onError }: Prepared): Server {
  const fresh = { ttlMs: LIST_LIFETIME_MS, cacheScope: "private" } as const;
  const server = new ObservedServer(
    { name, title: "Fuxi", version },
    {
      capabilities: { tools: {}, resources: {} },
      instructions: service.instructions,
      requestState: { verify: codec.verify },
      cacheHints: { "tools/list": fresh, "resources/templates/list": fresh, "server/discover": fresh },
    },
  );
  const version2025 = () => server.getNegotiatedProtocolVersion();
  server.setRequestHandler("tools/list", (_, context) =>
    observedRequest({ context, version2025 }, async () => ({ tools: [...tools] as never })),
  );
  const call = async (
    tool: McpTool | undefined,
    { params }: CallToolRequest,
    context: ServerContext,
  ): Promise<CallToolResult> => {
    if (tool === undefined) {
      const names = service.tools.map(({ definition }) => definition.name).join(", ");
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `Unknown tool "${params.name.slice(0, 100)}". The tools are: ${names}.`,
      );
    }
    const given = (params.arguments ?? {}) as Record<string, Json>;
    const elicits = clientElicits(server, context);
    return await serveCall(tool, given, context, {
      codec,
      elicits,
      ...(onError === undefined ? {} : { onError }),
    });
  };
  server.setRequestHandler("tools/call", (request, context) => {
    const { name, arguments: given } = request.params;
    const tool = service.tools.find(({ definition }) => definition.name === name);
    const seen = { context, version2025, tool: tool?.definition.name, arguments: given ?? {} };
    return observedRequest(seen, () => call(tool, request, context));
  });
  server.setRequestHandler("resources/list", () => ({ resources: [] }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [
      {
        uriTemplate: RESULT_URI_TEMPLATE,
        name: "result",
        description: "All rows of a result, as JSON lines; conclude names its URI.",
        mimeType: "application/x-ndjson",
      },
    ],
  }));
  server.setRequestHandler("resources/read", ({ params: { uri } }, context) =>
    observedRequest({ context, version2025 }, async () => {
      const text = await readResult(uri, principalOf(authOf(context)), service.artifacts);
      if (text === undefined) throw new ResourceNotFoundError(uri);
      return { contents: [{ uri, mimeType: "application/x-ndjson", text }] };
    }),
  );
  return server;
}

const authOf = (context: ServerContext): AuthInfo | undefined => context.http?.authInfo;

/** Form mode: a client that declares elicitation without a mode has it, too. */
function clientElicits(server: Server, context: ServerContext): boolean {
  const envelope = context.mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
  const declared = (envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities()) as
    | ClientCapabilities
    | undefined;
  const elicitation = declared?.elicitation;
  if (elicitation === undefined) return false;
  return elicitation.form !== undefined || elicitation.url === undefined;
}
