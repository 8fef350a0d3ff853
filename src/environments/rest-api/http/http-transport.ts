import type { Agent, Dispatcher, FormData } from "undici";
import { guardedLookup, isSurelyPrivate, isTrusted } from "./guarded-lookup.ts";
import type { HttpBody } from "./http-message.ts";
import { abandon, readBody, tooLarge } from "./read-body.ts";

export interface RawRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: HttpBody;
  readonly signal: AbortSignal;
  readonly mostBytes: number;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** One exchange, without redirects, retries and credentials. */
export interface HttpTransport {
  exchange(request: RawRequest): Promise<RawResponse>;
  /** False for literal private addresses that are not trusted, and for other schemes than http and https. */
  mayReach(url: URL): boolean;
  close(): Promise<void>;
}

export interface TransportOptions {
  readonly trustedHosts: readonly string[];
  readonly lookup?: Parameters<typeof guardedLookup>[0];
}

/** undici is loaded with the first exchange. @throws what undici throws, `ForbiddenAddress`, `BodyTooLarge` */
export function createHttpTransport({ trustedHosts, lookup }: TransportOptions): HttpTransport {
  let agents: Promise<Agents> | undefined;
  return {
    mayReach(url) {
      if (url.protocol !== "http:" && url.protocol !== "https:") return false;
      return isTrusted(url, trustedHosts) || !isSurelyPrivate(url);
    },
    async exchange({ method, url, headers, body, signal, mostBytes }) {
      const { request, FormData } = await import("undici");
      agents ??= openAgents(lookup);
      const { open, guarded } = await agents;
      const response = await request(url, {
        method: method as Dispatcher.HttpMethod,
        headers: { "accept-encoding": "gzip, br, deflate", ...headers },
        body: sentBody(body, FormData) ?? null,
        signal,
        dispatcher: isTrusted(url, trustedHosts) ? open : guarded,
      });
      const plain = Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [
          name.toLowerCase(),
          Array.isArray(value) ? value.join(", ") : (value ?? ""),
        ]),
      );
      if (method !== "HEAD" && Number(plain["content-length"] ?? 0) > mostBytes) {
        abandon(response.body);
        throw tooLarge(mostBytes);
      }
      return {
        status: response.statusCode,
        headers: plain,
        body: await readBody(response.body, plain["content-encoding"], mostBytes),
      };
    },
    async close() {
      const opened = await agents;
      await Promise.all([opened?.guarded.close(), opened?.open.close()]);
    },
  };
}

interface Agents {
  readonly guarded: Agent;
  readonly open: Agent;
}

async function openAgents(lookup: TransportOptions["lookup"]): Promise<Agents> {
  const { Agent } = await import("undici");
  // The time of a whole exchange is bounded by its signal.
  const untimed = { headersTimeout: 0, bodyTimeout: 0 };
  return {
    guarded: new Agent({ ...untimed, connect: { lookup: guardedLookup(lookup) } }),
    open: new Agent(lookup === undefined ? untimed : { ...untimed, connect: { lookup: lookup as never } }),
  };
}

function sentBody(
  body: HttpBody | undefined,
  Form: typeof FormData,
): string | Uint8Array | FormData | undefined {
  if (body === undefined) return undefined;
  if (body.kind === "text") return body.text;
  if (body.kind === "bytes") return body.bytes;
  const form = new Form();
  for (const { name, content, contentType, filename } of body.parts) {
    if (typeof content === "string" && contentType === undefined && filename === undefined)
      form.append(name, content);
    else {
      const blob = new Blob(
        [typeof content === "string" ? content : new Uint8Array(content)],
        contentType === undefined ? {} : { type: contentType },
      );
      form.append(name, blob, filename ?? name);
    }
  }
  return form;
}
