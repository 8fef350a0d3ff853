import { attribute, superlative } from "./basic-rules.ts";
import { alt, map, maybe, type Rule, rule, seq, words } from "./parser.ts";
import type { Ordering } from "./question-tree.ts";

type Direction = "asc" | "desc";
const ascending = map(
  words(
    "ascending|increasing|alphabetical|alphabetic|lexicographic|lexicographical|chronological|ascending alphabetical|alphabetically ascending",
  ),
  (): Direction => "asc",
);
const descending = map(
  words(
    "descending|decreasing|reverse alphabetical|reverse lexicographical|descending alphabetical|reverse chronological|reverse",
  ),
  (): Direction => "desc",
);
const oneDirection = alt(ascending, descending);
/** "descending", "ascending alphabetical". */
const direction = alt(
  oneDirection,
  seq(
    [oneDirection, words("alphabetical|alphabetic|lexicographical|chronological|numerical")],
    (found) => found,
  ),
);
const inOrder: Rule<Direction> = alt(
  seq([words("in|in an|in a|by|in the|, in"), direction, maybe(words("order|manner"))], (_, found) => found),
  map(words("alphabetically|in order|ascendingly"), (): Direction => "asc"),
  map(
    words(
      "from low to high|from lowest to highest|from smallest to largest|from a to z|from the lowest to the highest|from small to large",
    ),
    (): Direction => "asc",
  ),
  map(
    words(
      "from high to low|from highest to lowest|from largest to smallest|from z to a|from the highest to the lowest|descendingly|from large to small",
    ),
    (): Direction => "desc",
  ),
);
const sorted = words(
  "ordered|sorted|order|sort|arranged|ranked|listed|, ordered|, sorted|and order them|and sort them|and order|and sort|order them|sort them|sort the list|ordered alphabetically|and list them|, order|, sort|sort results|and sort results|order the result|sorted alphabetically|and sort the results|and order the results",
);
const by = words(
  "by|of|of the|by the|by their|of their|according to|in terms of|for|on|based on|by descending|of its",
);
const count = words("number of them|count|the count|the number|number");

/** "sorted by age in descending order", "in alphabetical order of name", "from the oldest to the youngest". */
export const ordering: Rule<Ordering> = rule(() =>
  alt<Ordering>(
    seq(
      [sorted, maybe(inOrder), by, maybe(words("the")), attribute, maybe(inOrder)],
      (_, before, __, ___, found, after) => ({
        by: { attribute: found },
        direction: before ?? after ?? "asc",
      }),
    ),
    seq([sorted, by, direction, attribute], (_, __, found, attr) => ({
      by: { attribute: attr },
      direction: found,
    })),
    seq(
      [sorted, maybe(by), maybe(inOrder), maybe(by), count, maybe(inOrder)],
      (_, __, before, ___, ____, after) => ({ by: "count", direction: before ?? after ?? "asc" }),
    ),
    seq([maybe(sorted), inOrder, by, maybe(words("the")), attribute], (_, found, __, ___, each) => ({
      by: { attribute: each },
      direction: found,
    })),
    seq([maybe(sorted), inOrder], (_, found) => ({ by: "first-item", direction: found })),
    seq(
      [
        maybe(sorted),
        maybe(seq([by, attribute], (_, found) => found)),
        words("from|from the"),
        superlative,
        words("to|to the"),
        superlative,
      ],
      (_, each, __, from) => ({
        by: each ? { attribute: each } : { adjective: from.adjective },
        direction: from.direction,
      }),
    ),
    seq([maybe(words(",|with")), maybe(words("the")), superlative, words("first")], (_, __, found) => ({
      by: { adjective: found.adjective },
      direction: found.direction,
    })),
  ),
);
