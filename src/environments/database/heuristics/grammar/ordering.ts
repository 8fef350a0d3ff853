import { alt, map, maybe, oneOf, type Rule, rule, seq, words } from "./parser.ts";
import type { Ordering } from "./question-tree.ts";
import { attribute } from "./words.ts";

type Direction = Ordering["direction"];
const direction: Rule<Direction> = alt<Direction>(
  map(
    words(
      "ascending|increasing|alphabetical|lexicographical|lexicographic|chronological|ascending alphabetical",
    ),
    () => "asc",
  ),
  map(
    words("descending|decreasing|reverse alphabetical|reverse lexicographical|reverse chronological|reverse"),
    () => "desc",
  ),
);
const inOrder: Rule<Direction> = seq(
  [words("in|in an|in a|by|in the|, in"), direction, maybe(words("order|manner"))],
  (_, found) => found,
);
const sorted = words(
  "ordered|sorted|order|sort|arranged|ranked|, ordered|, sorted|and sort them|and order them|and sort|and order",
);
const by = words("by|of|of the|by the|by their|of their|according to|in terms of|for|on|based on|of its");
/** "sorted by age in descending order", "in alphabetical order of name". */
export const ordering: Rule<Ordering> = rule(() =>
  oneOf<Ordering>(
    "order",
    seq(
      [sorted, maybe(inOrder), by, maybe(words("the")), maybe(direction), attribute, maybe(inOrder)],
      (_, first, __, ___, then, of, last) => ({
        by: { attribute: of },
        direction: first ?? then ?? last ?? "asc",
      }),
    ),
    seq([maybe(sorted), inOrder, by, maybe(words("the")), attribute], (_, found, __, ___, each) => ({
      by: { attribute: each },
      direction: found,
    })),
    seq([maybe(sorted), inOrder], (_, found) => ({ by: "first-item", direction: found })),
  ),
);
