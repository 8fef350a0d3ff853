import { adjectiveComparison, comparison, dateTail } from "./comparisons.ts";
import {
  alt,
  cost,
  forward,
  list,
  many,
  map,
  maybe,
  oneOf,
  type Rule,
  rule,
  seq,
  when,
  words,
} from "./parser.ts";
import type { Modifier, NounPhrase } from "./question-tree.ts";
import {
  anyVerb,
  attribute,
  comma,
  determiner,
  distinct,
  each,
  extreme,
  fillers,
  mention,
  mostOrFewest,
  number,
  operator,
  participle,
  superlative,
  tie,
} from "./words.ts";

const before: Rule<Modifier> = rule(() =>
  oneOf<Modifier>(
    "before noun",
    map(superlative, ({ adjective, direction }) => ({
      kind: "rank",
      by: { adjective },
      direction,
      limit: 1,
    })),
    map(mention("value"), (found) => ({ kind: "cells", mentions: [found], negated: false })),
  ),
);

type Opening = Pick<NounPhrase, "each" | "distinct" | "possessed" | "universal">;
const opening: Rule<Opening> = seq(
  [
    maybe(
      alt(
        map(each, () => "each"),
        determiner,
      ),
    ),
    maybe(distinct),
  ],
  (said = "", isDistinct) => ({
    each: said === "each",
    distinct: isDistinct === true,
    possessed: /^(?:their|its|his|her)$/u.test(said),
    universal: said.startsWith("all"),
  }),
);

/** A noun with all that follows it: "all the French singers above age 20 who performed in 2014". */
export const nounPhrase = forward<NounPhrase>();
/** A noun without anything after it, for places where what follows belongs to the whole question. */
export const bareNounPhrase: Rule<NounPhrase> = rule(() =>
  seq([opening, many(before, 2), mention("table", "column")], (open, modifiers, head) => ({
    ...open,
    head,
    modifiers,
  })),
);
/** "each country": what results are told apart by. */
export const eachPhrase: Rule<NounPhrase> = seq(
  [alt(each, words("all the different|all different|different")), mention("table", "column")],
  (_, head) => ({ head, modifiers: [], each: true, distinct: false }),
);

/** A number of related rows: "at least 2 concerts". */
type Count = NonNullable<Extract<Modifier, { kind: "has" }>["count"]>;
const countOf: Rule<Count> = alt<Count>(
  seq([operator, number], (sign, value) => ({ operator: sign, value })),
  seq([number, words("or more")], (value) => ({ operator: ">=", value })),
);
const values = list(mention("value"), words("or|and|,|, or|, and"));

const preposition = words(
  "in|at|from|of|by|on|for|to|with|during|under|within|into|through|as|inside|against|about|located in|based in|belonging to|called|named|with the name|with name|titled|entitled",
);
const OWNING = /^(?:of|for|belonging to)$/u;
const having = words(
  "with|having|that have|who have|which have|that has|who has|which has|whose|where|when|have|has|had|that had|who had|which had|where the|for which|in which|, whose|that is|who is|who are|that are|which is|which are|is|are|have been|has been|, with|with a|with an|weighing|costing|the|were|was|that was|that were|who were|who was",
);
const without = words(
  "without|without any|with no|with zero|that have no|that has no|who have no|who has no|which have no|have no|has no|having no|that do not have|that do not have any|that does not have|who do not have|who do not have any|who does not have|who does not have any|which do not have|do not have|do not have any|does not have|does not have any|did not have|did not have any|that never had|have never had",
);
const article = maybe(words("the|a|an|any|some"));

const cellsAfter: Rule<Modifier> = rule(() =>
  oneOf<Modifier>(
    "value",
    seq([preposition, maybe(determiner), values], (said, __, mentions) => ({
      kind: "cells",
      mentions,
      negated: false,
      owning: OWNING.test(said),
    })),
    cost(
      0.06,
      map(mention("value"), (found) => ({ kind: "cells", mentions: [found], negated: false })),
    ),
  ),
);

const property: Rule<Modifier> = rule(() =>
  oneOf<Modifier>(
    "property",
    seq([having, article, comparison], (_, __, found) => found),
    cost(0.03, comparison),
    seq([maybe(having), adjectiveComparison], (_, found) => found),
    seq(
      [
        maybe(having),
        maybe(words("the")),
        extreme,
        maybe(words("amount of|value of|level of|number of")),
        attribute,
      ],
      (_, __, direction, ___, by) => ({ kind: "rank", by: { attribute: by }, direction, limit: 1 }),
    ),
  ),
);

