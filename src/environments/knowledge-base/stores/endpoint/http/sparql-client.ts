import { setTimeout as delay } from "node:timers/promises";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import { errorType } from "../../../../../telemetry/observe.ts";
import { observeRequest } from "../../../../../telemetry/observe-calls.ts";
import { scrubSecrets } from "../../../../../util/scrub-secrets.ts";
import { type Term, XSD } from "../../../term/term.ts";
import { type StoreBounds, storeError, TripleStoreError } from "../../../triple-store/triple-store-error.ts";
import { type EndpointAddress, type EndpointOptions, endpointAddress } from "../endpoint-options.ts";
import type { SparqlAnswer } from "./refused-request.ts";
import { readAnswer, refusedRequest } from "./refused-request.ts";

/** The bounds of one call of the store, which may need several requests. */
export class WorkLimit {
  /** Aborted when the caller cancels, when time is up, or when the store is closed. */
  readonly signal: AbortSignal;
  readonly #bounds: StoreBounds;
  readonly #closed: AbortSignal;
  readonly #until: number;

  constructor(bounds: StoreBounds, closed: AbortSignal) {
    this.#bounds = bounds;
    this.#closed = closed;
    this.#until = performance.now() + bounds.milliseconds;
    this.signal = AbortSignal.any([
      bounds.signal,
      closed,
      AbortSignal.timeout(Math.min(Math.max(0, Math.ceil(bounds.milliseconds)), 2 ** 31 - 1)),
    ]);
  }

