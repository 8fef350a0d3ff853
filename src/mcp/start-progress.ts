import type { ServerContext } from "@modelcontextprotocol/server";
import type { Caller } from "./caller.ts";

/** A call that takes longer says so each time this much has passed. */
const TICK_MS = 1000;

export interface Progress {
  readonly tell: Caller["progress"];
  stop(): void;
}

/**
 * Progress notifications of one call, where the client asked for them: what the tool tells, and that it is still at work. The number only ever
 * grows, as the protocol wants it.
 */
export function startProgress(request: ServerContext["mcpReq"]): Progress {
  const token = request._meta?.progressToken;
  if (token === undefined) return { tell: () => {}, stop: () => {} };
  const started = performance.now();
  let progress = 0;
  const notify = (message: string, share?: number): void => {
    const reached = share === undefined ? progress + 0.001 : Math.max(progress + 0.001, share * 100);
    progress = Math.min(reached, 100);
    const params = { progressToken: token, progress, total: 100, message };
    // A client that is gone hears nothing: that is no failure of the call.
    request.notify({ method: "notifications/progress", params }).catch(() => {});
  };
  const timer = setInterval(() => {
    notify(`still at work after ${Math.round((performance.now() - started) / 1000)} s`);
  }, TICK_MS);
  timer.unref();
  return { tell: notify, stop: () => clearInterval(timer) };
}
