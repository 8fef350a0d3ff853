import type { Comparison } from "../program/program.ts";

const WORDS: Readonly<Record<Comparison, string>> = {
  "=": "= == eq is equals equal equal_to equals_to same_as in on",
  "!=": "!= <> ≠ ne neq not is_not not_equal not_equal_to not_equals other_than",
  "<": "< lt less less_than below under before earlier earlier_than fewer fewer_than smaller smaller_than shorter_than younger_than",
  "<=": "<= =< ≤ le lte at_most less_or_equal less_than_or_equal less_than_or_equal_to up_to until no_more_than not_after maximum max",
  ">": "> gt greater greater_than above over after later later_than more more_than larger larger_than longer_than bigger_than older_than since_after exceeds",
  ">=": ">= => ≥ ge gte at_least greater_or_equal greater_than_or_equal greater_than_or_equal_to from since no_less_than not_before not_less_than minimum min",
  contains: "contains contain like includes include has matches containing",
};

const BY_WORD: ReadonlyMap<string, Comparison> = new Map(
  (Object.entries(WORDS) as [Comparison, string][]).flatMap(([comparison, words]) =>
    words.split(" ").map((word): [string, Comparison] => [word, comparison]),
  ),
);

export const COMPARISONS: readonly Comparison[] = ["=", "!=", "<", "<=", ">", ">=", "contains"];

/** The comparison that a sign, an S-expression's word or an English one stands for. */
export function readComparison(written: string): Comparison | undefined {
  const word = written
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/gu, "_")
    .replace(/^is_(?!not\b)(?=\w)/u, "");
  return BY_WORD.get(word);
}
