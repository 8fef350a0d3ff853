import { type ErrorCode, FuxiError } from "../../../errors/fuxi-error.ts";
import { given } from "../../../util/given.ts";

/** Why a store failed. Each store maps its engine's own messages to these kinds. */
export type StoreErrorKind =
  /** The call ran over its time limit and was stopped. */
  | "time-limit"
  /** The engine refused the query: too costly by its own estimate, or over one of its own limits. */
  | "refused"
  /** The engine cut the result off at a limit of its own, and the rest could not be fetched. */
  | "truncated"
  | "too-large"
  /** The query is not valid. */
  | "syntax"
  | "not-read-only"
  /** This store lacks the ability (fuzzy search, a property path). */
  | "unsupported"
  /** The server does not answer, or dropped the connection; retries did not help. */
  | "unavailable"
  /** The response is no result in any known format. */
  | "malformed";

/** A store's failure: its kind and the engine's message. */
export interface StoreErrorFacts {
  readonly kind: StoreErrorKind;
  /** The engine's sentence, without credentials. */
  readonly engineMessage: string;
  /** UTF-16 offset into the query where the engine points. */
  readonly offset?: number;
}

const CODES: Readonly<Partial<Record<StoreErrorKind, ErrorCode>>> = {
  "time-limit": "engine-timeout",
  unavailable: "engine-unavailable",
};

/** A triple store refused or failed to do something. Models see all kinds but `unavailable` and `malformed`, which end the run. */
export class TripleStoreError extends FuxiError {
  readonly facts: StoreErrorFacts;

  constructor(facts: StoreErrorFacts, options: { readonly hint?: string; readonly cause?: unknown } = {}) {
    super(CODES[facts.kind] ?? "engine-error", facts.engineMessage, options);
    this.facts = facts;
  }
}

/** Short form of `new TripleStoreError`: drops members that are undefined. */
export function storeError(
  kind: StoreErrorKind,
  engineMessage: string,
  more: {
    readonly hint?: string | undefined;
    readonly offset?: number | undefined;
    readonly cause?: unknown;
  } = {},
): TripleStoreError {
  const { offset, ...options } = more;
  return new TripleStoreError(given({ kind, engineMessage, offset }), given(options));
}

/** Bounds of one call to a store. */
export interface StoreBounds {
  /** The work is stopped after this time, not only abandoned. */
  readonly milliseconds: number;
  /** Stops the work like the time limit, but with the FuxiError `cancelled`. */
  readonly signal: AbortSignal;
}
