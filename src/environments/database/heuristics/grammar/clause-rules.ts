import type { Mention } from "../lexicon/link.ts";
import { determiner, mention, openVerb } from "./basic-rules.ts";
import { comparison } from "./comparison-rules.ts";
import { dateTail } from "./date-rules.ts";
import { alt, cost, list, many, map, maybe, type Rule, rule, seq, words } from "./parser.ts";
import { countOf, fewest, most } from "./quantity-rules.ts";
import type { Modifier } from "./question-tree.ts";
import { bareNounPhrase, eachPhrase, nounPhrase } from "./simple-phrase-rules.ts";

const relative = words(
  "that|who|which|where|whose|, which|, who|in which|on which|at which|for which|to which|they|we|you",
);
const auxiliary = words(
  "do|does|did|have|has|had|is|are|was|were|been|be|being|has been|have been|had been|can|will|also|currently|have ever|has ever|to|still",
);
/** Verbs that only tie a thing to a place, a time or another thing. */
const lightVerb: Rule<string> = words(
  "have|has|had|own|owns|owned|hold|holds|held|contain|contains|include|includes|belong|belongs|come|comes|live|lives|lived|living|located|situated|lie|lies|reside|resides|take place|takes place|took place|happen|happens|happened|occur|occurs|occurred|exist|exists|existed|use|uses|used|get|gets|given|found|offer|offers|offered|associated|appear|appears|appeared|stand|stands|provided|based",
);
const not = words("not|never|not yet|never been|not been|not ever");

/** A verb with its helpers: what it is called, and the column or table that it names if it does ("hired" for `hired_on`). */
const verb: Rule<{ word: string; mention?: Mention; negated: boolean }> = rule(() =>
  seq(
    [
      maybe(relative),
      many(auxiliary, 2),
      maybe(not),
      many(words("been|be|being|also|ever"), 1),
      alt(
        map(lightVerb, (word) => ({ word })),
        map(openVerb, (word) => ({ word })),
        map(mention("column", "table"), (found) => ({ word: found.text, mention: found })),
      ),
    ],
    (_, __, negated, ___, found) => ({ ...found, negated: negated !== undefined }),
  ),
);

const preposition = maybe(words("in|at|from|of|by|on|for|to|with|during|under|within|into|through|as|about"));

/** What a verb ties its noun to: "performed in a concert", "was hired in 2022", "does not teach", "produced at least 3 models". */
export const clause: Rule<Modifier> = rule(() =>
  alt<Modifier>(
    seq([verb, dateTail], (found, date) =>
      found.negated
        ? never()
        : { ...date, verb: found.mention, ...(found.mention ? {} : { word: found.word }) },
    ),
    seq(
      [verb, preposition, maybe(determiner), list(mention("value"), words("or|and|,|, or|, and"))],
      (found, _, __, mentions) => ({ kind: "cells", mentions, negated: found.negated }),
    ),
    seq([verb, preposition, countOf, bareNounPhrase], (found, _, count, phrase) => ({
      kind: "has",
      phrase,
      negated: found.negated,
      count,
    })),
    seq([verb, preposition, nounPhrase], (found, _, phrase) => ({
      kind: "has",
      phrase,
      negated: found.negated,
    })),
    seq([verb, preposition, maybe(words("the|a|an")), comparison], (found, _, __, compared) =>
      found.negated ? never() : compared,
    ),
    seq([verb, preposition, most, bareNounPhrase], (_, __, ___, phrase) => ({
      kind: "rank-by-count",
      phrase,
      direction: "desc",
      limit: 1,
    })),
    seq([verb, preposition, fewest, bareNounPhrase], (_, __, ___, phrase) => ({
      kind: "rank-by-count",
      phrase,
      direction: "asc",
      limit: 1,
    })),
    seq([verb, preposition, eachPhrase], (_, __, phrase) => ({ kind: "each", phrase })),
    cost(
      0.05,
      map(
        seq([relative, lightVerb], () => true),
        () => ({ kind: "verb", word: "" }),
      ),
    ),
  ),
);

/** A way that means nothing that can be asked: it names no cell, so that nothing comes of it. */
function never(): Modifier {
  return { kind: "cells", mentions: [], negated: false };
}
