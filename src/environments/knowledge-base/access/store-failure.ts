import type { ToolFailure } from "../../../environment/tool-failure.ts";
import { type StoreErrorKind, TripleStoreError } from "../store/triple-store-error.ts";

type Told = (error: TripleStoreError) => ToolFailure;

const narrower = [{ text: "narrow it", reason: "fewer members first: filter, intersection" }];

/** What a model can mend of a store's refusal. The kinds that are missing end the run. */
const FAILURES: Readonly<Partial<Record<StoreErrorKind, Told>>> = {
  "time-limit": () => ({
    code: "time-limit",
    message: "It ran over its time limit and was stopped.",
    suggestions: narrower,
  }),
  refused: ({ facts }) => refused(facts.engineMessage),
  unsupported: ({ facts }) => refused(facts.engineMessage),
  truncated: ({ facts }) => ({
    code: "incomplete-result",
    message: `The store gives only a part of this, and a part is not handed over as the whole: ${facts.engineMessage}`,
    suggestions: narrower,
  }),
  "too-large": ({ facts }) => ({
    code: "too-large",
    message: `This is too large: ${facts.engineMessage}`,
    suggestions: narrower,
  }),
  syntax: ({ facts }) => ({
    code: "syntax-error",
    message: `The query is not valid SPARQL: ${facts.engineMessage}`,
    ...(facts.offset === undefined ? {} : { part: { start: facts.offset, end: facts.offset + 1 } }),
    suggestions: [],
  }),
  "not-read-only": ({ facts }) => ({
    code: "not-read-only",
    message: `Only SELECT and ASK can be run: ${facts.engineMessage}`,
    suggestions: [],
  }),
};

/** Whether a store's error is one that a model may hear of; the others end the run. */
export function isMendable(error: unknown): error is TripleStoreError {
  return error instanceof TripleStoreError && FAILURES[error.facts.kind] !== undefined;
}

function refused(sentence: string): ToolFailure {
  return { code: "engine-refused", message: `The store refused it: ${sentence}`, suggestions: [] };
}

/** @throws the error itself where it is none that a model can act on */
export function storeFailure(error: unknown): { readonly failure: ToolFailure } {
  const told = isMendable(error) ? FAILURES[error.facts.kind] : undefined;
  if (told === undefined) throw error;
  return { failure: told(error as TripleStoreError) };
}
