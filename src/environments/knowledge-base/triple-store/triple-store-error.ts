import { type ErrorCode, FuxiError } from "../../../errors/fuxi-error.ts";
import { given } from "../../../util/given.ts";

/** What a complaint of a store is about. Each store sorts its own texts into these. */
export type StoreErrorKind =
  /** It ran over its time limit and was stopped. */
  | "time-limit"
  /** The engine refused it: too costly by its own estimate, a limit of its own. */
  | "refused"
  /** The engine cut the result off at a limit of its own, and the rest could not be had. */
  | "truncated"
  | "too-large"
  /** The query is not valid. */
  | "syntax"
  | "not-read-only"
  /** This store cannot do that (fuzzy search, a property path). */
  | "unsupported"
  /** The server does not answer, or went away in the middle; asking again did not help. */
  | "unavailable"
  /** What came back is no result in any format that is known. */
  | "malformed";

/** A store's complaint, sorted. */
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

/** A triple store refused or failed to do something. Models are told of all kinds but `unavailable` and `malformed`, which end the run. */
export class TripleStoreError extends FuxiError {
  readonly facts: StoreErrorFacts;

  constructor(facts: StoreErrorFacts, options: { readonly hint?: string; readonly cause?: unknown } = {}) {
    super(CODES[facts.kind] ?? "engine-error", facts.engineMessage, options);
    this.facts = facts;
  }
}

/** The error of one kind, in few words. */
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
  /** The work is really stopped after this time. */
  readonly milliseconds: number;
  /** Stops it like its time limit does, with the FuxiError `cancelled`. */
  readonly signal: AbortSignal;
}
