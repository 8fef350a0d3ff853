import { show, tree, withModifiers } from "./ask-rules.ts";
import { comma, fillers, separator } from "./basic-rules.ts";
import { breakdown, figuresAlone, limitedBreakdown } from "./breakdown-rules.ts";
import { counts } from "./count-rules.ts";
import { items } from "./item-rules.ts";
import { limited } from "./limited.ts";
import { entities, itemsOf } from "./list-rules.ts";
import { modifiers } from "./modifier-rules.ts";
import { aboutNamed } from "./named-thing-rules.ts";
import { ordering } from "./order-rules.ts";
import { alt, list, many, map, maybe, type Parse, type Rule, rule, seq, when, words } from "./parser.ts";
import type { Item, NounPhrase, QuestionTree } from "./question-tree.ts";
import { rankedDates } from "./ranked-date-rules.ts";
import { bareNounPhrase, eachPhrase } from "./simple-phrase-rules.ts";

const forEach = seq(
  [words("for|for the|in|of|per|from"), eachPhrase, modifiers, maybe(comma), maybe(words("please"))],
  (_, phrase, more): NounPhrase => withModifiers(phrase, more),
);

const core: Rule<QuestionTree> = rule(() =>
  alt<QuestionTree>(
    itemsOf,
    entities,
    counts,
    aboutNamed,
    seq(
      [
        forEach,
        alt(
          itemsOf,
          counts,
          map(items, (found) => tree(found)),
        ),
      ],
      (group, inner) => ({ ...inner, each: group, eachFirst: true }),
    ),
    seq(
      [alt(itemsOf, counts), words("for|per|by|in|grouped by|group by|across|, for|of"), eachPhrase],
      (inner, _, group) => ({
        ...inner,
        each: group,
      }),
    ),
    seq(
      [
        alt(itemsOf, counts, figuresAlone),
        alt(
          eachPhrase,
          seq(
            [words("by|grouped by|group by|broken down by|per|for each"), bareNounPhrase],
            (_, phrase) => phrase,
          ),
        ),
      ],
      (inner, group) => ({ ...inner, each: group }),
    ),
    // "In 2014, how many …"
    seq([modifiers, comma, alt(counts, itemsOf, entities)], (more, _, inner) => limited(inner, more)),
    figuresAlone,
    breakdown,
    limitedBreakdown,
    rankedDates,
  ),
);

type Again = readonly (Item | "count")[];
const theCount: Rule<Again> = map(
  words(
    "the number|number|the count|count|the total|total|the amount|numbers|the numbers|the total number|how many",
  ),
  () => ["count" as const],
);

/** "… Give the name and the number.": what is to be shown, said again behind the question. */
const restated: Rule<Again> = rule(() =>
  seq(
    [
      words(".|?|;"),
      maybe(words("only|just|please")),
      maybe(show),
      maybe(words("only|just")),
      list(alt<Again>(theCount, items), separator),
      maybe(words("only|please|, please")),
      fillers,
    ],
    (_, __, ___, ____, found): Again => found.flat(),
  ),
);

/** "… List each one once." */
const once = seq(
  [
    words(".|?|;|,"),
    maybe(show),
    maybe(words("each|every")),
    maybe(alt<unknown>(words("one"), bareNounPhrase)),
    words("once|only once"),
  ],
  (_) => true,
);
const closing = many(words("?|.|!|, please|please"), 2);

function end(input: { readonly words: readonly unknown[] }, at: number): readonly Parse<true>[] {
  return at === input.words.length ? [{ value: true, end: at, cost: 0 }] : [];
}

/** A whole question. */
export const wholeQuestion: Rule<QuestionTree> = rule(() =>
  when(
    seq(
      [core, fillers, maybe(ordering), fillers, maybe(restated), maybe(once), closing, end],
      (found, _, order, __, again, isOnce) => ({
        ...found,
        distinct: found.distinct || isOnce === true,
        ...(order ? { order } : {}),
        ...(again ? { items: restate(found, again) } : {}),
      }),
    ),
    ({ items: asked }) => asked.length > 0,
  ),
);

/** What is said again takes the place of what was asked; "the number" is the count that the question asked for. */
function restate({ items: asked, subject }: QuestionTree, again: Again): readonly Item[] {
  const count = asked.find((item) => item.kind === "count" || item.kind === "their-count");
  const complete = (count !== undefined) === again.includes("count") && (count ?? subject) !== undefined;
  return complete ? again.flatMap((item) => (item === "count" ? (count ? [count] : []) : [item])) : [];
}
