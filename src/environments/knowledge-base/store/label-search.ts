import type { Term } from "../term/term.ts";
import type { StoreBounds } from "./store-bounds.ts";

/** How a name and the text that was looked for go together, nearest first. */
export type NameTier =
  | "exact"
  /** Equal but for case, accents or surrounding space. */
  | "folded"
  /** Same words in another order, or all words of the one in the other. */
  | "words"
  | "abbreviation"
  /** Few edits apart. */
  | "typo";

/** Something whose name goes together with the text. */
export interface NameMatch {
  readonly term: Term;
  /** The label or alias that matched, as stored. */
  readonly name: string;
  /** True where the name is not the one it is shown by. */
  readonly alias: boolean;
  readonly tier: NameTier;
  /** 0 to 1; matches are ordered by it, then by `weight`. */
  readonly score: number;
  /** Number of triples around the entity, where it is known without counting. */
  readonly weight?: number;
}

/**
 * Finds entities and classes by their names. What a store cannot do is a stated ability, never a time-out.
 */
export interface LabelSearch {
  /** "fuzzy" finds typos, "words" finds names that hold the words, "exact" only whole names (case and language as stored, or nearly so). */
  readonly mode: "fuzzy" | "words" | "exact";
  /** What it cannot do, in one sentence for models and people; empty for "fuzzy". */
  readonly limitation: string;
  /** Best first. `complete` is false where not everything could be looked through. */
  find(
    text: string,
    options: { readonly limit: number; readonly among: "entities" | "classes" },
    bounds: StoreBounds,
  ): Promise<{ readonly matches: readonly NameMatch[]; readonly complete: boolean }>;
}
