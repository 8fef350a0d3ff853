import type { Extract } from "./extractor.ts";

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

export type ExtractReply =
  | { readonly type: "ready" }
  /** JSON of an `ExtractResult`: as text, `__proto__` in a key stays a key. */
  | { readonly type: "result"; readonly text: string }
  /** A defect of the worker's own. */
  | { readonly type: "defect"; readonly message: string };
