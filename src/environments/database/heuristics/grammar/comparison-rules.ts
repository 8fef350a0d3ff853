import { attribute, comparative, mention, number } from "./basic-rules.ts";
import { dateSpan } from "./date-rules.ts";
import { alt, cost, list, map, maybe, type Rule, rule, seq, when, words, wordWhere } from "./parser.ts";
import type { Modifier, Operand, Operator, Quantity } from "./question-tree.ts";

type Comparison = Extract<Modifier, { kind: "compare" }>;

const OPERATORS: ReadonlyMap<string, Operator> = new Map([
  ...[
    "more than",
    "greater than",
    "higher than",
    "larger than",
    "bigger than",
    "over",
    "above",
    "exceeding",
    "better than",
    "in excess of",
    "longer than",
    "of more than",
    "of over",
    "beyond",
  ].map((word) => [word, ">"] as const),
  ...[
    "at least",
    "no less than",
    "not less than",
    "a minimum of",
    "no fewer than",
    "of at least",
    "no lower than",
    "not lower than",
  ].map((word) => [word, ">="] as const),
  ...[
    "less than",
    "fewer than",
    "lower than",
    "smaller than",
    "below",
    "under",
    "shorter than",
    "of less than",
    "beneath",
    "worse than",
  ].map((word) => [word, "<"] as const),
  ...[
    "at most",
    "no more than",
    "not more than",
    "up to",
    "a maximum of",
    "no greater than",
    "no higher than",
    "of at most",
    "not over",
    "not above",
  ].map((word) => [word, "<="] as const),
  ...["exactly", "equal to", "equals", "="].map((word) => [word, "="] as const),
]);
export const operator: Rule<Operator> = map(words(...OPERATORS.keys()), (word) => OPERATORS.get(word) ?? "=");
const copula = words(
  "is|are|was|were|of|being|equal to|equals|is equal to|are equal to|=|:|has been|that is|which is|that are|as",
);
const andCopula = maybe(words("is|are|was|were|of|being|that is|which is|that are|be"));
const orMore: Rule<Operator> = map(
  words(
    "or more|or above|or higher|or greater|or over|or older|and above|and over|or less|or fewer|or below|or lower|or under|or younger",
  ),
  (word) => (/more|above|higher|greater|over|older/u.test(word) ? ">=" : "<="),
);

/** Number with an optional unit that no rule needs ("150 euros"); the unit costs, so that it never beats a name. */
const unit = cost(
  0.05,
  words(
    "euros|euro|dollars|dollar|points|point|minutes|hours|years old|years|kg|cm|percent|%|per cent|meters|metres|km|years of age|pounds",
  ),
);
interface Amount {
  readonly value: number;
  readonly unit?: string;
}
const amount: Rule<Amount> = seq([maybe(words("$|€|£")), number, maybe(unit)], (_, value, unit) =>
  unit === undefined ? { value } : { value, unit },
);
const range: Rule<Operand> = alt(
  seq([words("between|from"), amount, words("and|to"), amount], (_, from, __, to) => ({
    kind: "range" as const,
    from: from.value,
    to: to.value,
  })),
);
const numbers: Rule<Operand> = map(
  when(list(amount, words("or|and|,|, or")), () => true),
  (values) =>
    values.length === 1
      ? { kind: "number" as const, ...(values[0] ?? { value: 0 }) }
      : { kind: "one-of" as const, values: values.map(({ value }) => value) },
);
const overall: Rule<Operand> = seq(
  [maybe(words("the")), words("average|mean|avg"), maybe(words("of all|value|one"))],
  (_): Operand => ({ kind: "average" }),
);
export const cells: Rule<Operand> = map(
  list(mention("value"), words("or|and|,|, or|, and|either")),
  (mentions) => ({ kind: "cells" as const, mentions }),
);
const quoted = wordWhere((word) => word.kind === "quoted" || word.kind === "word");
const inside: Rule<Operand> = alt<Operand>(
  seq(
    [
      words(
        "contains|containing|contain|including|includes|has substring|has the substring|like|with the word|having the word|containing the word|contains the word|with substring|contains the substring|that contains|that contain|which contains|which contain",
      ),
      maybe(words("the word|the substring|the letter|the letters|the text")),
      quoted,
    ],
    (_, __, word) => ({ kind: "text", text: word.folded, place: "inside" }),
  ),
  seq(
    [
      words(
        "starts with|starting with|start with|begins with|beginning with|begin with|that starts with|that start with",
      ),
      maybe(words("the letter|the letters|the word")),
      quoted,
    ],
    (_, __, word) => ({ kind: "text", text: word.folded, place: "start" }),
  ),
  seq(
    [
      words("ends with|ending with|end with|ends in|ending in|that ends with|that end with"),
      maybe(words("the letter|the letters|the word")),
      quoted,
    ],
    (_, __, word) => ({ kind: "text", text: word.folded, place: "end" }),
  ),
);

