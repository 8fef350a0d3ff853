import type { Json } from "../util/json.ts";
import type { ActContext } from "./act-context.ts";
import type { Task } from "./task.ts";

/** How words match a name, the likeliest first. */
export const LIKENESSES = ["same", "form", "part", "near", "related"] as const;

/**
 * How words match a name. `same`: exactly; `form`: except for case, accents, plural or punctuation; `part`: the words are a part of its name
 * ("Jennifer" of "Jennifer Lawrence"); `near`: a few letters differ; `related`: other words for it.
 */
export type Likeness = (typeof LIKENESSES)[number];

/** One way to understand words, found in an environment. */
export interface FoundReading {
  /** For a person, in a few words, so that readings can be told apart: `person "Jennifer Lawrence" (actor, born 1990)`, `the average vote of a film`. */
  readonly text: string;
  /** The text redacted for models, where egress withholds values. */
  readonly told?: string;
  /** Kind of element: "value", "column", "table", "entity", "relation", "class", "operation", or the environment's own. */
  readonly kind: string;
  /** How the words match its name. */
  readonly likeness: Likeness;
  /** 0 to 1: how well it fits; comparable within one answer only. */
  readonly score: number;
  /** Replacement for the words that makes the question clear: `Jennifer Lawrence`. */
  readonly replacement?: string;
  /** Opaque data of the environment, at most 500 characters as JSON; returned in `Settled.token`. */
  readonly token?: Json;
}

/** Capability: candidate readings of a span of words. */
export interface Readings {
  /** The best readings first, at most `limit`. Empty if nothing here has such a name. */
  find(
    words: string,
    task: Task | undefined,
    limit: number,
    context: ActContext,
  ): Promise<readonly FoundReading[]>;
}
