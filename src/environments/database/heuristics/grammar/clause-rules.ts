import { anyVerb, determiner, mention, participle } from "./basic-rules.ts";
import { comparison } from "./comparison-rules.ts";
import { dateTail } from "./date-rules.ts";
import { alt, cost, list, many, map, maybe, type Rule, rule, seq, when, words } from "./parser.ts";
import { countOf, fewest, most } from "./quantity-rules.ts";
import type { Modifier, NounPhrase } from "./question-tree.ts";
import { bareNounPhrase, eachPhrase, nounPhrase } from "./simple-phrase-rules.ts";

const relative = words(
  "that|who|which|where|, which|, who|in which|on which|at which|for which|to which|they|we|you",
);
const having = words(
  "have|has|had|is|are|was|were|been|be|being|has been|have been|had been|currently|still|ever|have ever|has ever|had ever",
);
const doing = words("do|does|did|can|will|to|could");
/** Verbs that only tie a thing to a place, a time or another thing. */
const lightVerb: Rule<string> = words(
  "have|has|had|own|owns|owned|hold|holds|held|contain|contains|include|includes|belong|belongs|come|comes|live|lives|lived|living|located|situated|lie|lies|reside|resides|take place|takes place|took place|taken place|happen|happens|happened|occur|occurs|occurred|exist|exists|existed|use|uses|used|get|gets|given|found|offer|offers|offered|associated|appear|appears|appeared|stand|stands|provided|based|made|make|makes",
);
const not = words("not|never|not yet|never been|not been|not ever|never ever");

interface Verb {
  readonly word: string;
  readonly negated: boolean;
  /** With a helper and nothing that refers back ("were held"): the verb of the sentence. */
  readonly finite?: boolean;
}

/** A verb with its helpers: "who have performed", "was hired", "does not teach", "that produce". */
const verb: Rule<Verb> = rule(() =>
  alt<Verb>(
    seq(
      [
        maybe(relative),
        many(having, 2),
        maybe(not),
        maybe(words("been|be|being|also|ever")),
        alt(lightVerb, participle),
      ],
      (referring, helpers, negated, ___, word) => ({
        ...made(word, negated),
        finite: referring === undefined && helpers.length > 0,
      }),
    ),
    seq([maybe(relative), doing, maybe(not), alt(lightVerb, anyVerb)], (_, __, negated, word) =>
      made(word, negated),
    ),
    seq([relative, maybe(words("also|ever|still")), alt(lightVerb, anyVerb)], (_, __, word) => made(word)),
  ),
);
/** "never been ordered": with helpers before it, the word asks for no order of the rows. */
const ordered: Rule<Verb> = seq(
  [
    maybe(relative),
    words("have|has|had|was|were|are|is"),
    alt(
      map(
        words("never been|not been|not yet been|never|not|not ever|not ever been|never ever been"),
        () => true,
      ),
      map(words("been|ever been|already been"), () => false),
    ),
    words("ordered"),
  ],
  (_, __, negated, word) => ({ word, negated }),
);
const anything = maybe(words("anything|something|at all|yet|before"));

/** "produce" in "Which makers produce …", where no helper shows that it is a verb. */
const bareVerb: Rule<Verb> = alt<Verb>(
  verb,
  map(anyVerb, (word) => made(word)),
);

function made(word: string, negated?: string): Verb {
  return { word, negated: negated !== undefined };
}

const preposition = maybe(words("in|at|from|of|by|on|for|to|with|during|under|within|into|through|as|about"));

/** What a verb ties its noun to: "performed in a concert", "was hired in 2022", "does not teach", "produced at least 3 models". */
export const clause: Rule<Modifier> = rule(() => clauseOf(verb));
/** The same right behind the noun that it is said of. */
export const bareClause: Rule<Modifier> = rule(() => clauseOf(bareVerb));

function clauseOf(verb: Rule<Verb>): Rule<Modifier> {
  return alt<Modifier>(
    seq([verb, dateTail], ({ word, negated, finite = false }, date) =>
      negated ? never() : { ...date, verb: word, finite },
    ),
    seq(
      [verb, preposition, maybe(determiner), list(mention("value"), words("or|and|,|, or|, and"))],
      ({ word, negated }, _, __, mentions) => ({ kind: "cells", mentions, negated, verb: word }),
    ),
    seq([verb, preposition, countOf, bareNounPhrase], ({ word, negated }, _, count, phrase) => ({
      kind: "has",
      phrase,
      negated,
      count,
      verb: word,
    })),
    seq([verb, preposition, when(nounPhrase, isDoer)], ({ word, negated }, _, phrase) => ({
      kind: "has",
      phrase,
      negated,
      verb: word,
    })),
    seq([verb, preposition, maybe(words("the|a|an")), comparison], ({ negated }, _, __, compared) =>
      negated ? never() : compared,
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
    seq([alt(verb, ordered), anything], ({ word, negated }) => ({ kind: "done", word, negated })),
    cost(
      0.05,
      map(
        seq([relative, lightVerb], () => true),
        () => ({ kind: "verb", word: "" }),
      ),
    ),
  );
}

/** Nothing is done by a value: in "shot in Danish were held" something else was held. */
export function isDoer({ head, modifiers }: NounPhrase): boolean {
  const isValue = head.links.every(({ kind }) => kind === "value");
  return (
    !isValue || !modifiers.some((each) => each.kind === "done" || (each.kind === "compare" && each.finite))
  );
}

/** A way that means nothing that can be asked: it names no cell, so that nothing comes of it. */
function never(): Modifier {
  return { kind: "cells", mentions: [], negated: false };
}
