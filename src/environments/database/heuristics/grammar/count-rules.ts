import { ask, polite, tailVerb, tree, withModifiers } from "./ask-rules.ts";
import { attribute, fillers, mention } from "./basic-rules.ts";
import { countWords } from "./item-rules.ts";
import { modifiers } from "./modifier-rules.ts";
import { nounPhrase } from "./noun-phrase-rules.ts";
import { alt, maybe, type Rule, rule, seq, words } from "./parser.ts";
import type { Attribute, Item, Modifier, NounPhrase, QuestionTree } from "./question-tree.ts";
import { bareNounPhrase, eachPhrase } from "./simple-phrase-rules.ts";

const howMany = words(
  "how many|how many of the|how many of our|how many different|how many distinct|how many of these|how many unique|how many total",
);
const exists = words(
  "are there|do we have|are|is|were|was|exist|have|are listed|do you have|are in|in|there are|is there|were there|have been|does|do|did|are stored|has|had",
);

/** A column that is not also a thing that can be counted. */
const amount: Rule<Attribute> = (input, at) =>
  attribute(input, at).filter(({ end }) => {
    const here = input.links.from(at).find((mention) => mention.end === end);
    return !here?.links.some((link) => link.kind === "table" && link.score >= 0.95);
  });

/** "How many singers are there", "How many screens does each cinema have", "What is the number of singers from France". */
export const counts: Rule<QuestionTree> = rule(() =>
  alt<QuestionTree>(
    seq([polite, howMany, nounPhrase, fillers], (_, how, phrase) => tree([count(phrase, how)])),
    seq([polite, howMany, bareNounPhrase, exists, fillers, modifiers], (_, how, phrase, __, ___, more) =>
      tree([count(withModifiers(phrase, more), how)]),
    ),
    seq(
      [
        polite,
        howMany,
        bareNounPhrase,
        words(
          "does|do|did|are in|are from|are there in|are there for|are available in|are held in|has|have|are on|are by|are at",
        ),
        eachPhrase,
        maybe(tailVerb),
      ],
      (_, how, phrase, __, group) => tree([count(phrase, how)], undefined, { each: group }),
    ),
    // "How many seats does our largest screen have": not a count but a number that stands there
    seq(
      [polite, words("how many|how much"), amount, words("does|do|did"), nounPhrase, maybe(tailVerb)],
      (_, __, found, ___, subject) =>
        tree([{ kind: "attribute", attribute: found, aggregates: [], distinct: false }], subject),
    ),
    seq(
      [
        polite,
        howMany,
        bareNounPhrase,
        words("does|do|did|has|have"),
        maybe(words("the|our")),
        mention("value", "table"),
        maybe(tailVerb),
        modifiers,
      ],
      (_, how, phrase, __, ___, owner, verb, more) =>
        tree([count(withModifiers(phrase, [belonging(owner, verb), ...more]), how)]),
    ),
    seq(
      [
        maybe(ask),
        words("count|count the|count the number of|count all|find the total number of|count how many"),
        nounPhrase,
      ],
      (_, __, phrase) => tree([count(phrase)]),
    ),
    seq([maybe(ask), maybe(words("the")), countWords, nounPhrase, fillers], (_, __, ___, phrase) =>
      tree([count(phrase)]),
    ),
  ),
);

/** "Halcyon Productions" or "members" in "how many films did … make". */
function belonging(owner: NounPhrase["head"], word: string | undefined): Modifier {
  const verb = word === undefined ? {} : { verb: word };
  const isValue = owner.links.every((link) => link.kind === "value");
  return isValue
    ? { kind: "cells", mentions: [owner], negated: false, ...verb }
    : {
        kind: "has",
        phrase: { head: owner, modifiers: [], each: false, distinct: false },
        negated: false,
        ...verb,
      };
}

function count(phrase: NounPhrase, how = ""): Item {
  return { kind: "count", phrase, distinct: phrase.distinct || /different|distinct|unique/u.test(how) };
}
