import { ask, polite, tree, which } from "./ask-rules.ts";
import { attribute, extreme, fillers, number } from "./basic-rules.ts";
import { datePart } from "./date-part-rules.ts";
import { countWords } from "./item-rules.ts";
import { limited } from "./limited.ts";
import { modifiers } from "./modifier-rules.ts";
import { alt, map, maybe, type Rule, rule, seq, words } from "./parser.ts";
import { fewest, most } from "./quantity-rules.ts";
import type { Aggregate, Attribute, GroupCut, Grouping, Item, QuestionTree } from "./question-tree.ts";
import { bareNounPhrase } from "./simple-phrase-rules.ts";

interface Figure {
  readonly item: Item;
  readonly onlyNamed?: boolean;
}
interface RankedFigure extends Figure {
  readonly direction: GroupCut["direction"];
}

const summed = words("total|overall|combined|summed|sum of|total amount of|total of");
const averaged = words("average|mean|avg");
const the = maybe(words("the"));

function worked(attribute: Attribute, aggregate: Aggregate): Item {
  return { kind: "attribute", attribute, aggregates: [aggregate], distinct: false };
}

/** "the total amount", "number of sales", "amount". */
const figure: Rule<Figure> = rule(() =>
  alt<Figure>(
    seq([the, summed, attribute], (_, __, found) => ({ item: worked(found, "sum") })),
    seq([the, averaged, attribute], (_, __, found) => ({ item: worked(found, "avg") })),
    seq([the, countWords, bareNounPhrase], (_, __, phrase) => ({
      item: { kind: "count", phrase, distinct: phrase.distinct },
    })),
    seq([the, attribute], (_, found) => ({ item: worked(found, "sum"), onlyNamed: true })),
  ),
);

/** "the most sales", "the highest total amount"; "the highest amount" may be that of all or of a single row. */
const rankedFigure: Rule<RankedFigure> = rule(() =>
  alt<RankedFigure>(
    seq(
      [
        alt(
          map(most, () => "desc" as const),
          map(fewest, () => "asc" as const),
        ),
        bareNounPhrase,
      ],
      (direction, phrase) => ({
        item: { kind: "count", phrase, distinct: phrase.distinct },
        direction,
      }),
    ),
    seq([the, extreme, summed, attribute], (_, direction, __, found) => ({
      item: worked(found, "sum"),
      direction,
    })),
    seq([the, extreme, averaged, attribute], (_, direction, __, found) => ({
      item: worked(found, "avg"),
      direction,
    })),
    seq([the, extreme, attribute], (_, direction, found) => ({ item: worked(found, "sum"), direction })),
    seq([the, extreme, attribute], (_, direction, found) => ({
      item: worked(found, direction === "desc" ? "max" : "min"),
      direction,
    })),
  ),
);

const helpers = maybe(
  words(
    "has|had|have|with|saw|shows|showed|brought|was|is|were|are|there were|were there|did we have|do we have|were the|was the",
  ),
);

/** "Which day had the most sales?", "Top 3 months by total amount in 2024". */
export const rankedDates: Rule<QuestionTree> = rule(() =>
  alt<QuestionTree>(
    seq(
      [
        alt(
          seq([polite, which], () => true),
          ask,
        ),
        the,
        maybe(number),
        datePart,
        helpers,
        rankedFigure,
        fillers,
        modifiers,
      ],
      (_, __, limit = 1, group, ___, { item, direction }, ____, more) =>
        ranked(group, item, more, { direction, limit }),
    ),
    seq(
      [
        alt<unknown>(ask, which, polite),
        maybe(words("the|our|are the|are our")),
        words("top|bottom"),
        number,
        datePart,
        words("by|in terms of|ranked by|based on|according to|ordered by|sorted by|measured by"),
        figure,
        modifiers,
      ],
      (_, __, side, limit, group, ___, { item, onlyNamed = false }, more) =>
        ranked(group, item, more, { direction: side === "top" ? "desc" : "asc", limit, onlyNamed }),
    ),
  ),
);

function ranked(
  group: Grouping,
  item: Item,
  more: Parameters<typeof limited>[1],
  groupCut: GroupCut,
): QuestionTree {
  return { ...limited(tree([item]), more), groups: [group], groupCut };
}
