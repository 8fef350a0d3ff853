import { setTimeout as sleep } from "node:timers/promises";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { observeRequest } from "../../telemetry/observe-calls.ts";
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
  SecurityScheme,
  SendOptions,
} from "./http-message.ts";
import {
  AnswerBroken,
  createHttpTransport,
  type RawResponse,
  type TransportOptions,
} from "./http-transport.ts";
import { createOauthTokens } from "./oauth-tokens.ts";
import { createRateLimit, type RateClock } from "./rate-limit.ts";

interface RedirectRules {
  readonly keepsMethod: boolean | undefined;
  readonly mayRetry: boolean;
  readonly isSecret: (text: string) => boolean;
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
/** Headers that a redirect to another origin keeps. */
const TOLD_TO_OTHERS: readonly string[] = ["accept", "accept-language", "content-type", "user-agent"];

/** The request that follows a redirect, as browsers make it. Undefined if the response is no redirect, or must be returned as it is. */
function redirected(
  request: HttpRequest,
  { status, headers }: Pick<RawResponse, "status" | "headers">,
  { mayRetry, keepsMethod, isSecret }: RedirectRules,
): HttpRequest | undefined {
  const { location } = headers;
  // The server may have carried out the request already: no effect is sent twice.
  if (!mayRetry) return undefined;
  if (!REDIRECTS.includes(status) || location === undefined || !URL.canParse(location, request.url))
    return undefined;
  const target = new URL(location, request.url);
  target.username = "";
  target.password = "";
  const sameOrigin = target.origin === new URL(request.url).origin;
  const reads = request.method === "GET" || request.method === "HEAD";
  const becomesGet =
    !reads && !keepsMethod && (status === 303 || (status < 303 && request.method === "POST"));
  if (!sameOrigin) {
    // Some servers repeat the query of the request, credentials included.
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
const WORTH_RETRYING: readonly number[] = [429, 502, 503, 504];

const FIRST_WAIT = 500;

/** The wait that `Retry-After` (seconds or a date) asks for, in milliseconds. Undefined if the header is missing or invalid. */
function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined || header.trim() === "") return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

export interface HttpClientOptions {
  readonly settings: HttpSettings;
  readonly securitySchemes: ReadonlyMap<string, SecurityScheme>;
  /** Credentials are sent to this URL's origin only. */
  readonly server: string;
  readonly onNotice?: (notice: string) => void;
  readonly clock?: RateClock;
  readonly random?: () => number;
  readonly lookup?: TransportOptions["lookup"];
}

const REQUESTS_PER_SECOND = 10;
const ATTEMPTS = 4;
const MOST_BYTES = 32_000_000;
/** Longest wait that `Retry-After` can ask for, in milliseconds. */
const LONGEST_WAIT = 30_000;
const MOST_REDIRECTS = 5;

const wallClock: RateClock = {
  now: () => Date.now(),
  sleep: async (milliseconds, signal) => {
    await sleep(milliseconds, undefined, { signal });
  },
};

/** `url`: without credentials. */
type Sent = { readonly response: RawResponse; readonly url: string } | { readonly failure: HttpFailure };
type Answered = Awaited<ReturnType<HttpClient["send"]>>;

/** How far an attempt came. */
interface Progress {
  /** Exchanges begun so far, redirects included. */
  exchanges: number;
  /** Exchanges begun by earlier attempts. */
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
  const { trustedHosts = [], attempts = ATTEMPTS, firstWait = FIRST_WAIT } = settings;
  const credentials = withoutLineBreaks(settings.credentials ?? {});
  const headers = withoutLineBreaks(settings.headers ?? {});
  const mostBytes = settings.mostBytes ?? MOST_BYTES;
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
  /** Milliseconds to wait: doubling, with up to a quarter more so that clients do not retry in step. */
  const backoff = (attempt: number): number => firstWait * 2 ** (attempt - 1) * (1 + random() / 4);

  const observedFailure = (error: unknown): string =>
    codeOf(error) || endedByTime(error) || failureOf(error, scrub).kind;

  /** Adds advice for the server itself only: a redirect must not talk the person into trusting its target. */
  const ofServer = (failure: HttpFailure): HttpFailure =>
    advised(failure, settings.advice?.privateServer?.(new URL(home).host));

  /** One attempt with its redirects. `progress` is updated on the way, so that it is known after an error, too. */
  async function attempt(
    request: HttpRequest,
    schemes: readonly string[],
    { mayRetry, keepsMethod, operation }: SendOptions,
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
        template: hop === 0 ? operation?.path : undefined,
        resent: progress.resent + hop,
        scrub,
      };
      const ended = { status: (answer: RawResponse) => answer.status, thrown: observedFailure };
      const response = await observeRequest(observed, ended, () => transport.exchange(exchange));
      const next = redirected(current, response, { mayRetry, keepsMethod, isSecret });
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
    const all = Object.fromEntries(Object.keys(credentials).map((name) => [name, []]));
    const chosen = chooseCredentials(operation ?? { security: [all] }, credentials);
    // Documents often require credentials that the server does not: the request is sent without them, and the server may refuse it.
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
        // After a redirect the first server has received the request, even if the second exchange fails.
        const told = found.kind === "forbidden-address" && progress.exchanges === 1 ? ofServer(found) : found;
        const failure = { ...told, maybeSent: reached(progress, found.maybeSent) };
        const isFinal = error instanceof AnswerBroken && settings.repeatsBrokenAnswers === false;
        const mends = failure.kind === "unreachable" && codeOf(error) !== "ENOTFOUND" && !isFinal;
        if (!mayRetry || !mends || tried >= attempts) return { failure };
        onNotice?.(`The server could not be reached; trying again (${tried + 1} of ${attempts}).`);
        await clock.sleep(backoff(tried), signal);
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
        ? (retryAfter(response.headers["retry-after"], clock.now()) ?? backoff(tried))
        : undefined;
      const tooLong = wait === undefined || wait > LONGEST_WAIT || clock.now() + wait >= until;
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
