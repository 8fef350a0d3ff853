import type * as Pg from "pg";
import type { PostgresAddress } from "./postgres-failure.ts";

const LONGEST_MILLISECONDS = 3000;

/** What the server told a connection about itself when it began. */
interface BackendKey {
  readonly processID?: number | null;
  readonly secretKey?: number | null;
}

/** What of the client library sends the message. */
interface CancelConnection {
  connect(portOrPath: number | string, host?: string): void;
  cancel(processId: number, secretKey: number): void;
  on(event: "connect" | "sslconnect" | "end" | "error", listener: () => void): void;
  readonly stream: { destroy(): void };
}

/**
 * Has the server stop what runs on the connection of `client`, by the protocol's own message: it needs no connection slot and no rights, and a
 * pooler passes it on to the connection that it gave the client (a process id that a pooler hands out is not one of the server). Ends when the
 * server has taken it, or is not to be reached.
 */
export async function cancelOnServer(
  pg: Pick<typeof Pg, "Connection">,
  client: Pg.ClientBase,
  { host, port }: PostgresAddress,
  ssl: Pg.ClientConfig["ssl"],
): Promise<void> {
  const { processID, secretKey } = client as unknown as BackendKey;
  if (typeof processID !== "number" || typeof secretKey !== "number") return;
  const messenger = new pg.Connection({ ssl } as Pg.ConnectionConfig) as unknown as CancelConnection;
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, LONGEST_MILLISECONDS);
  messenger.on("end", resolve);
  messenger.on("error", resolve);
  messenger.on(ssl ? "sslconnect" : "connect", () => messenger.cancel(processID, secretKey));
  if (host.startsWith("/")) messenger.connect(`${host}/.s.PGSQL.${port}`);
  else messenger.connect(port, host);
  await ended;
  clearTimeout(timer);
  messenger.stream.destroy();
}
