import type { Extract, ExtractResult } from "./extractor.ts";

/** What the worker is asked. */
export interface ExtractRequest {
  readonly documents: Readonly<Record<string, Uint8Array>>;
  readonly what: Extract;
  readonly milliseconds: number;
  /** Bytes. */
  readonly memory: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Bytes above which documents are read block by block. */
  readonly wholeBelow: number;
}

export type ExtractReply = { readonly type: "ready" } | { readonly type: "result"; readonly text: string };

/** Results cross as text, so that `__proto__` in a key stays a key. */
export function writeResult(result: ExtractResult): ExtractReply {
  return { type: "result", text: JSON.stringify(result) };
}
