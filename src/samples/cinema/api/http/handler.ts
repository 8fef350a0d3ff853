import type { Input } from "./read-input.ts";

/** What a handler answers; the status is that of the operation's document. */
export interface Reply {
  /** JSON, or the content itself where the operation has a media type of its own. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Handler = (input: Input) => Reply;

/** Handlers by operationId. */
export type Handlers = Readonly<Record<string, Handler>>;

export const json = (body: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({
  body,
  headers,
});
