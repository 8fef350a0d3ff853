import type { Action } from "../environment/action.ts";
import type { Claim } from "../environment/answer.ts";
import type { PermittedAction, PermittedSlot } from "../environment/permitted-action.ts";
import type { FailureCode, FindingCode } from "../environment/tool-failure.ts";
import type { Wish } from "../trajectory/clarification.ts";
import type { JsonObject } from "../util/json.ts";

/** One entry of the transcript that a policy sees. */
export type TranscriptItem =
  /** An earlier step of the policy: its thought and the actions it chose, each with the id of its command. */
  | {
      readonly type: "step";
      readonly thought: string;
      readonly actions: readonly { readonly id: string; readonly action: Action }[];
      /** The final answer that it gave, instead of actions or after them. */
      readonly claim?: Claim;
      /** The assumptions of that answer. */
      readonly assumptions?: readonly string[];
      /** The question that it wished to ask instead of actions. */
      readonly wish?: Wish;
      /** The reply as written, where it was not usable. */
      readonly raw?: string;
    }
  /** Result of one of those actions. */
  | {
      readonly type: "result";
      readonly id: string;
      readonly action: Action;
      readonly text: string;
      readonly failed: boolean;
      /** Code of the failure, where it failed. */
      readonly failure?: FailureCode;
      /** Codes of the warnings, where it did not. */
      readonly warnings?: readonly FindingCode[];
      /** True where it showed that another reading of the question gives another result. */
      readonly isOpen?: boolean;
    }
  /** A message of the strategy: a reply could not be used, an answer was refused, the limit is near. */
  | { readonly type: "feedback"; readonly text: string }
  | { readonly type: "question"; readonly text: string }
  | { readonly type: "answer"; readonly text: string };

/** An option to choose from: an action, or a tool with one argument still to be written. */
export type Permitted = PermittedAction | PermittedSlot;

/** The part that all requests have in common. */
export interface SeenRequest {
  readonly transcript: readonly TranscriptItem[];
  /** True one step before the limit: only a final answer is of use now. */
  readonly mustConclude: boolean;
}

/** A request to which the policy may reply with a wish to ask. */
export interface DecidingRequest extends SeenRequest {
  /** True where the policy may reply with a wish to ask the person; false where it is absent. */
  readonly mayAsk?: boolean;
}

/** Asks for a thought with actions, a wish to ask, or an end: a final answer, or that there is none. */
export interface StepRequest extends DecidingRequest {
  readonly kind: "step";
  /** All tools are shown, those on demand too. */
  readonly tools?: "all";
}

/** Asks for a thought, with the actions that it holds in full, for a wish to ask, or for an end. */
export interface ThoughtRequest extends DecidingRequest {
  readonly kind: "thought";
}

/** Asks for the one of `options` that carries out the thought, or none. A short context is enough, because the thought states the intent. */
export interface ChoiceRequest extends SeenRequest {
  readonly kind: "choice";
  readonly thought: string;
  readonly options: readonly Permitted[];
}

/** Asks for the value of the argument that the slot leaves open. */
export interface SlotRequest extends SeenRequest {
  readonly kind: "slot";
  readonly thought: string;
  readonly slot: PermittedSlot;
}

/**
 * Asks one role of a team for its output, from exactly the input that it may read. The strategy words it; the policy adds nothing but the
 * environments' description, where that is wanted, and the demand for JSON.
 */
export interface RoleRequest extends SeenRequest {
  readonly kind: "role";
  /** The same in every request of the role, so that providers can cache it. */
  readonly instructions: string;
  /** True where the role also reads what the environments are about: the stable part of their description. */
  readonly described?: boolean;
  /** Tools that the role may name in its reply, of all environments: their signatures and descriptions are added. */
  readonly tools?: "navigational";
  /**
   * Adds all rows of all tables, if they take at most `characters`. If they take more, no model is asked, and the reply is a problem that says
   * so.
   */
  readonly records?: { readonly characters: number };
  /** What the role reads now. Texts from environments stand in data marks. */
  readonly input: string;
  readonly form: {
    readonly name: string;
    /** JSON Schema of the reply, an object. */
    readonly schema: JsonObject;
    /** An example reply for the prompt. */
    readonly example: JsonObject;
  };
  /** What is wrong with the replies so far, the newest last. */
  readonly problems: readonly string[];
}

/** Data of an environment shown in a single round without tools; the policy fetches it. */
export type RoundData =
  /** All tables of the one database, with `sampleRows` rows of each. The reply's query is the claim. */
  | { readonly type: "tables"; readonly sampleRows: number }
  /**
   * The triples around the question's entities that are most like the question. The names in the reply come back as `output.answers`: objects
   * with `label` and `id`, or `value`. `entities`: identifiers; found in the question unless given.
   */
  | { readonly type: "triples"; readonly triples: number; readonly entities?: readonly string[] };

/** Asks for one final reply from the data shown: nothing is looked up or tried. */
export interface RoundRequest extends SeenRequest {
  readonly kind: "round";
  readonly data: RoundData;
}

/** What a strategy asks of a policy. Instructions, schema and tools are added by the policy from the environments. */
export type PolicyRequest =
  | StepRequest
  | ThoughtRequest
  | ChoiceRequest
  | SlotRequest
  | RoleRequest
  | RoundRequest;
