import { PROTOCOL_VERSION_META_KEY, ProtocolError, type ServerContext } from "@modelcontextprotocol/server";
import { errorType } from "../telemetry/observe.ts";
import { type McpRequestEnd, observeMcpRequest } from "../telemetry/observe-mcp-request.ts";
import { FAILURE_META } from "./tool-result.ts";

export interface SeenRequest {
  readonly context: ServerContext;
  /** What was agreed on with a client of 2025; those of 2026 name it in each request. */
  readonly version2025: () => string | undefined;
  /** Of a call of a tool that exists. */
  readonly tool?: string | undefined;
  readonly arguments?: unknown;
}

/** Serves the request within its span. */
export function observedRequest<T extends object>(
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
