import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import { scrubSecrets } from "../../../../../util/scrub-secrets.ts";
import { createHttpClient } from "../../../../http/create-http-client.ts";
import type {
  HttpClient,
  HttpFailure,
  HttpRequest,
  HttpResponse,
  SendOptions,
} from "../../../../http/http-message.ts";
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

  /** Remaining milliseconds. */
  remaining(): number {
    return Math.max(0, this.#until - performance.now());
  }

  /** A part of the remaining time, for an optional query. */
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

/** Lets a number of tasks run at the same time; others wait in order. */
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

type Method = "GET" | "POST";

/** Name of the endpoint's credentials among those of the HTTP client. */
const AUTH = "endpoint";
const MEBIBYTE = 2 ** 20;
const LARGEST_MEBIBYTES = 64;

/** The requests of an endpoint: secrets, retries, redirects and address rules are those of all HTTP requests. */
function httpClient(options: EndpointOptions, { url, auth }: EndpointAddress): HttpClient {
  const others = options.searchUrl === undefined ? [] : [new URL(options.searchUrl).hostname];
  const schemes = auth?.type === "header" ? [{ type: "apiKey", in: "header", name: auth.name } as const] : [];
  const credential = auth?.type === "header" ? ({ type: "apiKey", value: auth.value } as const) : auth;
  return createHttpClient({
    server: url,
    securitySchemes: new Map(schemes.map((scheme) => [AUTH, { ...scheme, description: "" }])),
    settings: {
      ...(credential === undefined ? {} : { credentials: { [AUTH]: credential } }),
      headers: options.headers ?? {},
      trustedHosts: [new URL(url).hostname, ...others],
      requestsPerSecond: Number.POSITIVE_INFINITY,
      mostBytes: options.maxBytes ?? LARGEST_MEBIBYTES * MEBIBYTE,
      firstWait: 200,
      // A query that is too much for a server would be too much again.
      repeatsBrokenAnswers: false,
    },
  });
}

/** The SPARQL protocol over HTTP: one query in, one complete answer out, or an error with the reason. */
export class SparqlClient {
  readonly address: EndpointAddress;
  /** `Server` header of the last answer. */
  server = "";
  lastModified: string | undefined;
  /** Whether to send the time limit as a parameter, too, so that the engine stops its own work. */
  sendsTimeout = false;
  /** Whether `"true"^^xsd:boolean` comes back as `"1"^^xsd:boolean` (Virtuoso). */
  writesBooleansAsNumbers = false;
  /** Rewrites each query to the visible part of the endpoint, if there are privacy rules. */
  narrowed: ((query: string) => string) | undefined;
  readonly #http: HttpClient;
  readonly #options: EndpointOptions;
  readonly #gate: ConcurrencyGate;
  #method: Method;

  constructor(options: EndpointOptions) {
    this.address = endpointAddress(options);
    this.#http = httpClient(options, this.address);
    this.#options = options;
    this.#gate = new ConcurrencyGate(options.concurrency ?? 4);
    this.#method = options.method === "GET" ? "GET" : "POST";
  }

  /** @throws TripleStoreError; FuxiError `cancelled` */
  async ask(query: string, limit: WorkLimit): Promise<SparqlAnswer> {
    const sent = this.narrowed === undefined ? query : this.narrowed(query);
    try {
      const response = await this.#gate.run(() => this.#sent(sent, limit), limit.signal);
      const text = new TextDecoder().decode(response.body);
      const scrub = (said: string): string => scrubSecrets(this.#http.scrub(said));
      if (response.status >= 300) throw refusedRequest(response.status, text, scrub);
      const answer = readAnswer(response.headers, text, scrub);
      return this.writesBooleansAsNumbers ? withBooleans(answer) : answer;
    } catch (error) {
      if (limit.signal.aborted) throw limit.reason();
      throw error instanceof TripleStoreError && this.narrowed !== undefined ? untold(error) : error;
    }
  }

  /** One request under the rules of the endpoint. @throws TripleStoreError */
  async send(request: HttpRequest, limit: WorkLimit): Promise<HttpResponse> {
    limit.throwIfOver();
    const options: SendOptions = {
      mayRetry: true,
      keepsMethod: true,
      milliseconds: Math.min(Math.ceil(limit.remaining()), 2 ** 31 - 1),
      signal: limit.signal,
    };
    const { response, failure } = await this.#http.send(request, options);
    if (failure !== undefined) throw failure.kind === "timeout" ? limit.reason() : this.#lost(failure);
    return response;
  }

  close(): Promise<void> {
    return this.#http.close();
  }

  /** Asks by the other method if the server refuses this one. */
  async #sent(query: string, limit: WorkLimit): Promise<HttpResponse> {
    const first = await this.send(this.#request(query, this.#method, limit), limit);
    this.server = first.headers["server"] ?? this.server;
    this.lastModified = first.headers["last-modified"];
    const refusesMethod = [405, 415, 501].includes(first.status);
    if (!refusesMethod || (this.#options.method ?? "auto") !== "auto") return first;
    const other: Method = this.#method === "POST" ? "GET" : "POST";
    const second = await this.send(this.#request(query, other, limit), limit);
    if (second.status < 300) this.#method = other;
    return second;
  }

  #request(query: string, method: Method, limit: WorkLimit): HttpRequest {
    const parameters = new URLSearchParams({ query });
    for (const graph of this.#options.defaultGraphs ?? []) parameters.append("default-graph-uri", graph);
    for (const graph of this.#options.namedGraphs ?? []) parameters.append("named-graph-uri", graph);
    if (this.sendsTimeout) parameters.append("timeout", String(Math.max(1000, Math.ceil(limit.remaining()))));
    const headers = { accept: "application/sparql-results+json", "user-agent": USER_AGENT };
    const url = new URL(this.address.url);
    if (method === "POST") {
      const type = "application/x-www-form-urlencoded; charset=utf-8";
      const body = { kind: "text", text: parameters.toString() } as const;
      return { method, url: url.href, headers: { ...headers, "content-type": type }, body };
    }
    for (const [name, value] of parameters) url.searchParams.append(name, value);
    return { method, url: url.href, headers };
  }

  #lost({ kind, message }: HttpFailure): TripleStoreError {
    if (kind !== "too-large") return storeError("unavailable", message);
    const most = this.#options.maxBytes ?? LARGEST_MEBIBYTES * MEBIBYTE;
    return storeError("too-large", `The answer is larger than ${Math.round(most / MEBIBYTE)} MiB.`);
  }
}

/** Public servers ask clients to say who they are. */
export const USER_AGENT = "fuxi (https://www.npmjs.com/package/fuxi)";

/** Restores booleans to `true` and `false`, as data write them. */
function withBooleans(answer: SparqlAnswer): SparqlAnswer {
  const worded = (term: Term | undefined): Term | undefined =>
    term?.kind === "literal" && term.datatype === `${XSD}boolean` && /^[01]$/u.test(term.value)
      ? { ...term, value: term.value === "1" ? "true" : "false" }
      : term;
  return { ...answer, rows: answer.rows.map((row) => row.map(worded)) };
}

/** Replaces engine messages: they may quote the rewritten query or hidden data. */
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
