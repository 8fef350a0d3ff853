import type { Action } from "../environment/action.ts";
import type { Json } from "../util/json.ts";

/** Why words are unclear: the four kinds of Itool (Query when need, Chapter 4). */
export const CLARIFICATION_KINDS = ["missing", "problematic", "several-meanings", "unsupported"] as const;

/**
 * `missing`: something that only the person knows is not said; `problematic`: a name is wrong; `several-meanings`: words mean several things here;
 * `unsupported`: nothing here can do it.
 */
export type ClarificationKind = (typeof CLARIFICATION_KINDS)[number];

/** One way to understand unclear words, found in an environment. */
export interface Reading {
  /** Id of the environment that found it. */
  readonly environment: string;
  /** For the person, so that readings can be told apart. */
  readonly text: string;
  /** The text redacted for models, where egress withholds values. */
  readonly told?: string;
  /** Replacement for the unclear words in the question. */
  readonly replacement?: string;
  /** Opaque data of the environment. */
  readonly token?: Json;
}

/** What a policy wants to ask, before the gate has looked at it. */
export interface Wish {
  /** One sentence to the person. */
  readonly question: string;
  /** The words that it is about, as they stand in the question; none where something is missing altogether. */
  readonly words: readonly string[];
  readonly kind: ClarificationKind;
  /** Answers that the policy suggests. */
  readonly options?: readonly string[];
  /** Readings that the policy has found already; the gate then searches for none. */
  readonly readings?: readonly Reading[];
}

/** A question to the person. */
export interface Clarification {
  /** One sentence to the person. */
  readonly question: string;
  /** The unclear words, as they stand in the task's question. */
  readonly words: readonly string[];
  readonly kind: ClarificationKind;
  /** To choose from, the likeliest first; empty where only words can answer. */
  readonly readings: readonly Reading[];
  /** Set if permission is asked for an action with an external effect, which is shown whole. Only a yes permits it. */
  readonly permission?: { readonly environment: string; readonly operation: string; readonly action: Action };
}

/**
 * The person's reply. `declined`: they do not want to say, or cannot, and the run continues without an answer; `unavailable`: nobody is there,
 * and the run ends.
 */
export type ClarificationReply =
  | {
      readonly type: "answered";
      readonly text: string;
      /** Index of the chosen reading, from 0. */
      readonly choice?: number;
      /** The person wants the answer remembered for later questions (glossary). */
      readonly remember?: boolean;
    }
  | { readonly type: "declined" }
  | { readonly type: "unavailable" };

/** The gate's verdict on a wish. `ask`: the question as it may be put. `refuted`: the question is needless; `guidance` says why. */
export type WishVerdict =
  | { readonly type: "ask"; readonly clarification: Clarification }
  | { readonly type: "refuted"; readonly guidance: string };
