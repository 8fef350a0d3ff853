import { type Attributes, type Context, context, propagation, SpanKind, trace } from "@opentelemetry/api";
import { contentText } from "./contents.ts";
import { observe, observed } from "./observe.ts";

export interface ObservedMcpRequest {
  readonly method: string;
  /** Only of a tool that exists. */
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
  /** The reply is one that says `isError`. */
  readonly failed: boolean;
  /** Fuxi's own code of what went wrong. */
  readonly failure?: string | undefined;
  readonly result?: unknown;
  /** Agreed on by this request. */
  readonly protocolVersion?: string;
}

const LONGEST_ID = 100;
const RPC_CODE = /^-?\d+$/u;
const CARRIED = ["traceparent", "tracestate", "baggage"];

/**
 * `tools/call {tool}`. Its parent is what `_meta` names; the HTTP request's own trace is linked then, and the parent otherwise. Context is read with
 * the application's propagators.
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
  const { parent, transport } = causeOf(request);
  const linked = transport === undefined ? undefined : trace.getSpanContext(transport);
  return observe<T>(
    {
      name: tool === undefined ? method : `${method} ${tool}`,
      kind: SpanKind.SERVER,
      attributes,
      parent,
      links: linked === undefined ? [] : [{ context: linked }],
      contents:
        request.arguments === undefined
          ? undefined
          : () => ({ "gen_ai.tool.call.arguments": contentText(request.arguments) }),
      ended: (given) => {
        const { failed, failure, result, protocolVersion: agreed } = ended.result(given);
        return {
          error: failed ? "tool_error" : undefined,
          attributes: { "fuxi.failure.code": failure, "mcp.protocol.version": agreed },
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

interface Cause {
  readonly parent: Context;
  /** Of the HTTP request, where it is not the parent. */
  readonly transport?: Context;
}

function causeOf({ meta, headers }: ObservedMcpRequest): Cause {
  const ambient = context.active();
  const carried = headers === undefined ? {} : named((name) => headers.get(name));
  // A server span that an application's HTTP instrumentation has begun is nearer than the header it was begun from.
  const transport =
    trace.getSpanContext(ambient) === undefined ? propagation.extract(ambient, carried) : ambient;
  const parent = propagation.extract(
    ambient,
    named((name) => meta[name]),
  );
  const byMeta = trace.getSpanContext(parent);
  if (byMeta === undefined || byMeta === trace.getSpanContext(ambient)) return { parent: transport };
  return trace.getSpanContext(transport) === undefined ? { parent } : { parent, transport };
}

function named(read: (name: string) => unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    CARRIED.flatMap((name) => {
      const value = read(name);
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}
