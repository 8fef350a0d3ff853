import { setTimeout as sleep } from "node:timers/promises";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { SecurityScheme } from "../document/api-document.ts";
import { chooseCredentials, credentialParts, secretsOf } from "./credential-headers.ts";
import { failureOf } from "./http-failure.ts";
import type { HttpClient, HttpFailure, HttpRequest, HttpResponse, SendOptions } from "./http-message.ts";
import type { HttpSettings } from "./http-settings.ts";
import { createHttpTransport, type RawResponse, type TransportOptions } from "./http-transport.ts";
import { createOauthTokens } from "./oauth-tokens.ts";
import { createRateLimit, type RateClock } from "./rate-limit.ts";
import { redirected } from "./redirected.ts";
import { backoff, retryAfter, WORTH_RETRYING } from "./retry-delay.ts";

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
const MOST_BYTES = 256 * 1024 * 1024;
const LONGEST_WAIT = 30_000;
const MOST_REDIRECTS = 5;

const wallClock: RateClock = {
  now: () => Date.now(),
  sleep: async (milliseconds, signal) => {
    await sleep(milliseconds, undefined, { signal });
  },
};

type Sent = { readonly response: RawResponse; readonly url: URL } | { readonly failure: HttpFailure };

/** See `HttpClient`. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { settings, securitySchemes, onNotice, clock = wallClock, random = Math.random } = options;
  const { credentials = {}, headers = {}, trustedHosts = [], attempts = ATTEMPTS } = settings;
  const mostBytes = settings.mostBytes ?? MOST_BYTES;
  const longestWait = settings.longestWait ?? LONGEST_WAIT;
  const home = new URL(options.server).origin;
  const transport = createHttpTransport({
    trustedHosts,
    ...(options.lookup === undefined ? {} : { lookup: options.lookup }),
  });
  const tokens = createOauthTokens(credentials, securitySchemes, transport, clock.now);
  const limit = createRateLimit(settings.requestsPerSecond ?? REQUESTS_PER_SECOND, clock);
  const secrets = secretsOf(credentials, headers);
  const scrub = (text: string): string =>
    [...secrets, ...tokens.held()].reduce((clean, secret) => clean.replaceAll(secret, "***"), text);

  /** The request with what the person configured, for the server's own origin only. */
  async function authorised(
    request: HttpRequest,
    schemes: readonly string[],
    signal: AbortSignal,
  ): Promise<{ url: URL; headers: Record<string, string> }> {
    const url = new URL(request.url);
    if (url.origin !== home) return { url, headers: { ...request.headers } };
    const parts = credentialParts(schemes, credentials, securitySchemes);
    for (const [name, value] of Object.entries(parts.query)) url.searchParams.set(name, value);
    const cookies = [
      request.headers.cookie,
      ...Object.entries(parts.cookies).map(([name, value]) => `${name}=${encodeURIComponent(value)}`),
    ].filter((each) => each !== undefined);
    const all: Record<string, string> = { ...request.headers };
    for (const [name, value] of Object.entries(headers)) all[name.toLowerCase()] = value;
    Object.assign(all, parts.headers);
    for (const name of parts.oauth2) all.authorization = `Bearer ${await tokens.token(name, signal)}`;
    if (cookies.length > 0) all.cookie = cookies.join("; ");
    return { url, headers: all };
  }

  /** One attempt, its redirects followed. */
  async function attempt(
    request: HttpRequest,
    schemes: readonly string[],
    mayRetry: boolean,
    signal: AbortSignal,
  ): Promise<Sent> {
    let current: HttpRequest = request;
    for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
      const { url, headers: sent } = await authorised(current, schemes, signal);
      if (!transport.mayReach(url)) {
        return {
          failure: {
            kind: "forbidden-address",
            message: "The address is a private one, or no web address, and is not allowed.",
            maybeSent: hop > 0,
          },
        };
      }
      await limit.turn(url.host, signal);
      const { method, body } = current;
      const response = await transport.exchange({
        method,
        url,
        headers: sent,
        signal,
        mostBytes,
        ...(body === undefined ? {} : { body }),
      });
      const next = redirected(current, response, { mayRetry });
      if (next === undefined) return { response, url };
      current = next;
    }
    return {
      failure: {
        kind: "too-many-redirects",
        message: `There were more than ${MOST_REDIRECTS} redirects.`,
        maybeSent: true,
      },
    };
  }

  async function sendAll(request: HttpRequest, { operation, mayRetry }: SendOptions, signal: AbortSignal) {
    const chosen = chooseCredentials(operation, credentials);
    // Documents demand credentials that servers often do not: the request goes without, and the server says so if it minds.
    const schemes = chosen.schemes ?? [];
    let renewed = false;
    for (let tried = 1; ; tried++) {
      let sent: Sent;
      try {
        sent = await attempt(request, schemes, mayRetry, signal);
      } catch (error) {
        if (signal.aborted) throw error;
        const failure = failureOf(error, scrub);
        if (!mayRetry || failure.kind !== "unreachable" || tried >= attempts) return { failure };
        onNotice?.(`The server could not be reached; trying again (${tried + 1} of ${attempts}).`);
        await clock.sleep(backoff(tried, random), signal);
        continue;
      }
      if ("failure" in sent) return sent;
      const { response, url } = sent;
      const oauth = schemes.filter((name) => credentials[name]?.type === "oauth2");
      if (response.status === 401 && oauth.length > 0 && !renewed && mayRetry) {
        renewed = true;
        for (const name of oauth) tokens.forget(name);
        continue;
      }
      if (response.status === 401 && chosen.lacking !== undefined && chosen.lacking.length > 0) {
        const message = `The server wants credentials for the security scheme ${chosen.lacking.join(" and ")}, and none are configured.`;
        return { failure: { kind: "credentials" as const, message, maybeSent: false } };
      }
      const wait = WORTH_RETRYING.includes(response.status)
        ? (retryAfter(response.headers["retry-after"], clock.now()) ?? backoff(tried, random))
        : undefined;
      if (wait === undefined || !mayRetry || tried >= attempts || wait > longestWait) {
        return { response: finished(response, url, tried) };
      }
      onNotice?.(
        `The server answered ${response.status}; trying again in ${Math.ceil(wait / 1000)} s (${tried + 1} of ${attempts}).`,
      );
      await clock.sleep(wait, signal);
    }
  }

  function finished({ status, headers: received, body }: RawResponse, url: URL, tried: number): HttpResponse {
    return { status, headers: received, body, url: scrub(url.toString()), attempts: tried };
  }

  return {
    async send(request, sendOptions) {
      if (sendOptions.signal.aborted) throw new FuxiError("cancelled", "The caller cancelled.");
      const timeout = AbortSignal.timeout(sendOptions.milliseconds);
      const signal = AbortSignal.any([sendOptions.signal, timeout]);
      try {
        return await sendAll(request, sendOptions, signal);
      } catch (error) {
        if (sendOptions.signal.aborted)
          throw new FuxiError("cancelled", "The caller cancelled.", { cause: error });
        if (!timeout.aborted) throw error;
        const message = `No answer came within ${sendOptions.milliseconds / 1000} s.`;
        return { failure: { kind: "timeout", message, maybeSent: true } };
      }
    },
    scrub,
    close: () => transport.close(),
  };
}
