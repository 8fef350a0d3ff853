import type { Term } from "../../term/term.ts";

/** An entity that a stretch of the question may name. */
export interface NameReading {
  readonly term: Term;
  /** Its name as stored. */
  readonly name: string;
  /** "part": the words stand in a longer name; "said": the person has said that this is meant. */
  readonly tier: "exact" | "folded" | "part" | "typo" | "said";
  readonly alias: boolean;
}

/** A stretch of tokens that names something. */
export interface NameSpan {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly text: string;
  /** Entities of that name; several where the name is not enough. */
  readonly readings: readonly NameReading[];
  /** What it costs to take the words for a name: nothing where case speaks for it. */
  readonly cost: number;
}
