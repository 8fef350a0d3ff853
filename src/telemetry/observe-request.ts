import { type Attributes, SpanKind } from "@opentelemetry/api";
import { statementContent } from "./contents.ts";
import { observe } from "./observe.ts";

export interface ObservedRequest {
  readonly method: string;
  readonly url: URL;
  /** The path with its parameters by name: `/films/{id}`. */
  readonly template?: string | undefined;
  /** Tries and redirects before this request of the same call. */
  readonly resent: number;
  /** Takes out the secrets that the sender knows. */
  readonly scrub: (text: string) => string;
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "QUERY"];

/** One request as an HTTP client's span: `{method} {template}`. The address itself has values in it and is a content. */
export function observeRequest<T>(
  { method, url, template, resent, scrub }: ObservedRequest,
  ended: { readonly status: (result: T) => number; readonly thrown: (error: unknown) => string },
  work: () => Promise<T>,
): Promise<T> {
  const known = METHODS.includes(method) ? method : undefined;
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  const attributes: Attributes = {
    "http.request.method": known ?? "_OTHER",
    "server.address": url.hostname,
    "server.port": port,
    ...(template === undefined ? {} : { "url.template": template }),
    ...(resent === 0 ? {} : { "http.request.resend_count": resent }),
  };
  return observe<T>(
    {
      name: [known ?? "HTTP", ...(template === undefined ? [] : [template])].join(" "),
      kind: SpanKind.CLIENT,
      attributes,
      withinTraceOnly: true,
      contents: () => statementContent("url.full", () => scrub(url.href)),
      measured: {
        histogram: "http.client.request.duration",
        by: [
          "http.request.method",
          "server.address",
          "server.port",
          "url.template",
          "http.response.status_code",
        ],
      },
      ended: (result) => {
        const status = ended.status(result);
        return {
          error: status >= 400 ? String(status) : undefined,
          attributes: { "http.response.status_code": status },
        };
      },
      thrown: ended.thrown,
    },
    work,
  );
}
