import { setTimeout as sleep } from "node:timers/promises";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { observeRequest } from "../../../telemetry/observe-calls.ts";
import type { SecurityScheme } from "../document/api-document.ts";
import {
  authorise,
  bodyWithoutSecrets,
  chooseCredentials,
  secretsOf,
  withoutLineBreaks,
} from "./credential-headers.ts";
import { codeOf, failureOf } from "./http-failure.ts";
import type {
  HttpClient,
  HttpFailure,
  HttpRequest,
  HttpResponse,
  HttpSettings,
  SendOptions,
} from "./http-message.ts";
import { createHttpTransport, type RawResponse, type TransportOptions } from "./http-transport.ts";
import { createOauthTokens } from "./oauth-tokens.ts";
import { createRateLimit, type RateClock } from "./rate-limit.ts";

interface RedirectRules {
  readonly mayRetry: boolean;
  readonly isSecret: (text: string) => boolean;
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
/** What another origin is told about the caller. */
const TOLD_TO_OTHERS: readonly string[] = ["accept", "accept-language", "content-type", "user-agent"];

/** The request that a redirect asks for, as browsers follow it; undefined where the response is none or is to be handed back as it is. */
function redirected(
  request: HttpRequest,
  { status, headers }: Pick<RawResponse, "status" | "headers">,
  { mayRetry, isSecret }: RedirectRules,
): HttpRequest | undefined {
  const { location } = headers;
  // It may have been done already, whatever the server says: no effect is sent twice.
  if (!mayRetry) return undefined;
  if (!REDIRECTS.includes(status) || location === undefined || !URL.canParse(location, request.url))
    return undefined;
  const target = new URL(location, request.url);
  target.username = "";
  target.password = "";
  const sameOrigin = target.origin === new URL(request.url).origin;
  const reads = request.method === "GET" || request.method === "HEAD";
  const becomesGet = !reads && (status === 303 || (status < 303 && request.method === "POST"));
  if (!sameOrigin) {
    // Servers repeat the query that they were called with, credentials and all.
    for (const [name, value] of [...target.searchParams]) {
      if (isSecret(value)) target.searchParams.delete(name, value);
    }
    if (isSecret(target.href)) return undefined;
  }
  const kept = Object.entries(request.headers).filter(
    ([name]) =>
      (sameOrigin || TOLD_TO_OTHERS.includes(name.toLowerCase())) &&
      !(becomesGet && name.toLowerCase() === "content-type"),
  );
  const next = { url: target.href, headers: Object.fromEntries(kept) };
  return becomesGet ? { method: "GET", ...next } : { ...request, ...next };
}

/** Statuses after which the same request may succeed a little later. */
const WORTH_RETRYING: readonly number[] = [429, 503];

const FIRST_MS = 500;

/** What `Retry-After` asks for, in milliseconds: seconds or a date. Undefined where it says nothing. */
function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined || header.trim() === "") return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Doubling from half a second, with up to a quarter more so that clients do not march in step. */
function backoff(attempt: number, random: () => number): number {
  return FIRST_MS * 2 ** (attempt - 1) * (1 + random() / 4);
}

export interface HttpClientOptions {
  readonly settings: HttpSettings;
  readonly securitySchemes: ReadonlyMap<string, SecurityScheme>;
  /** Where credentials may go: this origin only. */
  readonly server: string;
  readonly onNotice?: (notice: string) => void;
  readonly clock?: RateClock;
  readonly random?: () => number;
  readonly lookup?: TransportOptions["lookup"];
}

const REQUESTS_PER_SECOND = 10;
const ATTEMPTS = 4;
const MOST_BYTES = 32_000_000;
const LONGEST_WAIT = 30_000;
const MOST_REDIRECTS = 5;

const wallClock: RateClock = {
  now: () => Date.now(),
  sleep: async (milliseconds, signal) => {
    await sleep(milliseconds, undefined, { signal });
  },
};

