import type { Json } from "../util/json.ts";
import type { ActContext } from "./act-context.ts";
import type { Task } from "./task.ts";

/** How a reading came to be one, the likeliest first. */
export const LIKENESSES = ["same", "form", "part", "near", "related"] as const;

/**
 * How words and a name go together. `same`: the words themselves; `form`: but for case, accents, plural or punctuation; `part`: the words are a part of its name ("Jennifer" of
 * "Jennifer Lawrence"); `near`: a few letters differ; `related`: other words for it.
 */
export type Likeness = (typeof LIKENESSES)[number];

/** One way to understand words, found in an environment. */
export interface FoundReading {
  /** For a person, in a few words, so that readings can be told apart: `person "Jennifer Lawrence" (actor, born 1990)`, `the average vote of a film`. */
  readonly text: string;
  /** The text as a model may read it, where it may not read all. */
  readonly told?: string;
  /** What kind of thing it is: "value", "column", "table", "entity", "relation", "class", "operation", or the environment's own. */
  readonly kind: string;
  /** How its name and the words go together. */
  readonly likeness: Likeness;
  /** 0 to 1: how well it fits; comparable within one answer only. */
  readonly score: number;
  /** What the words would be replaced by in the question, where that makes it clear: `Jennifer Lawrence`. */
  readonly replacement?: string;
  /** The environment's own mark of the reading, of at most 500 characters as JSON; comes back in `Settled.token`. */
  readonly token?: Json;
}

/** Capability: candidate readings of a span of words. */
export interface Readings {
  /** Words that nothing here is called in any way have none. The best first, at most `limit`. */
  find(
    words: string,
    task: Task | undefined,
    limit: number,
    context: ActContext,
  ): Promise<readonly FoundReading[]>;
}
