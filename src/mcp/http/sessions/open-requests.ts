import type { RequestId, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";

/** The requests of one session that have not been answered. */
export interface OpenRequests {
  readonly size: number;
  has(id: RequestId): boolean;
  /** `release` is called once they are all answered, or wait for the client. */
  begin(ids: readonly RequestId[], release: () => void): void;
  /** They never came to be worked on. */
  refuse(ids: readonly RequestId[]): void;
  /** The client has cancelled them: the protocol sends no answer, so that their stream is closed. */
  cancelled(ids: readonly RequestId[]): void;
  /** Their handlers' signal is aborted. */
  abort(ids: readonly RequestId[]): void;
  endAll(): void;
}

/** Watches what the server sends on a transport, which has to be new. */
export function openRequests(transport: WebStandardStreamableHTTPServerTransport): OpenRequests {
  const open = new Map<RequestId, () => void>();
  const settle = (id: RequestId) => {
    open.get(id)?.();
    open.delete(id);
  };
  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    const related = options?.relatedRequestId;
    if (!("method" in message)) settle(message.id as RequestId);
    // A request to the client, so to its person: whoever waits for that is not at work.
    else if ("id" in message && related !== undefined) open.get(related)?.();
    await send(message, options);
  };
  /** Without it the transport would remember the request for as long as the session lasts. */
  const forget = (id: RequestId) => {
    const error = { code: -32000, message: "The request was cancelled." };
    transport.send({ jsonrpc: "2.0", id, error }).catch(() => {});
  };
  return {
    get size() {
      return open.size;
    },
    has: (id) => open.has(id),
    begin(ids, release) {
      const left = new Set(ids);
      for (const id of ids) {
        open.set(id, () => {
          if (left.delete(id) && left.size === 0) release();
        });
      }
    },
    refuse: (ids) => ids.forEach(settle),
    cancelled(ids) {
      for (const id of ids.filter((each) => open.has(each))) {
        transport.closeSSEStream(id);
        forget(id);
      }
    },
    abort(ids) {
      for (const id of ids.filter((each) => open.has(each))) {
        const params = { requestId: id, reason: "The client went away." };
        transport.onmessage?.({ jsonrpc: "2.0", method: "notifications/cancelled", params });
        forget(id);
      }
    },
    endAll: () => [...open.keys()].forEach(settle),
  };
}