const related: Rule<Modifier> = rule(() =>
  oneOf<Modifier>(
    "related",
    seq(
      [words("having|that have|who have|which have|that has|who has|which has|have|has|had"), nounPhrase],
      (_, phrase) => ({
        kind: "has",
        phrase,
        negated: false,
      }),
    ),
    // "with their genre" asks for the genre to be shown: it is no condition.
    seq(
      [
        words("in|at|from|of|by|on|for|to|with|during|belonging to"),
        when(nounPhrase, (phrase) => phrase.possessed !== true),
      ],
      (loose, phrase) => ({ kind: "has", phrase, negated: false, loose, owning: OWNING.test(loose) }),
    ),
    seq([having, countOf, bareNounPhrase, tail], (_, count, phrase, after) => ({
      kind: "has",
      phrase: withModifiers(phrase, after),
      negated: false,
      count,
    })),
    seq([without, nounPhrase], (_, phrase) => ({ kind: "has", phrase, negated: true })),
    seq([having, mostOrFewest, bareNounPhrase, tail], (_, direction, phrase, after) => ({
      kind: "rank-by-count",
      phrase: withModifiers(phrase, after),
      direction,
      limit: 1,
    })),
  ),
);

const inEach: Rule<Modifier> = seq(
  [
    maybe(
      words(
        "in|for|of|from|by|at|on|to|with|within|across|there are in|are there in|are in|are from|are there for|are there from",
      ),
    ),
    eachPhrase,
  ],
  (_, phrase) => ({ kind: "each", phrase }),
);

interface Verb {
  readonly word: string;
  readonly negated: boolean;
}
const relative = words(
  "that|who|which|where|, which|, who|in which|on which|at which|for which|to which|they|we|you",
);
const helper = words(
  "have|has|had|is|are|was|were|been|be|being|has been|have been|had been|currently|still|ever|have ever|has ever|had ever",
);
const not = words("not|never|not yet|never been|not been");
/** A verb with its helpers: "who have performed", "was hired", "does not teach", "that produce". */
const verb: Rule<Verb> = rule(() =>
  oneOf<Verb>(
    "verb",
    seq(
      [
        maybe(relative),
        many(helper, 2),
        maybe(not),
        maybe(words("been|be|being|also|ever")),
        alt(tie, participle),
      ],
      (_, __, negated, ___, word) => ({ word, negated: negated !== undefined }),
    ),
    seq(
      [maybe(relative), words("do|does|did|can|will|to|could"), maybe(not), alt(tie, anyVerb)],
      (_, __, negated, word) => ({ word, negated: negated !== undefined }),
    ),
    seq([relative, maybe(words("also|ever|still")), alt(tie, anyVerb)], (_, __, word) => ({
      word,
      negated: false,
    })),
  ),
);
const behind = maybe(words("in|at|from|of|by|on|for|to|with|during|under|within|into|through|as|about"));
/** A way that means nothing that can be asked: it names no cell, so that nothing comes of it. */
const NEVER: Modifier = { kind: "cells", mentions: [], negated: false };

/** What a verb ties its noun to: "performed in a concert", "was hired in 2022", "does not teach", "produced at least 3 models". */
const clause: Rule<Modifier> = rule(() =>
  oneOf<Modifier>(
    "clause",
    seq([verb, dateTail], ({ word, negated }, date) => (negated ? NEVER : { ...date, verb: word })),
    seq([verb, behind, maybe(determiner), values], ({ word, negated }, _, __, mentions) => ({
      kind: "cells",
      mentions,
      negated,
      verb: word,
    })),
    seq([verb, behind, countOf, bareNounPhrase], ({ word, negated }, _, count, phrase) => ({
      kind: "has",
      phrase,
      negated,
      count,
      verb: word,
    })),
    seq([verb, behind, nounPhrase], ({ word, negated }, _, phrase) => ({
      kind: "has",
      phrase,
      negated,
      verb: word,
    })),
    seq([verb, behind, maybe(words("the|a|an")), comparison], ({ negated }, _, __, compared) =>
      negated ? NEVER : compared,
    ),
  ),
);

const modifier: Rule<Modifier> = rule(() =>
  oneOf("modifier", dateTail, cellsAfter, property, related, inEach, clause),
);
const tail: Rule<readonly Modifier[]> = rule(() =>
  many(
    seq([fillers, modifier], (_, found) => found),
    2,
  ),
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
    many(joined, 4)(input, at).map(({ value, ...way }) => ({
      ...way,
      value: value.map(({ found }) => found),
      cost:
        way.cost +
        FAR *
          value.filter(({ conjunction, found }, i) => isFar(found, conjunction, value[i - 1]?.found)).length,
    }));
});

/** In "screenings of films in 2025" it is open of which the time is said. */
function isFar(found: Modifier, conjunction: string | undefined, before: Modifier | undefined): boolean {
  return (
    before?.kind === "has" &&
    conjunction === undefined &&
    (found.kind !== "compare" || found.by !== undefined)
  );
}

/** The phrase with modifiers that stand elsewhere in the question. */
export function withModifiers(phrase: NounPhrase, more: NounPhrase["modifiers"]): NounPhrase {
  return { ...phrase, modifiers: [...phrase.modifiers, ...more] };
}

nounPhrase.define(
  rule(() =>
    seq(
      [opening, many(before, 3), mention("table", "column", "value"), modifiers],
      (open, first, head, after) => ({
        ...open,
        head,
        modifiers: [...first, ...after],
      }),
    ),
  ),
);
