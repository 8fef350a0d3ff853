import { ask, distinctAsk, polite, tailVerb, tree, which, withModifiers } from "./ask-rules.ts";
import { attribute, mention, number } from "./basic-rules.ts";
import { bareClause } from "./clause-rules.ts";
import { companions, countWords, items, laterItems } from "./item-rules.ts";
import { modifiers } from "./modifier-rules.ts";
import { nounPhrase } from "./noun-phrase-rules.ts";
import { alt, cost, many, maybe, type Rule, rule, seq, when, words } from "./parser.ts";
import type { Item, Modifier, NounPhrase, QuestionTree } from "./question-tree.ts";
import { bareNounPhrase } from "./simple-phrase-rules.ts";

const of = words(
  "of|for|from|in|by|among|on|at|belonging to|, for|, of|across|with|that|to|held by|out of|over",
);
const whereThey = words("where|in which|from which|that|which|of which|for which|which the");

/** "What is the name and age of the youngest singer", "Show the weight of the pets of each student". */
export const itemsOf: Rule<QuestionTree> = rule(() =>
  alt<QuestionTree>(
    when(
      seq(
        [ask, distinctAsk, items, of, nounPhrase, many(laterItems, 1)],
        (_, isDistinct, found, __, subject, later) =>
          tree([...found.map((item) => addedUp(item, subject)), ...later.flat()], subject, {
            distinct: isDistinct !== undefined,
          }),
      ),
      (found) => !countsOfNothing(found),
    ),
    seq([ask, distinctAsk, items], (_, isDistinct, found) =>
      tree(found, undefined, { distinct: isDistinct !== undefined }),
    ),
    // "the singer's name", "Alien's full name"
    seq([ask, nounPhrase, words("'s|'"), items], (_, subject, __, found) => tree(found, subject)),
    // "Show the singer names above age 20": the items name what they are of
    seq([alt<unknown>(ask, which), distinctAsk, items, modifiers], (_, isDistinct, found, more) =>
      owned(found, more, isDistinct !== undefined),
    ),
    // "Which regions do our cinemas lie in"
    seq(
      [
        which,
        items,
        words("do|does|did|are|is|were|was|have|has|can|will"),
        nounPhrase,
        maybe(tailVerb),
        maybe(words("in|from|to|at")),
      ],
      (_, found, __, subject) => tree(found, subject),
    ),
    seq([which, items, words("of|for"), nounPhrase], (_, found, __, subject) => tree(found, subject)),
    // "the countries where singers above age 20 are from"
    cost(
      0.03,
      seq(
        [
          ask,
          distinctAsk,
          items,
          whereThey,
          nounPhrase,
          words(
            "are from|is from|come from|comes from|live in|live|lives in|were in|are in|belong to|are|is|took place|happened|occurred|have|has|had",
          ),
        ],
        (_, isDistinct, found, __, subject) => tree(found, subject, { distinct: isDistinct !== undefined }),
      ),
    ),
  ),
);

/** "the number of screenings" with "films" as what it is of: without "each", that is one phrase, and is read so as well. */
function countsOfNothing({ items, subject }: QuestionTree): boolean {
  return items.length === 1 && items[0]?.kind === "count" && subject !== undefined && !subject.each;
}

/** "the total of all invoices", where `total` is a column: of several, one figure is asked for. */
function addedUp(item: Item, subject: NounPhrase): Item {
  if (item.kind !== "attribute" || item.aggregates.length > 0 || subject.each) return item;
  const several = subject.universal || /[^s]s$/iu.test(subject.head.text);
  return several && /^(grand )?total$/iu.test(item.attribute.mention.text)
    ? { ...item, aggregates: ["sum"] }
    : item;
}

function owned(
  found: readonly Item[],
  more: Parameters<typeof withModifiers>[1],
  distinct: boolean,
): QuestionTree {
  const item = found.find((each) => each.kind === "attribute" && each.attribute.owner);
  const head = item?.kind === "attribute" ? item.attribute.owner : undefined;
  return head && more.length > 0
    ? tree(found, { head, modifiers: more, each: false, distinct: false }, { distinct })
    : tree([]);
}

const copula = words("is|are|was|were|has been|have been");

const measured: Rule<Modifier> = rule(() =>
  alt<Modifier>(
    seq(
      [maybe(words("the")), words("total|overall|summed|sum of|total amount of"), mention("column", "table")],
      (_, __, of) => ({
        kind: "rank-by-sum",
        of,
        direction: "desc",
        limit: 1,
      }),
    ),
    seq([maybe(words("the")), countWords, bareNounPhrase], (_, __, phrase) => ({
      kind: "rank-by-count",
      phrase,
      direction: "desc",
      limit: 1,
    })),
    seq([maybe(words("the")), attribute], (_, found) => ({
      kind: "rank",
      by: { attribute: found },
      direction: "desc",
      limit: 1,
      ofEach: true,
    })),
    seq([maybe(words("the")), mention("column")], (_, of) => ({
      kind: "rank-by-sum",
      of,
      direction: "desc",
      limit: 1,
      onlyNamed: true,
    })),
  ),
);

/** "by total quantity in 2024": the time is that of what is added up or counted. */
function amongThose(ranked: Modifier, more: readonly Modifier[]): Modifier {
  if (more.length === 0) return ranked;
  if (ranked.kind === "rank-by-sum") return { ...ranked, among: more };
  if (ranked.kind === "rank-by-count" && ranked.phrase)
    return { ...ranked, phrase: withModifiers(ranked.phrase, more) };
  return { kind: "cells", mentions: [], negated: false };
}

/** "Top 5 customers by total quantity", "the bottom 3 products by price". */
const topOf: Rule<QuestionTree> = rule(() =>
  seq(
    [
      alt<unknown>(ask, which, polite),
      maybe(words("the|our|are the|are our")),
      words("top|bottom"),
      number,
      bareNounPhrase,
      words("by|in terms of|ranked by|based on|according to|ordered by|sorted by|by their|measured by"),
      measured,
      modifiers,
    ],
    (_, __, side, limit, phrase, ___, by, more) => {
      const direction = side === "top" ? ("desc" as const) : ("asc" as const);
      const ranked = "limit" in by ? { ...by, direction, limit } : by;
      const full = withModifiers(phrase, [amongThose(ranked, more)]);
      return tree([{ kind: "entity", phrase: full }], full);
    },
  ),
);

/** "Which singers are from France", "List all cinemas in Paris", "Who are our projectionists". */
export const entities: Rule<QuestionTree> = rule(() =>
  alt<QuestionTree>(
    seq([ask, nounPhrase, many(laterItems, 1)], (_, phrase, later) =>
      tree([{ kind: "entity", phrase }, ...later.flat()], phrase),
    ),
    seq([ask, nounPhrase, companions], (_, phrase, shown) =>
      tree([{ kind: "entity", phrase }, ...shown], phrase),
    ),
    topOf,
    seq([polite, which, nounPhrase], (_, __, phrase) => tree([{ kind: "entity", phrase }], phrase)),
    seq([polite, which, bareNounPhrase, copula, modifiers], (_, __, phrase, ___, more) => {
      const full = withModifiers(phrase, more);
      return tree([{ kind: "entity", phrase: full }], full);
    }),
    seq([polite, which, bareNounPhrase, bareClause], (_, __, phrase, more) => {
      const full = withModifiers(phrase, [more]);
      return tree([{ kind: "entity", phrase: full }], full);
    }),
  ),
);
