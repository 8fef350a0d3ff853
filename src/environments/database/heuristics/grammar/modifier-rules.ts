import {
  attribute,
  comma,
  determiner,
  extreme,
  fillers,
  mention,
  settledSuperlative,
  superlative,
} from "./basic-rules.ts";
import { clause, isDoer } from "./clause-rules.ts";
import { adjectiveComparison, comparison } from "./comparison-rules.ts";
import { dateTail } from "./date-rules.ts";
import { alt, cost, list, many, map, maybe, type Rule, rule, seq, when, words } from "./parser.ts";
import { countOf, fewest, most } from "./quantity-rules.ts";
import type { Modifier, NounPhrase } from "./question-tree.ts";
import { bareNounPhrase, eachPhrase, nounPhrase } from "./simple-phrase-rules.ts";

const preposition = words(
  "in|at|from|of|by|on|for|to|with|during|under|within|into|through|as|inside|against|about|located in|based in|belonging to|called|named|with the name|with name|by the name|known as|titled|entitled",
);
const OWNING = /^(?:of|for|belonging to)$/u;
const having = words(
  "with|having|that have|who have|which have|that has|who has|which has|whose|where|when|have|has|had|that had|who had|which had|where the|for which|in which|, whose|that is|who is|who are|that are|which is|which are|is|are|have been|has been|had been|that have been|that has been|who have been|which have been|, with|with a|with an|weighing|costing|for which the|were|was|that was|that were|who were|who was",
);
const without = words(
  "without|without any|with no|with zero|that have no|that has no|who have no|who has no|which have no|which has no|have no|has no|having no|that do not have|that do not have any|that does not have|that does not have any|who do not have|who do not have any|who does not have|who does not have any|which do not have|which do not have any|which does not have|do not have|do not have any|does not have|does not have any|did not have|did not have any|that did not have|that did not have any|who did not have|who did not have any|which did not have|which did not have any|not have|that never had|that have never had|have never had",
);
const or = words("or|, or");
const the = maybe(words("the|a|an|any|some|the same"));

const cellsAfter: Rule<Modifier> = rule(() =>
  alt<Modifier>(
    seq(
      [preposition, maybe(determiner), list(mention("value"), words("or|and|,|, or|, and"))],
      (said, __, mentions) => ({ kind: "cells", mentions, negated: false, owning: OWNING.test(said) }),
    ),
    seq(
      [words("in|at|from|of|by|on|with"), words("both"), mention("value"), words("and"), mention("value")],
      (_, __, one, ___, two) => ({ kind: "cells", mentions: [one, two], negated: false, together: true }),
    ),
    seq(
      [
        words("not in|not from|not at|not by|not of|outside|outside of|other than|except|except for|not"),
        maybe(determiner),
        list(mention("value"), words("or|and|,")),
      ],
      (_, __, mentions) => ({ kind: "cells", mentions, negated: true }),
    ),
    cost(
      0.06,
      map(mention("value"), (found) => ({ kind: "cells", mentions: [found], negated: false })),
    ),
  ),
);

const either = seq(
  [comparison, or, maybe(having), comparison],
  (one, _, __, two): Modifier => ({ kind: "any", either: [one, two] }),
);

const property: Rule<Modifier> = rule(() =>
  alt<Modifier>(
    seq([having, the, alt<Modifier>(comparison, either)], (_, __, found) => found),
    cost(
      0.03,
      map(comparison, (found) => found),
    ),
    seq([maybe(having), adjectiveComparison], (_, found) => found),
    seq(
      [
        maybe(having),
        maybe(words("the")),
        extreme,
        maybe(words("amount of|value of|level of|number of|overall")),
        attribute,
      ],
      (_, __, direction, ___, by) => ({
        kind: "rank",
        by: { attribute: by },
        direction,
        limit: 1,
      }),
    ),
    seq(
      [
        maybe(having),
        maybe(words("the")),
        extreme,
        words("total|overall|combined|summed|sum of|total amount of|total of"),
        mention("column"),
        tail,
      ],
      (_, __, direction, ___, of, among) => ({ kind: "rank-by-sum", of, direction, limit: 1, among }),
    ),
    seq([having, maybe(words("the")), superlative], (_, __, { adjective, direction }) => ({
      kind: "rank",
      by: { adjective },
      direction,
      limit: 1,
    })),
    seq([having, maybe(words("the|our")), settledSuperlative], (_, __, { of, direction }) => ({
      kind: "rank-by-sum",
      of,
      direction,
      limit: 1,
      bySize: true,
    })),
    seq([without, the, attribute], (_, __, found) => ({ kind: "present", attribute: found, negated: true })),
    seq([without, the, mention("value")], (_, __, found) => ({
      kind: "cells",
      mentions: [found],
      negated: true,
    })),
    seq([having, the, mention("value")], (_, __, found) => ({
      kind: "cells",
      mentions: [found],
      negated: false,
    })),
    seq([having, words("not"), the, mention("value")], (_, __, ___, found) => ({
      kind: "cells",
      mentions: [found],
      negated: true,
    })),
  ),
);

