import { pipeline, Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import type { Agent, Dispatcher, FormData } from "undici";
import { guardedLookup, isSurelyPrivate, isTrusted } from "./guarded-lookup.ts";
import type { HttpBody } from "./http-message.ts";

/** Thrown where a body, decompressed, is larger than the cap. */
export class BodyTooLarge extends Error {
  override readonly name = "BodyTooLarge";
}

/** The whole body, decompressed as it comes so that a small one that unpacks to a huge one is stopped at the cap. */
async function readBody(body: Readable, encoding: string | undefined, most: number): Promise<Uint8Array> {
  const raw = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
  let first = await raw.next();
  while (first.done !== true && first.value.length === 0) first = await raw.next();
  // Answers without a body may name an encoding all the same.
  if (first.done === true) return new Uint8Array();
  const source = unpacked(Readable.from(whole(first.value, raw)), encoding ?? "", first.value[0] ?? 0);
  const chunks: Uint8Array[] = [];
  let total = 0;
  try {
    for await (const chunk of source) {
      const bytes = chunk as Uint8Array;
      total += bytes.length;
      if (total > most) throw tooLarge(most);
      chunks.push(bytes);
    }
  } finally {
    source.destroy();
    abandon(body);
  }
  return Buffer.concat(chunks);
}

function tooLarge(most: number): BodyTooLarge {
  return new BodyTooLarge(`The response is larger than ${most} bytes.`);
}

/** Ends a body that nobody reads on; that it was not read is no fault. */
function abandon(body: Readable): void {
  body.on("error", () => undefined);
  body.destroy();
}

async function* whole(
  first: Uint8Array,
  rest: AsyncIterator<Uint8Array, undefined>,
): AsyncGenerator<Uint8Array, void> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => rest };
}

/** Of several encodings the last was applied last. */
function unpacked(body: Readable, encodings: string, first: number): Readable {
  const names = encodings.split(",").map((name) => name.trim().toLowerCase());
  return names.toReversed().reduce((source, name) => {
    const unpack = unpackerFor(name, first);
    // An error of either side comes out where the last is read.
    return unpack === undefined ? source : pipeline(source, unpack, () => undefined);
  }, body);
}

function unpackerFor(encoding: string, first: number): (Readable & Transform) | undefined {
  if (encoding === "gzip" || encoding === "x-gzip") return createGunzip();
  if (encoding === "br") return createBrotliDecompress();
  // Some servers send bare deflate streams under this name, without the header of zlib.
  if (encoding === "deflate") return (first & 0x0f) === 8 ? createInflate() : createInflateRaw();
  return undefined;
}

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
