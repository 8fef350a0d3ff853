import { FUNCTION_WORDS, IRREGULAR_PAST, SCALES } from "../../../../util/english/words.ts";
import { readDate } from "../../check/date-pattern.ts";
import type { Link, Mention } from "../lexicon/link.ts";
import { many, meaning, type Rule, wordAs, words } from "./parser.ts";
import type { DateSpan } from "./question-tree.ts";

/** Any span with links of these kinds, with those links only. A shorter span than the longest costs a little. */
function mention(...kinds: readonly Link["kind"][]): Rule<Mention> {
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

/** Tables whose names resemble "person" less are not of people. */
const LEAST_PEOPLE = 0.78;
/** Tables of people, for questions with "who". */
const who: Rule<Mention> = (input, at) => {
  const links = input.links
    .naming(["person"])
    .filter(({ kind, score }) => kind === "table" && score >= LEAST_PEOPLE);
  return links.length === 0
    ? []
    : words("who")(input, at).map((way) => ({ ...way, value: { at, end: at + 1, text: way.value, links } }));
};

const DIRECTION_OF = new Map(
  SCALES.flatMap(({ more, less }) => [
    ...more.map((word) => [word, "desc"] as const),
    ...less.map((word) => [word, "asc"] as const),
  ]),
);
/** An adjective that ranks or compares without naming the quantity. */
export interface Degree {
  readonly adjective: string;
  readonly direction: "asc" | "desc";
}
const degree = (ending: string): Rule<Degree> =>
  wordAs(({ folded }) => {
    const direction = folded.endsWith(ending) ? DIRECTION_OF.get(folded) : undefined;
    return direction && { adjective: folded, direction };
  });

/** Verbs that are more than a link between two nouns: the question turns on them. */
const TURNING = new Set(
  "fail fails failed miss misses missed missing lack lacks lacked lacking refuse refused cancel cancelled canceled lose loses lost drop dropped quit avoid avoided ignore ignored reject rejected delay delayed exceed exceeds went called want wants better worse more than like likes liked".split(
    " ",
  ),
);
/** Possible verbs outside the closed word classes. */
const openWord = (test: (word: string) => boolean): Rule<string> =>
  wordAs(({ kind, folded, capital }) => {
    const isOpen = kind === "word" && !capital && /^\p{L}+$/u.test(folded);
    return isOpen && !TURNING.has(folded) && !FUNCTION_WORDS.has(folded) && test(folded) ? folded : undefined;
  }, 0.1);

const TIES =
  "have has had own owns owned hold holds held contain contains include includes belong belongs come comes live lives lived living located situated lie lies reside resides take takes took taken happen happens happened occur occurs occurred exist exists existed use uses used get gets given found offer offers offered associated appear appears appeared stand stands provided based made make makes using work works worked working perform performs performed produce produces produced producing serve serves served receive receives received";
const TIE = new Set(TIES.split(" "));
/** True for verbs that only link two nouns: a join expresses them fully. */
export function isTie(word: string): boolean {
  return TIE.has(word);
}

/** A year, or 2019-08-20 and the like; not if day and month are ambiguous. */
const date: Rule<DateSpan> = wordAs(({ kind, folded }) => {
  if (kind === "number" && /^(1\d|20|21)\d\d$/u.test(folded)) return { year: Number(folded) };
  if (!/^\d+[-/.]\d+[-/.]\d+$/u.test(folded)) return undefined;
  const [first, second] = readDate(folded).map((each) => each.date);
  return first && (!second || second.month === first.month) ? first : undefined;
});

/** Categories of single words, names and fixed phrases, used by the patterns. */
export const LEXICAL = {
  TABLE: mention("table"),
  COLUMN: mention("column"),
  VALUE: mention("value"),
  NOUN: mention("table", "column"),
  NAMED: mention("table", "column", "value"),
  OWNER: mention("value", "table"),
  WHO: who,
  DATE: date,
  NUMBER: wordAs((word) =>
    word.kind === "number" ? Number(word.folded) : word.folded === "one" ? 1 : undefined,
  ),
  AGGREGATE: meaning({
    avg: "average|mean|avg",
    sum: "total|sum of|sum|total sum of|total amount of|overall",
    max: "maximum|highest|largest|max|greatest|biggest",
    min: "minimum|lowest|smallest|min|least",
  }),
  OPERATOR: meaning({
    ">": "more than|greater than|higher than|larger than|bigger than|over|above|exceeding|longer than|of more than|of over",
    ">=": "at least|no less than|not less than|a minimum of|no fewer than|of at least",
    "<": "less than|fewer than|lower than|smaller than|below|under|shorter than|of less than",
    "<=": "at most|no more than|not more than|up to|a maximum of|of at most",
    "=": "exactly|equal to|equals|=",
  }),
  BORDER: meaning({
    "<": "before|prior to|earlier than",
    ">": "after|later than",
    ">=": "since",
    "<=": "until|up to",
  }),
  DIRECTION: meaning({
    asc: "ascending|increasing|alphabetical|lexicographical|lexicographic|chronological|ascending alphabetical",
    desc: "descending|decreasing|reverse alphabetical|reverse lexicographical|reverse chronological|reverse",
  }),
  /** A direction for the quantity named beside it. */
  EXTREME: meaning({
    desc: "highest|largest|greatest|biggest|most|maximum|max|maximal|top|longest|latest|oldest",
    asc: "lowest|smallest|least|fewest|minimum|min|minimal|shortest|earliest|youngest",
  }),
  /** An order by count: "the most concerts". */
  MOST: meaning({
    desc: "the most|most|the largest number of|largest number of|the highest number of|the greatest number of|greatest number of|highest number of|the maximum number of|the most number of|most number of",
    asc: "the fewest|fewest|the least|least|the smallest number of|the lowest number of|lowest number of|the least number of",
  }),
  /** "Oldest". */
  SUPERLATIVE: degree("est"),
  /** "Older". */
  COMPARATIVE: degree("er"),
  DISTINCT: meaning({
    distinct:
      "different|distinct|unique|the different|the distinct|the unique|all different|all distinct|all the distinct|all the different",
  }),
  DETERMINER:
    "the|a|an|all|all the|all of the|all our|our|your|their|its|his|her|these|those|any|some|both|of the|any of the|each of the|of our",
  PREPOSITION:
    "in|at|from|of|by|on|for|to|with|during|under|within|into|through|as|inside|against|about|located in|based in|belonging to|called|named|with the name|with name|titled|entitled",
  LOOSE: "in|at|from|of|by|on|for|to|with|during|belonging to",
  AND: ",|and|but|, and|, but|and also",
  NOT: "not|never|not yet|never been|not been",
  TIE: words([...TIE, "take place", "takes place", "took place", "taken place"].join("|")),
  /** "Produced", "taught", "weighing". */
  PARTICIPLE: openWord((word) => /(?:ed|en|ing)$/u.test(word) || IRREGULAR_PAST.has(word)),
  /** Any form, for positions where only a verb fits. */
  VERB: openWord(() => true),
  /** Any word, where the question ends with a verb. */
  LAST_WORD: wordAs(
    ({ kind, capital, folded }) => (kind === "word" && !capital && folded.length > 2 ? folded : undefined),
    0.1,
  ),
  HOW_MANY:
    "how many|how many of the|how many of our|how many different|how many distinct|how many unique|how many total",
  /** A verb at the end of a question. */
  LAST_VERB:
    "have|has|own|owns|belong to|come from|come|hold|live in|live|give|offer|get|from|take place in|there|in|lie in|make",
};

const yes = () => true;
/** Structural words, by their position in the question. None of them carries meaning by itself. */
export const SILENT = {
  POLITE:
    "please|can you|could you|could you please|can you please|i want to know|tell me|do you know|and|now",
  SHOW: "show|list|find|give|return|display|name|report|provide|get|select|state|identify|tell|tell me|show me|give me|find me|list out|find out|retrieve|output|print|compute|calculate|determine|indicate|mention|write down|enumerate|fetch|please list|please show|show all|list all|find all|give all|please give|please provide|write",
  WHAT_IS: "what is|what are|what was|what were|what 's|which is|which are|who is|who are|who was|who were",
  /** A question may also begin with its subject: "customers without email". */
  START: (({ words: { length } }, at) =>
    at === 0 && length > 0 ? [{ value: true, end: at, cost: 0.03 }] : []) satisfies Rule<true>,
  ASK: { "POLITE? SHOW|WHAT_IS": yes, "POLITE? SHOW WHAT_IS": yes, START: yes },
  WHICH_WORD:
    "which|what|whose|in which|in what|from which|of which|for which|on which|at which|which of the|which of our",
  WHICH: { "POLITE? WHICH_WORD": yes },
  THE: "the|a|an|all|all the|all of the|all our|our|your|their|its|his|her|these|those|any|some|both|of the|any of the|each of the|of our|the corresponding|corresponding|the associated|the respective|its own",
  ARTICLE: "the|a|an|any|some",
  EACH: "each|every|per|each of the|each different|every different|each distinct",
  SEPARATOR: ",|and|, and|as well as|, as well as|along with|together with|, along with|and also",
  /** Up to three words between a question's parts that do not change what is asked. */
  FILLERS: many(
    words(
      "please|there|in total|altogether|overall|in all|in the database|on record|ever|so far|still|available|listed|recorded|registered|exactly|currently|respectively|each|only|once|only once|do we have|are there|do you have|exist|exists|of them|own",
    ),
    3,
  ),
  NUMBER_OF:
    "number of|the number of|total number of|the total number of|count of|the count of|the total count of|total count of|the amount of|the numbers of|number of all|the number of all",
  OR: "or|and|,|, or|, and",
  IS: "is|are|was|were|of|being|equal to|equals|is equal to|are equal to|=|:|has been|that is|which is|that are|as",
  IS_BEFORE_SIGN: "is|are|was|were|of|being|that is|which is|that are|be",
  IS_NOT: "is not|are not|was not|were not|not|other than|is other than|is not equal to|!=",
  IN_YEAR: "the|the year|the year of|year|years|the years",
  SORTED:
    "ordered|sorted|order|sort|arranged|ranked|, ordered|, sorted|and sort them|and order them|and sort|and order",
  SORTED_BY: "by|of|of the|by the|by their|of their|according to|in terms of|for|on|based on|of its",
  HAVING:
    "with|having|that have|who have|which have|that has|who has|which has|whose|where|when|have|has|had|that had|who had|which had|where the|for which|in which|, whose|that is|who is|who are|that are|which is|which are|is|are|have been|has been|, with|with a|with an|weighing|costing|the|were|was|that was|that were|who were|who was",
  WITHOUT:
    "without|without any|with no|with zero|that have no|that has no|who have no|who has no|which have no|have no|has no|having no|that do not have|that do not have any|that does not have|who do not have|who do not have any|who does not have|who does not have any|which do not have|do not have|do not have any|does not have|does not have any|did not have|did not have any|that never had|have never had",
  IN_EACH:
    "in|for|of|from|by|at|on|to|with|within|across|there are in|are there in|are in|are from|are there for|are there from",
  BEHIND: "in|at|from|of|by|on|for|to|with|during|under|within|into|through|as|about",
  RELATIVE: "that|who|which|where|, which|, who|in which|on which|at which|for which|to which|they|we|you",
  HELPERS: many(
    words(
      "have|has|had|is|are|was|were|been|be|being|has been|have been|had been|currently|still|ever|have ever|has ever|had ever",
    ),
    2,
  ),
  OF: "of|for|from|in|by|among|on|at|belonging to|, for|, of|across|with|that|to|held by|out of|over",
  CLOSING: many(words("?|.|!|, please|please"), 2),
  END: (({ words: { length } }, at) =>
    at === length ? [{ value: true, end: at, cost: 0 }] : []) satisfies Rule<true>,
};
