import { readDate } from "../../check/date-pattern.ts";
import type { Link, Mention } from "../lexicon/link.ts";
import { EXTREMES, FUNCTION_WORDS, IRREGULAR_PAST, SCALES } from "../question/english.ts";
import {
  alt,
  cost,
  list,
  many,
  map,
  maybe,
  oneOf,
  type Rule,
  rule,
  seq,
  words,
  wordWhere,
} from "./parser.ts";
import type { Aggregate, Attribute, DateSpan, Operator } from "./question-tree.ts";

/** Any span that has links of one of these kinds, with those links only. A shorter span where a longer one fits costs a little. */
export function mention(...kinds: readonly Link["kind"][]): Rule<Mention> {
  return (input, at) => {
    const found = input.links.from(at).flatMap((each) => {
      const links = each.links.filter((link) => kinds.includes(link.kind));
      return links.length > 0 ? [{ ...each, links }] : [];
    });
    const longest = found[0]?.end ?? at;
    return found.map((value) => {
      const best = Math.max(...value.links.map((link) => link.score));
      input.furthest = Math.max(input.furthest, value.end);
      return { value, end: value.end, cost: 0.1 * (longest - value.end) + (1 - best) * 0.2 };
    });
  };
}

const polite = maybe(
  words(
    "please|can you|could you|could you please|can you please|i want to know|tell me|do you know|and|now",
  ),
);
export const show = words(
  "show|list|find|give|return|display|name|report|provide|get|select|state|identify|tell|tell me|show me|give me|find me|list out|find out|retrieve|output|print|compute|calculate|determine|indicate|mention|write down|enumerate|fetch|please list|please show|show all|list all|find all|give all|please give|please provide|write",
);
const whatIs = words(
  "what is|what are|what was|what were|what 's|which is|which are|who is|who are|who was|who were",
);
export const which: Rule<string> = seq(
  [
    polite,
    words(
      "which|what|whose|in which|in what|from which|of which|for which|on which|at which|which of the|which of our",
    ),
  ],
  (_, found) => found,
);
export const politely = polite;
/** "What is", "Please list", "Show me what are"; a question may also begin with what it asks for: "customers without email". */
export const ask: Rule<unknown> = alt<unknown>(
  seq(
    [
      polite,
      alt<string>(
        show,
        whatIs,
        seq([show, whatIs], (_, found) => found),
      ),
    ],
    () => true,
  ),
  (input, at) => (at === 0 && input.words.length > 0 ? [{ value: true, end: at, cost: 0.03 }] : []),
);

export const determiner = words(
  "the|a|an|all|all the|all of the|all our|our|your|their|its|his|her|these|those|any|some|both|of the|any of the|each of the|of our",
);
export const each = words("each|every|per|each of the|each different|every different|each distinct");
export const distinct = map(
  words(
    "different|distinct|unique|the different|the distinct|the unique|all different|all distinct|all the distinct|all the different",
  ),
  () => true as const,
);
export const comma = words(",");
export const separator = words(
  ",|and|, and|as well as|, as well as|along with|together with|, along with|and also",
);
/** Words between that say nothing about what is asked. */
export const fillers: Rule<unknown> = many(
  words(
    "please|there|in total|altogether|overall|in all|in the database|on record|ever|so far|still|available|listed|recorded|registered|exactly|currently|respectively|each|only|once|only once|do we have|are there|do you have|exist|exists|of them|own",
  ),
  3,
);

export const number: Rule<number> = map(
  wordWhere((word) => word.kind === "number" || word.folded === "one"),
  (word) => (word.folded === "one" ? 1 : Number(word.folded)),
);

const AGGREGATES: Readonly<Record<string, Aggregate>> = {
  average: "avg",
  mean: "avg",
  avg: "avg",
  total: "sum",
  "sum of": "sum",
  sum: "sum",
  "total sum of": "sum",
  "total amount of": "sum",
  overall: "sum",
  maximum: "max",
  highest: "max",
  largest: "max",
  max: "max",
  greatest: "max",
  biggest: "max",
  minimum: "min",
  lowest: "min",
  smallest: "min",
  min: "min",
  least: "min",
};
const aggregateWord: Rule<Aggregate> = map(
  words(...Object.keys(AGGREGATES)),
  (word) => AGGREGATES[word] ?? "avg",
);
/** "average", "minimum, maximum and average": of values, without "amount of" and "value of". */
export const aggregates: Rule<readonly Aggregate[]> = seq(
  [
    list(
      aggregateWord,
      seq([separator, maybe(words("the"))], (_) => true),
      4,
    ),
    maybe(words("amount of|value of|of|value for|values of|of the")),
    maybe(words("the")),
  ],
  (found) => found,
);

/** "age", "stadium name", "the stadium's name"; "age of the singer" is left to the phrases around it. */
export const attribute: Rule<Attribute> = rule(() =>
  oneOf<Attribute>(
    "attribute",
    map(mention("column"), (found) => ({ mention: found })),
    cost(
      0.05,
      seq([mention("table"), maybe(words("'s|'")), mention("column")], (owner, _, found) => ({
        mention: found,
        owner,
      })),
    ),
  ),
);