  /** Milliseconds that are left. */
  remaining(): number {
    return Math.max(0, this.#until - performance.now());
  }

  /** A share of what is left, for a question that can do without an answer. */
  part(milliseconds: number): WorkLimit {
    return new WorkLimit(
      { milliseconds: Math.min(milliseconds, this.remaining()), signal: this.#bounds.signal },
      this.#closed,
    );
  }

  /** Why the signal is aborted. */
  reason(): Error {
    if (this.#bounds.signal.aborted || this.#closed.aborted)
      return new FuxiError("cancelled", "The work was cancelled.");
    return storeError(
      "time-limit",
      `The endpoint did not answer within ${Math.round(this.#bounds.milliseconds)} ms, and the request was stopped.`,
    );
  }

  throwIfOver(): void {
    if (this.signal.aborted) throw this.reason();
  }
}

const BUSY: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** Waiting longer than this for a server is left to the caller. */
const LONGEST = 30_000;

const isBusy = (status: number): boolean => BUSY.has(status);

/** Milliseconds to wait before the next attempt (0 is the first retry); undefined where `Retry-After` asks for more than 30 s. */
function retryDelay(
  attempt: number,
  retryAfter: string | null,
  random: () => number = Math.random,
): number | undefined {
  if (retryAfter !== null) {
    const seconds = Number(retryAfter);
    const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(retryAfter) - Date.now();
    if (Number.isFinite(wait)) return wait > LONGEST ? undefined : Math.max(0, wait);
  }
  return 200 * 2 ** attempt * (0.5 + random());
}

/** Whether a connection failed before the server can have sent anything. */
function neverAnswered(error: unknown): boolean {
  for (let at = error; typeof at === "object" && at !== null; at = (at as { cause?: unknown }).cause) {
    const code = (at as { code?: unknown }).code;
    if (typeof code === "string")
      return /^(?:ECONNREFUSED|ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_CONNECT_TIMEOUT|EAI_AGAIN)$/u.test(
        code,
      );
  }
  return false;
}

/** Lets a number of tasks run at the same time; others wait their turn, in order. */
class ConcurrencyGate {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(most: number) {
    this.#free = most;
  }

  async run<Result>(task: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((enter) => this.#waiting.push(enter));
    try {
      signal.throwIfAborted();
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    }
  }
}

const ACCEPT = "application/sparql-results+json";
const MOST_RETRIES = 3;
const MOST_REDIRECTS = 3;

type Method = "GET" | "POST";

/** The SPARQL protocol over fetch: one query in, one complete answer out, or an error that says why not. */
export class SparqlClient {
  readonly address: EndpointAddress;
  /** What the server calls itself, from the last answer. */
  server = "";
  lastModified: string | undefined;
  /** Asked for in the engine's own way, too, so that it does not work on for nobody. */
  sendsTimeout = false;
  /** Whether `"true"^^xsd:boolean` comes back as `"1"^^xsd:boolean` (Virtuoso). */
  writesBooleansAsNumbers = false;
  /** What is sent in place of a query, where only a part of the endpoint may be seen. */
  narrowed: ((query: string) => string) | undefined;
  readonly #options: EndpointOptions;
  readonly #gate: ConcurrencyGate;
  #method: Method;
  #url: string;

  constructor(options: EndpointOptions) {
    this.address = endpointAddress(options);
    this.#options = options;
    this.#gate = new ConcurrencyGate(options.concurrency ?? 4);
    this.#method = options.method === "GET" ? "GET" : "POST";
    this.#url = this.address.url;
  }

  /** @throws TripleStoreError; FuxiError `cancelled` */
  async ask(query: string, limit: WorkLimit): Promise<SparqlAnswer> {
    const sent = this.narrowed === undefined ? query : this.narrowed(query);
    try {
      limit.throwIfOver();
      const answer = await this.#gate.run(() => this.#retrying(sent, limit), limit.signal);
      return this.writesBooleansAsNumbers ? withBooleans(answer) : answer;
    } catch (error) {
      if (error instanceof TripleStoreError) throw this.narrowed === undefined ? error : untold(error);
      throw limit.signal.aborted ? limit.reason() : this.#lost(error);
    }
  }

  async #retrying(query: string, limit: WorkLimit): Promise<SparqlAnswer> {
    for (let attempt = 0; ; attempt++) {
      let response: Response;
      try {
        response = await this.#send(query, limit);
      } catch (error) {
        const wait = retryDelay(attempt, null) ?? 0;
        if (attempt >= MOST_RETRIES || !neverAnswered(error) || limit.signal.aborted) throw error;
        await delay(wait, undefined, { signal: limit.signal });
        continue;
      }
      const wait = retryDelay(attempt, response.headers.get("retry-after"));
      if (!isBusy(response.status) || attempt >= MOST_RETRIES || wait === undefined)
        return this.#read(response, limit);
      await response.body?.cancel();
      await delay(wait, undefined, { signal: limit.signal });
    }
  }

  async #send(query: string, limit: WorkLimit): Promise<Response> {
    const response = await this.#redirected(query, this.#method, limit);
    const refusesMethod = response.status === 405 || response.status === 501 || response.status === 415;
    if (!refusesMethod || (this.#options.method ?? "auto") !== "auto") return response;
    await response.body?.cancel();
    const other: Method = this.#method === "POST" ? "GET" : "POST";
    const second = await this.#redirected(query, other, limit);
    if (second.ok) this.#method = other;
    return second;
  }

  /** Credentials are sent to the server that they are for, and to no other. */
  async #redirected(query: string, method: Method, limit: WorkLimit): Promise<Response> {
    let url = this.#url;
    for (let hop = 0; ; hop++) {
      const request = this.#request(url, query, method, limit);
      const response = await observedFetch(request, { resent: hop, secrets: this.address.secrets });
      this.server = response.headers.get("server") ?? this.server;
      this.lastModified = response.headers.get("last-modified") ?? undefined;
      const location = response.headers.get("location");
      if (
        ![301, 302, 303, 307, 308].includes(response.status) ||
        location === null ||
        hop >= MOST_REDIRECTS
      ) {
        if (response.ok && hop > 0 && new URL(url).origin === new URL(this.#url).origin) this.#url = url;
        return response;
      }
      await response.body?.cancel();
      const next = new URL(location, url);
      // What a GET is sent on to has its parameters already.
      if (method === "GET")
        for (const name of parametersOf(this.#parameters(query, limit))) next.searchParams.delete(name);
      url = next.href;
    }
  }

  #parameters(query: string, limit: WorkLimit): URLSearchParams {
    const parameters = new URLSearchParams({ query });
    for (const graph of this.#options.defaultGraphs ?? []) parameters.append("default-graph-uri", graph);
    for (const graph of this.#options.namedGraphs ?? []) parameters.append("named-graph-uri", graph);
    if (this.sendsTimeout) parameters.append("timeout", String(Math.max(1000, Math.ceil(limit.remaining()))));
    return parameters;
  }

  #request(url: string, query: string, method: Method, limit: WorkLimit): [URL, RequestInit] {
    const parameters = this.#parameters(query, limit);
    const target = new URL(url);
    const isOwn = target.origin === new URL(this.address.url).origin;
    const headers: Record<string, string> = {
      accept: ACCEPT,
      "user-agent": "fuxi (https://www.npmjs.com/package/fuxi)",
      ...(isOwn ? this.address.headers : {}),
    };
    const init: RequestInit = { method, headers, redirect: "manual", signal: limit.signal };
    if (method === "GET") for (const [name, value] of parameters) target.searchParams.append(name, value);
    else {
      headers["content-type"] = "application/x-www-form-urlencoded; charset=utf-8";
      init.body = parameters.toString();
    }
    return [target, init];
  }

  async #read(response: Response, limit: WorkLimit): Promise<SparqlAnswer> {
    const text = await readBody(response, this.#options.maxBytes ?? 64 * 2 ** 20).catch((error) => {
      throw error instanceof TripleStoreError || limit.signal.aborted ? error : this.#lost(error, true);
    });
    if (!response.ok) throw refusedRequest(response.status, text, this.address.secrets);
    return readAnswer(response.headers, text, this.address.secrets);
  }

  #lost(cause: unknown, hasBegun = false): TripleStoreError {
    const from = (cause as { cause?: { message?: string; code?: string } }).cause;
    const said = from?.code ?? from?.message ?? (cause as Error).message;
    const engineMessage = hasBegun
      ? `The connection to the endpoint broke off in the middle of the answer (${said}).`
      : `The endpoint cannot be reached (${said}).`;
    return storeError("unavailable", scrubSecrets(engineMessage, this.address.secrets), { cause });
  }
}

const parametersOf = (parameters: URLSearchParams): readonly string[] => [...new Set(parameters.keys())];

/** Booleans in the form in which they are written in data. */
function withBooleans(answer: SparqlAnswer): SparqlAnswer {
  const worded = (term: Term | undefined): Term | undefined =>
    term?.kind === "literal" && term.datatype === `${XSD}boolean` && /^[01]$/u.test(term.value)
      ? { ...term, value: term.value === "1" ? "true" : "false" }
      : term;
  return { ...answer, rows: answer.rows.map((row) => row.map(worded)) };
}

/** What an engine says of a query may quote it, or what it has read, of which not all may be seen. */
function untold(error: TripleStoreError): TripleStoreError {
  const said = UNTOLD[error.facts.kind];
  if (said === undefined) return error;
  return storeError(error.facts.kind, said);
}

const UNTOLD: Readonly<Partial<Record<TripleStoreError["facts"]["kind"], string>>> = {
  refused: "The endpoint refused the query.",
  syntax: "The endpoint did not take the query as it was narrowed to what may be seen.",
  unsupported: "The endpoint cannot do that.",
  malformed: "The endpoint's answer could not be read.",
};

interface Sending {
  /** Redirects before this request. */
  readonly resent: number;
  readonly secrets: readonly string[];
}

/** `fetch` within a span. */
function observedFetch([url, init]: [URL, RequestInit], { resent, secrets }: Sending): Promise<Response> {
  const scrub = (text: string): string => scrubSecrets(text, secrets);
  return observeRequest(
    { method: init.method ?? "GET", url, resent, scrub },
    { status: (response: Response) => response.status, thrown },
    () => fetch(url, init),
  );
}

function thrown(error: unknown): string {
  const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
  return code ?? ((error as Error).name === "TimeoutError" ? "timeout" : errorType(error));
}

/** The body as text, decompressed. @throws TripleStoreError `too-large`, and what fetch throws for a connection that broke */
async function readBody(response: Response, maxBytes: number): Promise<string> {
  if (response.body === null) return "";
  const decoder = new TextDecoder("utf-8");
  const parts: string[] = [];
  let bytes = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes)
      throw storeError("too-large", `The answer is larger than ${Math.round(maxBytes / 2 ** 20)} MiB.`);
    parts.push(decoder.decode(chunk, { stream: true }));
  }
  parts.push(decoder.decode());
  return parts.join("");
}