const related: Rule<Modifier> = rule(() =>
  alt<Modifier>(
    seq(
      [
        words("having|that have|who have|which have|that has|who has|which has|have|has|had|that had"),
        nounPhrase,
      ],
      (_, phrase) => ({ kind: "has", phrase, negated: false }),
    ),
    // "with their genre" asks for the genre to be shown: it is no condition.
    seq(
      [
        words("in|at|from|of|by|on|for|to|with|during|belonging to"),
        when(nounPhrase, (phrase) => phrase.possessed !== true && isDoer(phrase)),
      ],
      (loose, phrase) => ({
        kind: "has",
        phrase,
        negated: false,
        loose,
        owning: OWNING.test(loose),
      }),
    ),
    seq([having, countOf, bareNounPhrase, tail], (_, count, phrase, after) => ({
      kind: "has",
      phrase: { ...phrase, modifiers: [...phrase.modifiers, ...after] },
      negated: false,
      count,
    })),
    seq([without, nounPhrase], (_, phrase) => ({ kind: "has", phrase, negated: true })),
    seq([having, most, bareNounPhrase, tail], (_, __, phrase, after) => rankByCount("desc", phrase, after)),
    seq([having, fewest, bareNounPhrase, tail], (_, __, phrase, after) => rankByCount("asc", phrase, after)),
  ),
);

function rankByCount(direction: "asc" | "desc", phrase: NounPhrase, after: readonly Modifier[]): Modifier {
  return {
    kind: "rank-by-count",
    phrase: { ...phrase, modifiers: [...phrase.modifiers, ...after] },
    direction,
    limit: 1,
  };
}

const inEach: Rule<Modifier> = rule(() =>
  seq(
    [
      maybe(
        words(
          "in|for|of|from|by|at|on|to|with|within|under|across|belonging to|that belong to|held in|there are in|are there in|are in|are from|are there for|are there from|available in",
        ),
      ),
      eachPhrase,
    ],
    (_, phrase) => ({ kind: "each", phrase }),
  ),
);

export const modifier: Rule<Modifier> = rule(() =>
  alt(dateTail, cellsAfter, property, related, inEach, clause),
);

/** What follows a phrase inside a modifier belongs to that phrase rather than to the noun before it. */
const FAR = 0.08;

/** Modifiers after a noun, joined by nothing, a comma, "and" or "but". */
export const modifiers: Rule<readonly Modifier[]> = rule(() => {
  const joined = seq(
    [maybe(alt(comma, words("and|but|, and|, but|and also"))), fillers, modifier],
    (conjunction, _, found) => ({ conjunction, found }),
  );
  return (input, at) =>
    many(joined, 4)(input, at).map(({ value, end, cost: amount }) => {
      const far = value.map(({ conjunction, found }, i) =>
        i > 0 && conjunction === undefined && value[i - 1]?.found.kind === "has" ? farness(found) : 0,
      );
      return {
        value: value.map(({ found }) => found),
        end,
        cost: amount + far.reduce((sum, each) => sum + each, 0),
      };
    });
});

/**
 * In "screenings of films in 2025" the place of the time does not tell of which of the two it is said; "were held in 2025" is rather said of the
 * first.
 */
function farness(modifier: Modifier): number {
  if (modifier.kind !== "compare" || modifier.by !== undefined) return FAR;
  return modifier.verb === undefined || modifier.finite ? FAR / 2 : FAR;
}

const tail: Rule<readonly Modifier[]> = rule(() =>
  many(
    seq([fillers, modifier], (_, found) => found),
    2,
  ),
);
