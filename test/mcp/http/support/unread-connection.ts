import { connect, type Socket } from "node:net";
import type { Sent } from "./send.ts";

export interface UnreadConnection {
  /** Paused: nothing of the response is read unless the test does. */
  readonly socket: Socket;
  /** Resolves when the connection is over, which a paused socket is not told. */
  readonly over: Promise<void>;
}

/** A request on a connection of its own, by a client that does not read what comes back. */
export function unreadConnection(
  url: string,
  { method = "GET", headers = {}, body = "" }: Sent,
): UnreadConnection {
  const { port, hostname, pathname } = new URL(url);
  const socket = connect(Number(port), hostname).pause();
  socket.on("error", () => {});
  const head = Object.entries({ Host: "localhost", ...headers, "Content-Length": String(body.length) });
  socket.write(
    `${method} ${pathname} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`,
  );
  socket.write(body);
  return { socket, over: new Promise((resolve) => socket.once("close", () => resolve())) };
}
