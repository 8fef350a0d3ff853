import { type Attributes, type Context, context, propagation, SpanKind, trace } from "@opentelemetry/api";
import { contentText } from "./contents.ts";
import { observe, observed } from "./observe.ts";

export interface ObservedMcpRequest {
  readonly method: string;
  /** Only the name of an existing tool. */
  readonly tool?: string | undefined;
  readonly id: string | number;
  readonly protocolVersion?: string | undefined;
  readonly sessionId?: string | undefined;
  /** `params._meta`, as received. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** Headers of the HTTP request that carried it; absent over stdio. */
  readonly headers?: Headers | undefined;
  readonly arguments?: unknown;
}

export interface McpRequestEnd {
  /** True if the reply has `isError`. */
  readonly failed: boolean;
  /** Fuxi's own error code. */
  readonly failure?: string | undefined;
  readonly result?: unknown;
}

const LONGEST_ID = 100;
const RPC_CODE = /^-?\d+$/u;
const CARRIED = ["traceparent", "tracestate", "baggage"];

/**
 * The span `tools/call {tool}`. Its parent is the span that `_meta` names, else that of the HTTP request. Context is read with the application's
 * propagators.
 */
export function observeMcpRequest<T>(
  request: ObservedMcpRequest,
  ended: { readonly result: (result: T) => McpRequestEnd; readonly thrown: (error: unknown) => string },
  work: () => Promise<T>,
): Promise<T> {
  if (!observed()) return work();
  const { method, tool, id, protocolVersion, sessionId, headers } = request;
  const attributes: Attributes = {
    "mcp.method.name": method,
    "jsonrpc.request.id": String(id).slice(0, LONGEST_ID),
    "gen_ai.tool.name": tool,
    "gen_ai.operation.name": method === "tools/call" ? "execute_tool" : undefined,
    "mcp.protocol.version": protocolVersion,
    "mcp.session.id": sessionId,
    "network.transport": headers === undefined ? "pipe" : "tcp",
    "network.protocol.name": headers && "http",
  };
  return observe<T>(
    {
      name: tool === undefined ? method : `${method} ${tool}`,
      kind: SpanKind.SERVER,
      attributes,
      parent: causeOf(request),
      contents:
        request.arguments === undefined
          ? undefined
          : () => ({ "gen_ai.tool.call.arguments": contentText(request.arguments) }),
      ended: (given) => {
        const { failed, failure, result } = ended.result(given);
        return {
          error: failed ? "tool_error" : undefined,
          attributes: { "fuxi.failure.code": failure },
          contents:
            result === undefined ? undefined : () => ({ "gen_ai.tool.call.result": contentText(result) }),
        };
      },
      thrown: (error) => {
        const code = ended.thrown(error);
        return RPC_CODE.test(code)
          ? { error: code, attributes: { "rpc.response.status_code": code } }
          : { error: code };
      },
    },
    work,
  );
}

function causeOf({ meta, headers }: ObservedMcpRequest): Context {
  const ambient = context.active();
  const named = propagation.extract(
    ambient,
    carried((name) => meta[name]),
  );
  if (trace.getSpanContext(named) !== trace.getSpanContext(ambient)) return named;
  // A server span begun by an application's HTTP instrumentation is nearer than the header that it came from.
  return headers === undefined || trace.getSpanContext(ambient) !== undefined
    ? ambient
    : propagation.extract(
        ambient,
        carried((name) => headers.get(name)),
      );
}

function carried(read: (name: string) => unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    CARRIED.flatMap((name) => {
      const value = read(name);
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}
