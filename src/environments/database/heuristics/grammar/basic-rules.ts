import type { Link, Mention } from "../lexicon/link.ts";
import { EXTREMES, FUNCTION_WORDS, IRREGULAR_PAST, OPEN_SUPERLATIVES, SCALES } from "../question/english.ts";
import { alt, cost, many, map, maybe, type Rule, rule, seq, when, words, wordWhere } from "./parser.ts";
import type { Aggregate, Attribute } from "./question-tree.ts";

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

export const determiner = words(
  "the|a|an|all|all the|all of the|all our|our|your|their|its|his|her|these|those|any|some|some of the|all these|both|of the|any of the|each of the|of our|all of our",
);
export const each = words(
  "each|every|per|each of the|every one of the|each and every|each individual|each different|every different|each distinct",
);
export const distinct = map(words("different|distinct|unique|distinctive|various"), () => true as const);
export const comma = words(",");
export const separator = words(
  ",|and|, and|as well as|, as well as|along with|together with|, along with|and also|, together with|plus",
);
/** Words between that say nothing about what is asked. */
export const filler = words(
  "please|there|in total|altogether|overall|in all|in our records|in the records|in the database|in the table|in the list|in the data|in this database|on record|on file|ever|so far|still|available|listed|recorded|registered|exactly|currently|respectively|individually|in the system|in the dataset|known|existing|each|as a number|once|only|only once|each once|do we have|are there|do you have|exist|exists|of them|own",
);
/** "together with" goes on; only "together" alone says nothing. */
const alone = words("together");
const together: Rule<unknown> = (input, at) =>
  input.words[at + 1]?.folded === "with" ? [] : alone(input, at);
export const fillers: Rule<unknown> = many(alt<unknown>(filler, together), 3);

export const number: Rule<number> = map(
  wordWhere((word) => word.kind === "number" || word.folded === "one"),
  (word) => (word.folded === "one" ? 1 : Number(word.folded)),
);

const AGGREGATES: ReadonlyMap<string, Aggregate> = new Map([
  ["average", "avg"],
  ["mean", "avg"],
  ["avg", "avg"],
  ["total", "sum"],
  ["sum of", "sum"],
  ["sum", "sum"],
  ["total sum of", "sum"],
  ["total amount of", "sum"],
  ["combined", "sum"],
  ["overall", "sum"],
  ["maximum", "max"],
  ["highest", "max"],
  ["largest", "max"],
  ["max", "max"],
  ["greatest", "max"],
  ["biggest", "max"],
  ["maximal", "max"],
  ["minimum", "min"],
  ["lowest", "min"],
  ["smallest", "min"],
  ["min", "min"],
  ["least", "min"],
  ["minimal", "min"],
]);
const aggregateWord: Rule<Aggregate> = map(
  words(...AGGREGATES.keys()),
  (word) => AGGREGATES.get(word) ?? "avg",
);
const moreAggregates = many(
  seq([alt(separator, words("or")), maybe(words("the")), aggregateWord], (_, __, word) => word),
  4,
);
/** "average", "minimum, maximum and average": of values, without "amount of" and "value of". */
export const aggregates: Rule<readonly Aggregate[]> = seq(
  [
    aggregateWord,
    moreAggregates,
    maybe(words("amount of|value of|of|value for|values of|of the")),
    maybe(words("the")),
  ],
  (first, rest) => [first, ...rest],
);

/** "age", "stadium name", "the stadium's name", "age of the singer" is left to the phrases around it. */
export const attribute: Rule<Attribute> = rule(() =>
  alt<Attribute>(
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

const scaleWords = new Map(
  SCALES.flatMap((scale) => [
    ...scale.more.map((word) => [word, "desc"] as const),
    ...scale.less.map((word) => [word, "asc"] as const),
  ]),
);

/** "oldest", "most recent", "least expensive": an adjective that ranks without naming the quantity. */
export const superlative: Rule<{ readonly adjective: string; readonly direction: "asc" | "desc" }> = alt(
  map(
    when(
      wordWhere((word) => word.folded.endsWith("est") && scaleWords.has(word.folded)),
      () => true,
    ),
    (word) => ({
      adjective: word.folded,
      direction: scaleWords.get(word.folded) ?? "desc",
    }),
  ),
  seq(
    [
      words("most|least"),
      wordWhere((word) => scaleWords.get(word.folded) === "desc" && !/e(st|r)$/u.test(word.folded)),
    ],
    (how, word) => ({
      adjective: word.folded,
      direction: how === "most" ? ("desc" as const) : ("asc" as const),
    }),
  ),
);

/** "biggest" or "most loyal" where it is settled by what: the quantity, or the things that are counted. */
export const settledSuperlative: Rule<{ readonly of: Mention; readonly direction: "asc" | "desc" }> = map(
  when(mention("table", "column"), ({ text }) => OPEN_SUPERLATIVES.has(text.toLowerCase())),
  (of) => ({ of, direction: OPEN_SUPERLATIVES.get(of.text.toLowerCase()) ?? "desc" }),
);

/** "older", "cheaper": what it compares is worked out from the adjective. */
export const comparative: Rule<{ readonly adjective: string; readonly direction: "asc" | "desc" }> = map(
  wordWhere((word) => /er$/u.test(word.folded) && scaleWords.has(word.folded)),
  (word) => ({ adjective: word.folded, direction: scaleWords.get(word.folded) ?? "desc" }),
);

/** "highest", "least": a direction for the quantity that is named beside it. */
export const extreme: Rule<"asc" | "desc"> = map(
  words(...EXTREMES.keys()),
  (word) => EXTREMES.get(word) ?? "desc",
);

/** Verbs by which a thing and another do not simply belong together: what is asked turns on them. */
const OTHER_THAN_DOING = new Set(
  "fail fails failed miss misses missed missing lack lacks lacked lacking refuse refused cancel cancelled canceled lose loses lost drop dropped quit avoid avoided ignore ignored reject rejected delay delayed exceed exceeds went called want wants better worse more than like likes liked".split(
    " ",
  ),
);

/** Words that may be verbs and that no closed class holds; taking them for a tie between two things costs. */
function openWord(test: (word: string) => boolean): Rule<string> {
  return cost(
    0.1,
    map(
      wordWhere(
        ({ kind, folded, capital }) =>
          kind === "word" &&
          !capital &&
          /^\p{L}+$/u.test(folded) &&
          !OTHER_THAN_DOING.has(folded) &&
          !FUNCTION_WORDS.has(folded) &&
          test(folded),
      ),
      (word) => word.folded,
    ),
  );
}

const isPast = (word: string) => /(ed|en)$/u.test(word) || IRREGULAR_PAST.has(word);
/** "produced", "taught", "weighing". */
export const participle = openWord((word) => isPast(word) || word.endsWith("ing"));
/** Any form, for places where only a verb stands. */
export const anyVerb = openWord(() => true);
