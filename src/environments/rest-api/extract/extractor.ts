import type { Json } from "../../../util/json.ts";

/** What is to be taken from a document. */
export type Extract =
  /** JSONata, for simple selections. */
  | { readonly expression: string }
  /** JavaScript, run in a WebAssembly sandbox: `data` is the document; the value of the last expression, or what it returns, is the result. */
  | { readonly program: string };

export interface ExtractBounds {
  readonly milliseconds: number;
  /** Bytes of the sandbox's memory (256 MiB). */
  readonly memory?: number;
  readonly signal: AbortSignal;
}

export type ExtractResult =
  /** `note` tells what a reader of the value should know: that there was none, that NaN became null, which variable was taken. */
  | { readonly type: "value"; readonly value: Json; readonly note?: string }
  /** The text has a mistake, or threw; `line` and `column` from 1 where known. */
  | { readonly type: "failed"; readonly message: string; readonly line?: number; readonly column?: number }
  | {
      readonly type: "stopped";
      readonly reason: "time" | "memory" | "result-too-large";
      readonly message: string;
    };

/**
 * Runs extractions over JSON, away from this process's own heap.
 * @throws FuxiError `cancelled`
 */
export interface Extractor {
  /** `documents`: JSON texts in UTF-8; one is `data` itself, several are `data` as an object by name. */
  run(
    documents: Readonly<Record<string, Uint8Array>>,
    what: Extract,
    bounds: ExtractBounds,
  ): Promise<ExtractResult>;
  close(): Promise<void>;
}
