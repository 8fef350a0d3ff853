import { type IncomingMessage, request } from "node:http";
import type { Sent } from "./send.ts";

export interface OpenStream {
  /** Resolves with the head of the response. */
  readonly head: Promise<IncomingMessage>;
  /** What has arrived of the body. */
  readonly text: string;
  /** Resolves when the connection is over, however that came. */
  readonly over: Promise<void>;
  /** Breaks the connection off, as a client that crashes does. */
  destroy(): void;
}

/** A request whose response is read as it comes. */
export function openStream(url: string, { method = "GET", path, headers = {}, body }: Sent): OpenStream {
  let text = "";
  const outgoing = request(path === undefined ? url : new URL(path, url), { method, headers, agent: false });
  const over = new Promise<void>((resolve) => outgoing.once("close", resolve));
  outgoing.on("error", () => {});
  const head = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once("error", reject);
    outgoing.once("response", (response) => {
      response.on("error", () => {});
      response.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      resolve(response);
    });
  });
  head.catch(() => {});
  outgoing.end(body);
  return {
    head,
    over,
    get text() {
      return text;
    },
    destroy: () => outgoing.destroy(),
  };
}
