import type { Action } from "../environment/action.ts";
import type { Claim } from "../environment/answer.ts";
import type { PermittedAction, PermittedSlot } from "../environment/permitted-action.ts";
import type { FailureCode, FindingCode } from "../environment/tool-failure.ts";
import type { Wish } from "../trajectory/clarification.ts";
import type { JsonObject } from "../util/json.ts";

/** One thing a policy has seen, in order. */
export type TranscriptItem =
  /** What the policy itself said before: its thought and the actions it chose, each with the id of its command. */
  | {
      readonly type: "step";
      readonly thought: string;
      readonly actions: readonly { readonly id: string; readonly action: Action }[];
      /** The final answer that it gave instead of actions. */
      readonly claim?: Claim;
      /** What it wanted the person to be asked instead of actions. */
      readonly wish?: Wish;
      /** The reply as written, where it was not usable. */
      readonly raw?: string;
    }
  /** What became of one of those actions. */
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
    }
  /** What the strategy has to say: a reply could not be used, an answer was refused, the limit is near. */
  | { readonly type: "feedback"; readonly text: string }
  | { readonly type: "question"; readonly text: string }
  | { readonly type: "answer"; readonly text: string };

/** Something that can work now, to be chosen: an action, or a tool with one argument still to be written. */
export type Permitted = PermittedAction | PermittedSlot;

/** What every request shows: what has happened so far. */
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

/** A thought with actions, a wish to ask, or an end: a final answer, or that there is none. */
export interface StepRequest extends DecidingRequest {
  readonly kind: "step";
}

/** The thought alone, a wish to ask, or an end. */
export interface ThoughtRequest extends DecidingRequest {
  readonly kind: "thought";
}

/** The one of `options` that does what the thought wants, or none of them. A short context is enough: the thought says what is wanted. */
export interface ChoiceRequest extends SeenRequest {
  readonly kind: "choice";
  readonly thought: string;
  readonly options: readonly Permitted[];
}

/** The value of the argument that the slot leaves open. */
export interface SlotRequest extends SeenRequest {
  readonly kind: "slot";
  readonly thought: string;
  readonly slot: PermittedSlot;
}

/**
 * What one role of a team is to write, from exactly what it may read. The strategy words it; the policy adds nothing but
 * the environments' description, where that is wanted, and the demand for JSON.
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
   * All rows of all tables are added, where they take at most so many characters; where they take more, the reply is a problem that says so,
   * and nothing is asked.
   */
  readonly records?: { readonly characters: number };
  /** What the role reads now. Texts from environments stand in data marks. */
  readonly input: string;
  readonly form: {
    readonly name: string;
    /** JSON Schema of the reply, an object. */
    readonly schema: JsonObject;
    /** A reply in that form, to be shown. */
    readonly example: JsonObject;
  };
  /** What is wrong with the replies so far, the newest last. */
  readonly problems: readonly string[];
}

/** What a single round without tools is shown of an environment; the policy fetches it. */
export type RoundData =
  /** All tables of the one database, with so many rows of each. The reply's query is the claim. */
  | { readonly type: "tables"; readonly sampleRows: number }
  /**
   * The triples around the question's entities that are most like the question. The names in the reply come back as `output.answers`: objects
   * with `label` and `id`, or `value`. `entities`: identifiers; found in the question unless given.
   */
  | { readonly type: "triples"; readonly triples: number; readonly entities?: readonly string[] };

/** One reply from what is shown, which is final: nothing is looked up or tried. */
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