interface Degree {
  readonly adjective: string;
  readonly direction: "asc" | "desc";
}
const scaleWords = new Map(
  SCALES.flatMap(({ more, less }) => [
    ...more.map((word) => [word, "desc"] as const),
    ...less.map((word) => [word, "asc"] as const),
  ]),
);
const degree = (ending: string): Rule<Degree> =>
  map(
    wordWhere(({ folded }) => folded.endsWith(ending) && scaleWords.has(folded)),
    ({ folded }) => ({ adjective: folded, direction: scaleWords.get(folded) ?? "desc" }),
  );
/** "oldest": an adjective that ranks without naming the quantity. */
export const superlative = degree("est");
/** "older": what it compares is worked out from the adjective. */
export const comparative = degree("er");
/** "highest", "least": a direction for the quantity that is named beside it. */
export const extreme: Rule<"asc" | "desc"> = map(
  words(...EXTREMES.keys()),
  (word) => EXTREMES.get(word) ?? "desc",
);

/** "the most concerts", "the fewest": an order by number. */
export const mostOrFewest: Rule<"asc" | "desc"> = alt(
  map(
    words(
      "the most|most|the largest number of|largest number of|the highest number of|the greatest number of|greatest number of|highest number of|the maximum number of|the most number of|most number of",
    ),
    () => "desc" as const,
  ),
  map(
    words(
      "the fewest|fewest|the least|least|the smallest number of|the lowest number of|lowest number of|the least number of",
    ),
    () => "asc" as const,
  ),
);
export const countWords = words(
  "number of|the number of|total number of|the total number of|count of|the count of|the total count of|total count of|the amount of|the numbers of|number of all|the number of all",
);

/** Verbs by which a thing and another do not simply belong together: what is asked turns on them. */
const TURNING = new Set(
  "fail fails failed miss misses missed missing lack lacks lacked lacking refuse refused cancel cancelled canceled lose loses lost drop dropped quit avoid avoided ignore ignored reject rejected delay delayed exceed exceeds went called want wants better worse more than like likes liked".split(
    " ",
  ),
);
/** Words that may be verbs and that no closed class holds. */
function openWord(test: (word: string) => boolean): Rule<string> {
  return cost(
    0.1,
    map(
      wordWhere(
        ({ kind, folded, capital }) =>
          kind === "word" &&
          !capital &&
          /^\p{L}+$/u.test(folded) &&
          !TURNING.has(folded) &&
          !FUNCTION_WORDS.has(folded) &&
          test(folded),
      ),
      (word) => word.folded,
    ),
  );
}
/** "produced", "taught", "weighing". */
export const participle = openWord((word) => /(?:ed|en|ing)$/u.test(word) || IRREGULAR_PAST.has(word));
/** Any form, for places where only a verb stands. */
export const anyVerb = openWord(() => true);

const TIES =
  "have has had own owns owned hold holds held contain contains include includes belong belongs come comes live lives lived living located situated lie lies reside resides take takes took taken happen happens happened occur occurs occurred exist exists existed use uses used get gets given found offer offers offered associated appear appears appeared stand stands provided based made make makes using work works worked working perform performs performed produce produces produced producing serve serves served receive receives received";
const TIE = new Set(TIES.split(" "));
/** True for verbs that only tie a thing to another: nothing is lost where the query ties the two. */
export function isTie(word: string): boolean {
  return TIE.has(word);
}
export const tie: Rule<string> = words(...TIE, "take place", "takes place", "took place", "taken place");

const OPERATORS: readonly (readonly [Operator, string])[] = [
  [
    ">",
    "more than|greater than|higher than|larger than|bigger than|over|above|exceeding|longer than|of more than|of over",
  ],
  [">=", "at least|no less than|not less than|a minimum of|no fewer than|of at least"],
  ["<", "less than|fewer than|lower than|smaller than|below|under|shorter than|of less than"],
  ["<=", "at most|no more than|not more than|up to|a maximum of|of at most"],
  ["=", "exactly|equal to|equals|="],
];
export const operator: Rule<Operator> = alt(
  ...OPERATORS.map(([sign, phrases]) => map(words(phrases), () => sign)),
);

const year: Rule<DateSpan> = map(
  wordWhere((word) => word.kind === "number" && /^(1\d|20|21)\d\d$/u.test(word.folded)),
  (word) => ({ year: Number(word.folded) }),
);
/** 2019-08-20 and the like; not where day and month could be either. */
const written: Rule<DateSpan> = (input, at) => {
  const word = input.words[at];
  if (!word || !/^\d+[-/.]\d+[-/.]\d+$/u.test(word.folded)) return [];
  const [first, second] = readDate(word.folded).map(({ date }) => date);
  return first && (!second || second.month === first.month) ? [{ value: first, end: at + 1, cost: 0 }] : [];
};
export const dateSpan: Rule<DateSpan> = oneOf<DateSpan>("date", year, written);
