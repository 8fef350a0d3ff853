import type { Clarification } from "../../trajectory/clarification.ts";
import type { Caller } from "../caller.ts";
import { readHandle } from "../workspaces/handle.ts";
import type { ClarifyInput } from "./clarify-definition.ts";

/** Beyond it the oldest are forgotten: their readings are then found anew. */
const MOST = 500;

/**
 * What agents were told to put to the person. An answer names a reading by its number, so it has to be read beside the readings that were shown:
 * what is found meanwhile may be more, less, or in another order.
 */
export interface RelayedQuestions {
  put(input: ClarifyInput, caller: Caller, clarification: Clarification): void;
  /** Of the same words and question in the same workspace. */
  find(input: ClarifyInput, caller: Caller): Clarification | undefined;
  forget(input: ClarifyInput, caller: Caller): void;
}

/** Of this process: a question is in the air for as long as somebody reads it, and is asked anew at no great cost. */
export function relayedQuestions(most = MOST): RelayedQuestions {
  const put = new Map<string, Clarification>();
  return {
    put(input, caller, clarification) {
      const key = keyOf(input, caller);
      put.delete(key);
      put.set(key, clarification);
      const [oldest] = put.keys();
      if (put.size > most && oldest !== undefined) put.delete(oldest);
    },
    find: (input, caller) => put.get(keyOf(input, caller)),
    forget: (input, caller) => put.delete(keyOf(input, caller)),
  };
}

/** Any version of the workspace: others may write to it while the person thinks. */
function keyOf({ workspace, words = "", question }: ClarifyInput, { principal }: Caller): string {
  return JSON.stringify([
    principal.id,
    readHandle(workspace)?.id ?? "",
    ...[words, question].map((text) => text.replace(/\s+/gu, " ").trim()),
  ]);
}