/** "age above 20", "country is not France", "more than 4 cylinders", "age between 20 and 30", "weight below the average". */
export const comparison: Rule<Comparison> = rule(() =>
  alt<Comparison>(
    seq([attribute, andCopula, operator, alt(numbers, overall)], (each, _, op, operand) =>
      by(each, op, operand),
    ),
    seq([attribute, andCopula, amount, orMore], (each, _, value, op) =>
      by(each, op, { kind: "number", ...value }),
    ),
    seq([attribute, andCopula, maybe(words("in the range")), range], (each, _, __, operand) =>
      by(each, "=", operand),
    ),
    seq(
      [attribute, maybe(alt(copula, words("either"))), maybe(words("either")), numbers],
      (each, _, __, operand) => by(each, "=", operand),
    ),
    seq(
      [
        attribute,
        alt(
          words("is not|are not|was not|not|other than|is other than|is not equal to|!=|is different from"),
        ),
        numbers,
      ],
      (each, _, operand) => by(each, "<>", operand),
    ),
    seq([attribute, maybe(copula), maybe(words("either|the")), cells], (each, _, __, operand) =>
      by(each, "=", operand),
    ),
    seq(
      [
        attribute,
        words(
          "is not|are not|was not|were not|not|other than|is other than|is not equal to|!=|is different from",
        ),
        maybe(words("the")),
        cells,
      ],
      (each, _, __, operand) => by(each, "<>", operand),
    ),
    seq([operator, amount, attribute], (op, value, each) => by(each, op, { kind: "number", ...value })),
    seq([range, attribute], (operand, each) => by(each, "=", operand)),
    seq([operator, attribute, amount], (op, each, value) => by(each, op, { kind: "number", ...value })),
    seq([amount, attribute], (value, each) => by(each, "=", { kind: "number", ...value })),
    seq([operator, maybe(words("the")), words("average|mean"), attribute], (op, _, __, each) =>
      by(each, op, { kind: "average" }),
    ),
    seq(
      [words("higher|greater|larger|more|bigger|longer"), attribute, words("than"), overall],
      (_, each, __, operand) => by(each, ">", operand),
    ),
    seq(
      [words("lower|smaller|less|fewer|shorter"), attribute, words("than"), overall],
      (_, each, __, operand) => by(each, "<", operand),
    ),
    seq([attribute, maybe(words("that|which|is|are")), inside], (each, _, operand) => by(each, "=", operand)),
    seq(
      [
        attribute,
        andCopula,
        alt(
          map(words("after|later than"), () => ">" as Operator),
          map(words("before|earlier than"), () => "<" as Operator),
          map(words("since"), () => ">=" as Operator),
          map(words("in|on"), () => "=" as Operator),
        ),
        maybe(words("the|the year|year")),
        dateSpan,
      ],
      (each, _, op, __, date) => by(each, op, { kind: "dates", dates: [date] }),
    ),
  ),
);

/** "older than 20", "longer than the average", "above the average age", "aged 32 or 33". */
export const adjectiveComparison: Rule<Comparison> = alt<Comparison>(
  seq(
    [comparative, words("than"), maybe(words("the age of")), alt(numbers, overall)],
    ({ adjective, direction }, _, __, operand) =>
      compare({ adjective }, direction === "desc" ? ">" : "<", operand),
  ),
  seq([words("aged|age|at age|at the age of"), maybe(operator), alt(numbers, range)], (_, op, operand) =>
    compare({ adjective: "old" }, op ?? "=", operand),
  ),
  seq([amount, words("years old|years of age")], (value) =>
    compare({ adjective: "old" }, "=", { kind: "number", ...value }),
  ),
);

function by(
  attribute: Extract<Quantity, { attribute: unknown }>["attribute"],
  operator: Operator,
  operand: Operand,
): Comparison {
  return compare({ attribute }, operator, operand);
}

function compare(quantity: Quantity, operator: Operator, operand: Operand): Comparison {
  return { kind: "compare", by: quantity, operator, operand };
}
