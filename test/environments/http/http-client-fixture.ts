import { afterEach } from "vitest";
import {
  createHttpClient,
  type HttpClientOptions,
} from "../../../src/environments/http/create-http-client.ts";
import type {
  HttpClient,
  HttpRequest,
  HttpSettings,
  SecurityNeed,
  SecurityScheme,
  SendOptions,
} from "../../../src/environments/http/http-message.ts";
import type { Operation } from "../../../src/environments/rest-api/document/api-document.ts";

import type { LoopbackServer } from "./loopback-server.ts";

export interface ClientUnderTest {
  readonly http: HttpClient;
  /** Waits that the client asked for, in milliseconds; none is waited for. */
  readonly waits: readonly number[];
  readonly notices: readonly string[];
  get(path: string, more?: Partial<SendOptions & HttpRequest>): ReturnType<HttpClient["send"]>;
}

/** The moment at which the clock of a client under test stands. */
export const NOW = Date.UTC(2025, 2, 1, 12, 0, 0);

const open: HttpClient[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});

export function operationWith(security: readonly SecurityNeed[] = []): Operation {
  return {
    id: "GET /things",
    method: "GET",
    path: "/things",
    summary: "",
    description: "",
    tags: [],
    parameters: [],
    responses: [],
    security,
    deprecated: false,
  };
}

/** A client of a server that it trusts, with a clock that only waiting moves. */
export function clientOf(
  server: Pick<LoopbackServer, "url" | "host">,
  settings: HttpSettings = {},
  schemes: Readonly<Record<string, SecurityScheme>> = {},
  more: Partial<HttpClientOptions> = {},
): ClientUnderTest {
  const waits: number[] = [];
  const notices: string[] = [];
  let now = NOW;
  const http = createHttpClient({
    settings: { requestsPerSecond: 1000, ...settings, trustedHosts: settings.trustedHosts ?? [server.host] },
    securitySchemes: new Map(Object.entries(schemes)),
    server: server.url,
    random: () => 0,
    onNotice: (notice) => notices.push(notice),
    clock: {
      now: () => now,
      sleep: async (milliseconds) => {
        waits.push(milliseconds);
        now += milliseconds;
      },
    },
    ...more,
  });
  open.push(http);
  return {
    http,
    waits,
    notices,
    get: (path, { method = "GET", url = server.url + path, headers = {}, body, ...given } = {}) =>
      http.send(
        { method, url, headers, ...(body === undefined ? {} : { body }) },
        {
          operation: operationWith(),
          mayRetry: true,
          milliseconds: 60_000,
          signal: new AbortController().signal,
          ...given,
        },
      ),
  };
}
