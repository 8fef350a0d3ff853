import { ask, distinctAsk, tree } from "./ask-rules.ts";
import { comma } from "./basic-rules.ts";
import { counts } from "./count-rules.ts";
import { datePart } from "./date-part-rules.ts";
import { items } from "./item-rules.ts";
import { limited } from "./limited.ts";
import { itemsOf } from "./list-rules.ts";
import { modifiers } from "./modifier-rules.ts";
import { alt, list, map, type Rule, rule, seq, when, words } from "./parser.ts";
import type { Grouping, Item, NounPhrase, QuestionTree } from "./question-tree.ts";
import { bareNounPhrase } from "./simple-phrase-rules.ts";

const PER = "per|each|every";
const lead = words(
  `${PER}|by|by the|by each|for each|for every|in each|in every|grouped by|group by|broken down by|split by|, by`,
);
const next = words(
  "and|,|, and|and by|, by|, and by|and per|and each|and for each|and the|and by the|by|per",
);

const grouping: Rule<Grouping> = rule(() =>
  alt<Grouping>(
    datePart,
    map(when(bareNounPhrase, isPlain), (phrase) => ({ kind: "thing" as const, phrase })),
  ),
);

function isPlain({ modifiers: found, possessed }: NounPhrase): boolean {
  return found.length === 0 && possessed !== true;
}

const isFigure = (item: Item) => item.kind === "attribute" && item.aggregates.length > 0;

/** "total amount in May 2025": figures of whatever rows have them, under conditions. */
export const figuresAlone: Rule<QuestionTree> = rule(() =>
  seq(
    [
      ask,
      distinctAsk,
      when(items, (found) => found.every(isFigure) && !found.some(hasOwner)),
      when(modifiers, (found) => found.length > 0),
    ],
    (_, __, found, more) => limited(tree(found), more),
  ),
);

function hasOwner(item: Item): boolean {
  return item.kind === "attribute" && item.attribute.owner !== undefined;
}

/** "total amount by month", "number of sales per region and year", "total amount by region in 2024". */
export const breakdown: Rule<QuestionTree> = rule(() =>
  map(
    // One thing and no condition behind it is what the rules of "for each" read.
    when(broken, ({ groups, more }) => groups.length > 1 || more.length > 0 || groups[0]?.kind === "date"),
    ({ inner, groups, more }) => ({ ...limited(inner, more), groups }),
  ),
);

/** "In 2024, total amount by region". */
export const limitedBreakdown: Rule<QuestionTree> = rule(() =>
  seq([modifiers, comma, broken], (first, _, { inner, groups, more }) => ({
    ...limited(inner, [...first, ...more]),
    groups,
  })),
);

interface Broken {
  readonly inner: QuestionTree;
  readonly said: string;
  readonly groups: readonly Grouping[];
  readonly more: NounPhrase["modifiers"];
}

const broken: Rule<Broken> = rule(() =>
  when(
    seq(
      [alt(figuresAlone, itemsOf, counts), lead, list(grouping, next, 3), modifiers],
      (inner, said, groups, more) => ({ inner, said, groups, more }),
    ),
    (found) => !isOpen(found),
  ),
);

/** "average amount per month" may be the average of the months' totals as well, and "highest amount per month" the highest of these. */
function isOpen({ inner, said, groups }: Broken): boolean {
  const ofTotals = inner.items.some(
    (item) => item.kind === "attribute" && item.aggregates.some((aggregate) => aggregate !== "sum"),
  );
  return ofTotals && PER.split("|").includes(said) && groups.some(({ kind }) => kind === "date");
}
