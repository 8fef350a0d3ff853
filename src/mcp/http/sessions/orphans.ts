import type { RequestId } from "@modelcontextprotocol/server";
import type { OpenRequests } from "./open-requests.ts";

/** Requests whose connection ended before they were answered. */
export interface Orphans {
  /** `mayResume`: the client knows how to take the stream up again. */
  add(ids: readonly RequestId[], mayResume: boolean): void;
  /** The client has taken a stream up again, until `ended`. */
  resumed(ended: Promise<void>): void;
  close(): void;
}

/**
 * Up to revision 2025-11-25 a broken connection does not cancel a request. Nobody can ever read its answer, though, once the client has had its
 * time to come back: then the request is aborted.
 */
export function orphans(requests: OpenRequests, resumeSeconds: number): Orphans {
  const ids = new Set<RequestId>();
  let streams = 0;
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    clearTimeout(timer);
    if (streams > 0 || ids.size === 0) return;
    timer = setTimeout(() => {
      requests.abort([...ids]);
      ids.clear();
    }, resumeSeconds * 1000).unref();
  };
  return {
    add(ended, mayResume) {
      const unanswered = ended.filter((id) => requests.has(id));
      if (!mayResume) return requests.abort(unanswered);
      for (const id of unanswered) ids.add(id);
      wait();
    },
    resumed(ended) {
      streams++;
      clearTimeout(timer);
      ended.then(() => {
        streams--;
        wait();
      });
    },
    close: () => clearTimeout(timer),
  };
}
