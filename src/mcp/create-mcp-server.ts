import { randomBytes } from "node:crypto";
import {
  type AuthInfo,
  type CallToolRequest,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  type McpServerFactory,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  type RequestStateCodec,
  ResourceNotFoundError,
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
  /** Protocol version agreed on with a client of 2025. Clients of 2026 name theirs in each request. */
  readonly version2025: () => string | undefined;
  /** Name of the called tool, if it exists. */
  readonly tool?: string | undefined;
  readonly arguments?: unknown;
}

/** Handles the request within its span. */
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
  const { isError, _meta, content } = result as Readonly<Record<string, unknown>>;
  const { code } = ((_meta as Readonly<Record<string, unknown>> | undefined)?.[FAILURE_META] ?? {}) as {
    readonly code?: unknown;
  };
  return {
    failed: isError === true,
    failure: typeof code === "string" ? code : undefined,
    ...(ofTool ? { result: content } : {}),
  };
}

const thrown = (error: unknown): string =>
  error instanceof ProtocolError ? String(error.code) : errorType(error);

/** Name, version and signing key of the server. */
export interface McpServerSettings {
  /** As clients show it. */
  readonly name: string;
  /** As clients show it. */
  readonly version: string;
  /**
   * Signs the state of a question while the client holds it: 32 bytes or more, the same in every process that serves the same clients. Random
   * unless given: then only the process that asked accepts the answer.
   */
  readonly stateKey?: Uint8Array;
  /** Receives internal errors, for the person who runs the server. The client only learns that there was one. */
  readonly onError?: (error: unknown) => void;
}

/** Time a person has to answer a question. */
const ANSWER_SECONDS = 3600;
const LIST_LIFETIME_MS = 300_000;

/**
 * Creates the SDK's servers over one service: one for each request over HTTP, one for each connection over stdio. They hold no state, so that any
 * process with the same stores can continue any call.
 */
export function mcpServerFactory(service: McpService, settings: McpServerSettings): McpServerFactory {
  const codec = createRequestStateCodec<QuestionState>({
    key: settings.stateKey ?? randomBytes(32),
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
  const server = new Server(
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
