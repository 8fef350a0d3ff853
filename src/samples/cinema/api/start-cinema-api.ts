import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { createCinemaApp } from "./create-cinema-app.ts";

export interface CinemaApiOptions {
  /** 0, as without it, is a free port. */
  readonly port?: number;
  readonly host?: "127.0.0.1";
}

export interface CinemaApi {
  /** Without a trailing slash. */
  readonly url: string;
  /** For `Authorization: Bearer`; another one each time. */
  readonly token: string;
  readonly documentUrl: string;
  /** How often each operation has been called so far, by operationId; refused calls count. */
  requests(): Readonly<Record<string, number>>;
  /** Ends the server and its connections. What readers wrote is gone. */
  close(): Promise<void>;
}

/** The sample API on a port of this machine. Throws `usage` if the port cannot be had. */
export async function startCinemaApi(options: CinemaApiOptions = {}): Promise<CinemaApi> {
  const { port = 0, host = "127.0.0.1" } = options;
  const token = randomBytes(24).toString("base64url");
  const counts = new Map<string, number>();
  const app = createCinemaApp({ token, onCall: (id) => counts.set(id, (counts.get(id) ?? 0) + 1) });
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause) =>
      reject(
        new FuxiError("usage", `The sample API cannot listen on ${host}:${port}: ${cause.message}.`, {
          hint: "Choose another port, or none for a free one.",
          cause,
        }),
      ),
    );
    server.listen(port, host, resolve);
  });
  const url = `http://${host}:${(server.address() as AddressInfo).port}`;
  return {
    url,
    token,
    documentUrl: `${url}/openapi.json`,
    requests: () => Object.fromEntries(counts),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  };
}
