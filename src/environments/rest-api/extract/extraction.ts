import type { Json } from "../../../util/json.ts";

/** How a value is selected from a document. */
export type Selection =
  /** JSONata, for simple selections. */
  | { readonly expression: string }
  /** JavaScript, run in a WebAssembly sandbox: `data` is the document; the value of the last expression, or what it returns, is the result. */
  | { readonly program: string };

export type ExtractResult =
  /** `note`: a remark for readers of the value, such as that there was none, or that NaN became null. */
  | { readonly type: "value"; readonly value: Json; readonly note?: string }
  /** The text has a mistake, or threw an error. `line` and `column` count from 1. */
  | { readonly type: "failed"; readonly message: string; readonly line?: number; readonly column?: number }
  | {
      readonly type: "stopped";
      readonly reason: "time" | "memory" | "too-large";
      readonly message: string;
    };

/** Message to the worker. */
export interface ExtractRequest {
  readonly documents: Readonly<Record<string, Uint8Array>>;
  readonly what: Selection;
  readonly milliseconds: number;
  /** Bytes. */
  readonly memory: number;
}

export type ExtractReply =
  /** JSON of an `ExtractResult`: as text, `__proto__` in a key stays a key. */
  | { readonly text: string; readonly defect?: never }
  /** A defect of the worker's own. */
  | { readonly defect: string; readonly text?: never };

/** Parsed values take about eight times the memory of their text, and the sandbox has 256 MiB. */
export const MOST_DOCUMENT_BYTES = 32_000_000;
/** A larger result could be neither shown nor answered with. */
export const MOST_RESULT_BYTES = 5_000_000;

const stopped = (reason: "time" | "memory" | "too-large", message: string): ExtractResult => ({
  type: "stopped",
  reason,
  message,
});

export const stoppedByTime = (milliseconds: number): ExtractResult =>
  stopped(
    "time",
    `The extraction ran over its ${milliseconds} ms and was stopped. Look for a loop without end, or do less per item.`,
  );

export const stoppedByMemory = (memory: number): ExtractResult =>
  stopped(
    "memory",
    `The extraction needed more than its ${Math.round(memory / 1024 / 1024)} MiB and was stopped. Keep less: filter the items, and take only the members that are needed, before collecting, sorting or joining.`,
  );

export const stoppedByResult = (): ExtractResult =>
  stopped(
    "too-large",
    `The result is larger than ${MOST_RESULT_BYTES / 1_000_000} MB. Take fewer items or members, or count them.`,
  );

export const stoppedByDocuments = (bytes: number): ExtractResult =>
  stopped(
    "too-large",
    `extract reads at most ${MOST_DOCUMENT_BYTES / 1_000_000} MB at once; this is ${(bytes / 1_000_000).toFixed(1)} MB. Call the operation again for fewer items or pages.`,
  );
