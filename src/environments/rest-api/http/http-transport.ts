import { isIP } from "node:net";
import { Agent, type Dispatcher, FormData, request as send } from "undici";
import { guardedLookup, isTrusted } from "./guarded-lookup.ts";
import type { HttpBody } from "./http-message.ts";
import { isPrivateAddress } from "./private-addresses.ts";
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

/** @throws what undici throws, `ForbiddenAddress`, `BodyTooLarge` */
export function createHttpTransport({ trustedHosts, lookup }: TransportOptions): HttpTransport {
  // The time of a whole exchange is bounded by its signal.
  const untimed = { headersTimeout: 0, bodyTimeout: 0 };
  const guarded = new Agent({ ...untimed, connect: { lookup: guardedLookup(lookup) } });
  const open = new Agent(
    lookup === undefined ? untimed : { ...untimed, connect: { lookup: lookup as never } },
  );
  return {
    mayReach(url) {
      if (url.protocol !== "http:" && url.protocol !== "https:") return false;
      if (isTrusted(url, trustedHosts)) return true;
      const literal = url.hostname.replace(/^\[|\]$/gu, "");
      return isIP(literal) === 0 || !isPrivateAddress(literal);
    },
    async exchange({ method, url, headers, body, signal, mostBytes }) {
      const dispatcher: Dispatcher = isTrusted(url, trustedHosts) ? open : guarded;
      const response = await send(url, {
        method: method as Dispatcher.HttpMethod,
        headers: { "accept-encoding": "gzip, br, deflate", ...headers },
        body: sentBody(body) ?? null,
        signal,
        dispatcher,
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
      await Promise.all([guarded.close(), open.close()]);
    },
  };
}

function sentBody(body: HttpBody | undefined): string | Uint8Array | FormData | undefined {
  if (body === undefined) return undefined;
  if (body.kind === "text") return body.text;
  if (body.kind === "bytes") return body.bytes;
  const form = new FormData();
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