/** `url`: without what credentials add to it. */
type Sent = { readonly response: RawResponse; readonly url: string } | { readonly failure: HttpFailure };
type Answered = Awaited<ReturnType<HttpClient["send"]>>;

/** How far an attempt came. */
interface Progress {
  /** Begun so far, redirects included. */
  exchanges: number;
  /** Begun by the attempts before this one. */
  resent: number;
  /** Access tokens that the last exchange carried. */
  tokens: readonly string[];
}

function reached({ exchanges }: Progress, last: boolean): boolean {
  return exchanges > 1 || (exchanges === 1 && last);
}

function endedByTime(error: unknown): string | undefined {
  const { name } = error as Error;
  if (name === "TimeoutError") return "timeout";
  return name === "AbortError" ? "cancelled" : undefined;
}

function advised(failure: HttpFailure, advice: string | undefined): HttpFailure {
  return advice === undefined ? failure : { ...failure, message: `${failure.message} ${advice}` };
}

/** See `HttpClient`. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { settings, securitySchemes, onNotice, clock = wallClock, random = Math.random } = options;
  const { trustedHosts = [], attempts = ATTEMPTS } = settings;
  const credentials = withoutLineBreaks(settings.credentials ?? {});
  const headers = withoutLineBreaks(settings.headers ?? {});
  const mostBytes = settings.mostBytes ?? MOST_BYTES;
  const longestWait = settings.longestWait ?? LONGEST_WAIT;
  const home = new URL(options.server).origin;
  const transport = createHttpTransport({
    trustedHosts,
    ...(options.lookup === undefined ? {} : { lookup: options.lookup }),
  });
  const tokens = createOauthTokens({
    credentials,
    securitySchemes,
    server: options.server,
    transport,
    now: () => clock.now(),
  });
  const limit = createRateLimit(settings.requestsPerSecond ?? REQUESTS_PER_SECOND, clock);
  const secrets = secretsOf(credentials, headers);
  const allSecrets = (): readonly string[] => [...secrets, ...tokens.held()];
  const scrub = (text: string): string =>
    allSecrets().reduce((clean, secret) => clean.replaceAll(secret, "***"), text);

  const secret = { home, credentials, headers, securitySchemes, tokens };
  const isSecret = (text: string): boolean => scrub(text) !== text;

  const observedFailure = (error: unknown): string =>
    codeOf(error) || endedByTime(error) || failureOf(error, scrub).kind;

  /** Only of the server itself: a redirect must not get its own target trusted by way of the person. */
  const ofServer = (failure: HttpFailure): HttpFailure =>
    advised(failure, settings.advice?.privateServer?.(new URL(home).host));

  /** One attempt, its redirects followed. `progress` says how far it came, which an error does not. */
  async function attempt(
    request: HttpRequest,
    schemes: readonly string[],
    { mayRetry, operation }: SendOptions,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<Sent> {
    let current: HttpRequest = request;
    for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
      if (!transport.mayReach(new URL(current.url))) {
        const message = "The address is a private one, or no web address, and is not allowed.";
        const failure = { kind: "forbidden-address", message, maybeSent: hop > 0 } as const;
        return { failure: hop === 0 ? ofServer(failure) : failure };
      }
      const ready = await authorise(current, schemes, secret, signal);
      await limit.turn(ready.url.host, signal);
      const { method, body } = current;
      progress.exchanges++;
      progress.tokens = ready.tokens;
      const exchange = {
        method,
        url: ready.url,
        headers: ready.headers,
        signal,
        mostBytes,
        ...(body === undefined ? {} : { body }),
      };
      const observed = {
        method,
        url: new URL(current.url),
        template: hop === 0 ? operation.path : undefined,
        resent: progress.resent + hop,
        scrub,
      };
      const ended = { status: (answer: RawResponse) => answer.status, thrown: observedFailure };
      const response = await observeRequest(observed, ended, () => transport.exchange(exchange));
      const next = redirected(current, response, { mayRetry, isSecret });
      if (next === undefined) return { response, url: current.url };
      current = next;
    }
    const message = `There were more than ${MOST_REDIRECTS} redirects.`;
    return { failure: { kind: "too-many-redirects", message, maybeSent: true } };
  }

  async function sendAll(
    request: HttpRequest,
    options: SendOptions,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<Answered> {
    const { operation, mayRetry } = options;
    const until = clock.now() + options.milliseconds;
    const chosen = chooseCredentials(operation, credentials);
    // Documents demand credentials that servers often do not: the request goes without, and the server says so if it minds.
    const schemes = chosen.schemes ?? [];
    let renewed = false;
    for (let tried = 1; ; tried++) {
      let sent: Sent;
      try {
        progress.resent += progress.exchanges;
        progress.exchanges = 0;
        sent = await attempt(request, schemes, options, progress, signal);
      } catch (error) {
        if (signal.aborted) throw error;
        const found = failureOf(error, scrub);
        // After a redirect the first server has had the request, whatever becomes of the second.
        const told = found.kind === "forbidden-address" && progress.exchanges === 1 ? ofServer(found) : found;
        const failure = { ...told, maybeSent: reached(progress, found.maybeSent) };
        const mends = failure.kind === "unreachable" && codeOf(error) !== "ENOTFOUND";
        if (!mayRetry || !mends || tried >= attempts) return { failure };
        onNotice?.(`The server could not be reached; trying again (${tried + 1} of ${attempts}).`);
        await clock.sleep(backoff(tried, random), signal);
        continue;
      }
      if ("failure" in sent) return sent;
      const { response, url } = sent;
      if (response.status === 401 && progress.tokens.length > 0) {
        for (const token of progress.tokens) tokens.refuse(token);
        if (mayRetry && !renewed) {
          renewed = true;
          continue;
        }
      }
      if (response.status === 401 && chosen.lacking !== undefined && chosen.lacking.length > 0) {
        const message = `The server wants credentials for the security scheme ${chosen.lacking.join(" and ")}, and none are configured.`;
        const failure = { kind: "credentials", message, maybeSent: false } as const;
        return { failure: advised(failure, settings.advice?.credentials?.(chosen.lacking)) };
      }
      const wait = WORTH_RETRYING.includes(response.status)
        ? (retryAfter(response.headers["retry-after"], clock.now()) ?? backoff(tried, random))
        : undefined;
      const tooLong = wait === undefined || wait > longestWait || clock.now() + wait >= until;
      if (tooLong || !mayRetry || tried >= attempts) {
        return { response: finished(response, url, tried) };
      }
      onNotice?.(
        `The server answered ${response.status}; trying again in ${Math.ceil(wait / 1000)} s (${tried + 1} of ${attempts}).`,
      );
      await clock.sleep(wait, signal);
    }
  }

  function finished(
    { status, headers: received, body }: RawResponse,
    url: string,
    tried: number,
  ): HttpResponse {
    return {
      status,
      headers: received,
      body: bodyWithoutSecrets(body, allSecrets()),
      url: scrub(url),
      attempts: tried,
    };
  }

  return {
    async send(request, sendOptions) {
      if (sendOptions.signal.aborted) throw new FuxiError("cancelled", "The caller cancelled.");
      const timeout = AbortSignal.timeout(sendOptions.milliseconds);
      const signal = AbortSignal.any([sendOptions.signal, timeout]);
      const progress: Progress = { exchanges: 0, resent: 0, tokens: [] };
      try {
        return await sendAll(request, sendOptions, progress, signal);
      } catch (error) {
        if (sendOptions.signal.aborted)
          throw new FuxiError("cancelled", "The caller cancelled.", { cause: error });
        if (!timeout.aborted) throw error;
        const message = `No answer came within ${sendOptions.milliseconds / 1000} s.`;
        return { failure: { kind: "timeout", message, maybeSent: progress.exchanges > 0 } };
      }
    },
    scrub,
    close: () => transport.close(),
  };
}
