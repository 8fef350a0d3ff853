import { alt, cost, list, map, maybe, oneOf, type Rule, rule, seq, words } from "./parser.ts";
import type { DateSpan, Modifier, Operand, Operator, Quantity } from "./question-tree.ts";
import { attribute, comparative, dateSpan, mention, number, operator } from "./words.ts";

type Comparison = Extract<Modifier, { kind: "compare" }>;

const copula = words(
  "is|are|was|were|of|being|equal to|equals|is equal to|are equal to|=|:|has been|that is|which is|that are|as",
);
const andCopula = maybe(words("is|are|was|were|of|being|that is|which is|that are|be"));
const isNot = words("is not|are not|was not|were not|not|other than|is other than|is not equal to|!=");
/** A number with its unit: "150 kg". The unit costs, so that it never beats a name. */
const unit = cost(
  0.05,
  words(
    "euros|euro|dollars|dollar|points|minutes|hours|years old|years|kg|cm|percent|%|per cent|meters|metres|km|years of age|pounds",
  ),
);
interface Amount {
  readonly value: number;
  readonly unit?: string;
}
const amount: Rule<Amount> = seq([maybe(words("$|€|£")), number, maybe(unit)], (sign, value, after) => {
  const said = after ?? sign;
  return said === undefined ? { value } : { value, unit: said };
});
const range: Rule<Operand> = seq(
  [words("between|from"), amount, words("and|to"), amount],
  (_, from, __, to) => ({
    kind: "range",
    from: from.value,
    to: to.value,
  }),
);
const numbers: Rule<Operand> = map(list(amount, words("or|and|,|, or")), ([first = { value: 0 }, ...rest]) =>
  rest.length === 0
    ? { kind: "number", ...first }
    : { kind: "one-of", values: [first, ...rest].map(({ value }) => value) },
);
const average: Rule<Operand> = seq(
  [maybe(words("the")), words("average|mean|avg"), maybe(words("of all|value|one"))],
  (_): Operand => ({ kind: "average" }),
);
const cells: Rule<Operand> = map(list(mention("value"), words("or|and|,|, or|, and|either")), (mentions) => ({
  kind: "cells",
  mentions,
}));

/** "age above 20", "country is not France", "more than 4 cylinders", "age between 20 and 30", "weight below the average". */
export const comparison: Rule<Comparison> = rule(() =>
  oneOf<Comparison>(
    "comparison",
    seq([attribute, andCopula, operator, alt(numbers, average)], (of, _, op, operand) => by(of, op, operand)),
    seq([attribute, andCopula, range], (of, _, operand) => by(of, "=", operand)),
    seq([attribute, maybe(alt(copula, words("either"))), numbers], (of, _, operand) => by(of, "=", operand)),
    seq([attribute, maybe(copula), maybe(words("either|the")), cells], (of, _, __, operand) =>
      by(of, "=", operand),
    ),
    seq([attribute, isNot, maybe(words("the")), cells], (of, _, __, operand) => by(of, "<>", operand)),
    seq([operator, amount, attribute], (op, value, of) => by(of, op, { kind: "number", ...value })),
    seq([operator, attribute, amount], (op, of, value) => by(of, op, { kind: "number", ...value })),
    seq([amount, attribute], (value, of) => by(of, "=", { kind: "number", ...value })),
    seq([attribute, andCopula, border, maybe(words("the|the year|year")), dateSpan], (of, _, op, __, date) =>
      by(of, op, { kind: "dates", dates: [date] }),
    ),
  ),
);

/** "older than 20", "longer than the average". */
export const adjectiveComparison: Rule<Comparison> = oneOf<Comparison>(
  "adjective",
  seq([comparative, words("than"), alt(numbers, average)], ({ adjective, direction }, _, operand) =>
    compare({ adjective }, direction === "desc" ? ">" : "<", operand),
  ),
);

function by(
  attribute: Extract<Quantity, { attribute: unknown }>["attribute"],
  operator: Operator,
  operand: Operand,
) {
  return compare({ attribute }, operator, operand);
}

function compare(quantity: Quantity | undefined, operator: Operator, operand: Operand): Comparison {
  return { kind: "compare", by: quantity, operator, operand };
}

const inYear = maybe(words("the|the year|the year of|year|years|the years"));
const border: Rule<Operator> = alt<Operator>(
  map(words("before|prior to|earlier than"), () => "<"),
  map(words("after|later than"), () => ">"),
  map(words("since"), () => ">="),
  map(words("until|up to"), () => "<="),
);

/** "in 2014 or 2015", "before 2015", "between 2001 and 2004": a span of time without naming the column. */
export const dateTail: Rule<Comparison> = oneOf<Comparison>(
  "time",
  seq(
    [words("in|during|on|for|of|from|at|within"), inYear, list(dateSpan, words("or|and|,|, or"))],
    (_, __, dates) => during("=", dates),
  ),
  seq([border, inYear, dateSpan], (op, _, date) => during(op, [date])),
  seq(
    [words("between|from"), inYear, dateSpan, words("and|to|until"), inYear, dateSpan],
    (_, __, from, ___, ____, until) => during("=", [from], until),
  ),
);

function during(op: Operator, dates: readonly DateSpan[], until?: DateSpan): Comparison {
  return compare(undefined, op, { kind: "dates", dates, ...(until === undefined ? {} : { until }) });
}
