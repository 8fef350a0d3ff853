import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";
import type { Agent, Dispatcher, FormData } from "undici";
import { guardedLookup, isSurelyPrivate, isTrusted } from "./guarded-lookup.ts";
import type { HttpBody } from "./http-message.ts";

/** Thrown for a body that is larger than the cap when decompressed. */
export class BodyTooLarge extends Error {
  override readonly name = "BodyTooLarge";
}

const UNPACK = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: promisify(inflate),
};
const bareInflate = promisify(inflateRaw);

/** Thrown for a connection that breaks after the headers of the answer. */
export class AnswerBroken extends Error {
  override readonly name = "AnswerBroken";
}

/** Reads the whole body and decompresses it, up to the cap: a small body may unpack to a huge one. */
async function readBody(body: Readable, encodings: string | undefined, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  try {
    for await (const chunk of body) {
      total += (chunk as Uint8Array).length;
      if (total > most) throw tooLarge(most);
      chunks.push(chunk as Uint8Array);
    }
  } catch (cause) {
    const isOther = cause instanceof BodyTooLarge || (cause as Error).name === "AbortError";
    throw isOther
      ? cause
      : new AnswerBroken("The connection broke off in the middle of the answer.", { cause });
  } finally {
    abandon(body);
  }
  let bytes = Buffer.concat(chunks);
  // Encodings are listed in the order they were applied, so the last is undone first. Responses without a body may name one, too.
  for (const each of bytes.length === 0 ? [] : (encodings ?? "").split(",").toReversed()) {
    const name = each.trim().toLowerCase();
    // Some servers send bare deflate streams under this name, without the header of zlib.
    const isBare = name === "deflate" && ((bytes[0] ?? 0) & 0x0f) !== 8;
    const unpack = isBare ? bareInflate : Object.hasOwn(UNPACK, name) && UNPACK[name as keyof typeof UNPACK];
    if (unpack === false) continue;
    bytes = await unpack(bytes, { maxOutputLength: most }).catch((error: NodeJS.ErrnoException) => {
      throw error.code === "ERR_BUFFER_TOO_LARGE" ? tooLarge(most) : error;
    });
  }
  return bytes;
}

function tooLarge(most: number): BodyTooLarge {
  return new BodyTooLarge(`The response is larger than ${most} bytes.`);
}

/** Destroys a body that is not read to its end, without raising an error. */
function abandon(body: Readable): void {
  body.on("error", () => undefined);
  body.destroy();
}

interface RawRequest {
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

/** Sends single requests, without redirects, retries and credentials. */
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

/** Loads undici with the first exchange. Exchanges throw errors of undici, `ForbiddenAddress` or `BodyTooLarge`. */
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
      const opening = agents;
      agents = undefined;
      const opened = await opening;
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
  // The signal limits the time of the whole exchange.
  const untimed = { headersTimeout: 0, bodyTimeout: 0 };
  return {
    guarded: new Agent({ ...untimed, connect: { lookup: guardedLookup(lookup) } }),
    open: new Agent(lookup === undefined ? untimed : { ...untimed, connect: { lookup: lookup as never } }),
  };
}

function sentBody(body: HttpBody | undefined, Form: typeof FormData): string | FormData | undefined {
  if (body === undefined) return undefined;
  if (body.kind === "text") return body.text;
  const form = new Form();
  for (const { name, content, contentType } of body.parts) {
    if (contentType === undefined) form.append(name, content);
    else form.append(name, new Blob([content], { type: contentType }), name);
  }
  return form;
}
