import {
  determiner,
  distinct,
  each,
  mention,
  number,
  settledSuperlative,
  superlative,
} from "./basic-rules.ts";
import {
  alt,
  cost,
  type ForwardRule,
  forward,
  many,
  map,
  maybe,
  type Rule,
  rule,
  seq,
  when,
  words,
} from "./parser.ts";
import type { Modifier, NounPhrase } from "./question-tree.ts";

export const before: Rule<Modifier> = rule(() =>
  alt<Modifier>(
    map(superlative, ({ adjective, direction }) => ({
      kind: "rank",
      by: { adjective },
      direction,
      limit: 1,
    })),
    map(settledSuperlative, ({ of, direction }) => ({
      kind: "rank-by-sum",
      of,
      direction,
      limit: 1,
      bySize: true,
    })),
    seq([number, settledSuperlative], (limit, { of, direction }) => ({
      kind: "rank-by-sum",
      of,
      direction,
      limit,
      bySize: true,
    })),
    seq([number, superlative], (limit, { adjective, direction }) => ({
      kind: "rank",
      by: { adjective },
      direction,
      limit,
    })),
    seq(
      [
        words("most|least"),
        words("common|frequent|commonly used|popular|frequently used|used|commonly occurring"),
      ],
      (how) => ({
        kind: "rank-by-count",
        direction: how === "most" ? "desc" : "asc",
        limit: 1,
      }),
    ),
    map(mention("value"), (found) => ({ kind: "cells", mentions: [found], negated: false })),
    cost(
      0.05,
      seq([words("non|not"), maybe(words("-")), mention("value")], (_, __, found) => ({
        kind: "cells",
        mentions: [found],
        negated: true,
      })),
    ),
  ),
);

const possessives = new Set(["their", "its", "his", "her"]);

interface Opening {
  readonly each: boolean;
  readonly distinct: boolean;
  readonly possessed: boolean;
  readonly universal: boolean;
}
type Said = "each" | "possessed" | "universal" | "plain";

function saidBy(word: string): Said {
  if (possessives.has(word)) return "possessed";
  return word.startsWith("all") ? "universal" : "plain";
}

export const opening: Rule<Opening> = rule(() =>
  seq(
    [
      maybe(
        alt(
          map(each, (): Said => "each"),
          map(determiner, (word): Said => saidBy(word)),
        ),
      ),
      maybe(distinct),
    ],
    (said, isDistinct) => ({
      each: said === "each",
      distinct: isDistinct === true,
      possessed: said === "possessed",
      universal: said === "universal",
    }),
  ),
);

/** A noun with all that follows it; defined in noun-phrase-rules, since what follows may hold nouns again. */
export const nounPhrase: ForwardRule<NounPhrase> = forward();

/** A noun without anything after it, for places where what follows belongs to the whole question. */
export const bareNounPhrase: Rule<NounPhrase> = rule(() =>
  seq([opening, many(before, 2), mention("table", "column")], (open, modifiers, head) => ({
    ...open,
    head,
    modifiers,
  })),
);

/** "each country": what results are told apart by. */
export const eachPhrase: Rule<NounPhrase> = rule(() => alt(oneByOne, withEach));

const withEach: Rule<NounPhrase> = rule(() =>
  seq(
    [
      alt(each, words("all the different|all different|different")),
      many(before, 1),
      mention("table", "column"),
    ],
    (_, modifiers, head) => ({
      head,
      modifiers,
      each: true,
      distinct: false,
    }),
  ),
);

/** "plan by plan". */
const oneByOne: Rule<NounPhrase> = rule(() =>
  map(
    when(
      seq([mention("table", "column"), words("by"), mention("table", "column")], (head, _, again) => ({
        head,
        again,
      })),
      ({ head, again }) => head.text.toLowerCase() === again.text.toLowerCase(),
    ),
    ({ head }) => ({ head, modifiers: [], each: true, distinct: false }),
  ),
);
