import { attribute, comma, fillers, mention } from "./basic-rules.ts";
import { clause } from "./clause-rules.ts";
import { countWords, items, laterItems } from "./item-rules.ts";
import { modifiers } from "./modifier-rules.ts";
import { nounPhrase } from "./noun-phrase-rules.ts";
import { ordering } from "./order-rules.ts";
import { alt, cost, many, map, maybe, type Rule, rule, seq, words, wordWhere } from "./parser.ts";
import type { Item, Modifier, NounPhrase, QuestionTree } from "./question-tree.ts";
import { bareNounPhrase, eachPhrase } from "./simple-phrase-rules.ts";

const polite = maybe(
  words(
    "please|can you|could you|could you please|can you please|i want to know|i would like to know|tell me|let me know|do you know|and|now|kindly|i need|i 'd like to know",
  ),
);
const show = words(
  "show|list|find|give|return|display|name|report|provide|get|select|state|identify|tell|tell me|show me|give me|find me|list out|find out|retrieve|output|print|compute|calculate|determine|indicate|mention|describe|write down|enumerate|fetch|please list|please show|show all|list all|find all|give all|list down|please give|please provide|write",
);
const whatIs = words(
  "what is|what are|what was|what were|what 's|which is|which are|who is|who are|who was|who were|what is the name of|whats|who 's",
);
const which = words(
  "which|what|whose|in which|in what|from which|of which|for which|on which|at which|which of the|which of our|which of these|to which",
);
const ask = seq(
  [
    polite,
    alt<string>(
      show,
      whatIs,
      seq([show, whatIs], () => ""),
    ),
  ],
  () => true,
);
const ofWords = words(
  "of|for|from|in|by|among|on|at|belonging to|, for|, of|across|with|that|do|does|to|held by|out of|over",
);
const distinctAsk = maybe(
  words(
    "different|distinct|unique|the different|the distinct|the unique|all different|all distinct|the distinctive|all the distinct|all the different",
  ),
);

function tree(found: readonly Item[], subject?: NounPhrase, more: Partial<QuestionTree> = {}): QuestionTree {
  return { items: found, subject, distinct: false, ...more };
}

/** "What is the name and age of the youngest singer", "average weight of the pets of each student". */
const itemsOf: Rule<QuestionTree> = rule(() =>
  alt<QuestionTree>(
    seq(
      [ask, distinctAsk, items, ofWords, nounPhrase, many(laterItems, 1)],
      (_, isDistinct, found, __, subject, later) =>
        tree([...found, ...later.flat()], subject, { distinct: isDistinct !== undefined }),
    ),
    seq([ask, distinctAsk, items], (_, isDistinct, found) =>
      tree(found, undefined, { distinct: isDistinct !== undefined }),
    ),
    // "the singer's name", "Alien's full name"
    seq([ask, nounPhrase, words("'s|'"), items], (_, subject, __, found) => tree(found, subject)),
    // "Show the name of singers whose …" where the modifiers follow the items at once
    seq([ask, distinctAsk, items, modifiers], (_, isDistinct, found, more) => {
      const owner = ownerOf(found);
      return owner
        ? tree(
            found,
            { head: owner, modifiers: more, each: false, distinct: false },
            { distinct: isDistinct !== undefined },
          )
        : tree([]);
    }),
    seq(
      [
        which,
        items,
        alt(words("do|does|did|are|is|were|was|have|has|can|will"), words("of|for")),
        nounPhrase,
        maybe(tailVerb),
      ],
      (_, found, __, subject) => tree(found, subject),
    ),
    seq([which, items, modifiers], (_, found, more) => {
      const owner = ownerOf(found);
      return owner ? tree(found, { head: owner, modifiers: more, each: false, distinct: false }) : tree([]);
    }),
  ),
);

/** "Show the singer names above age 20": the items name their owner. */
function ownerOf(found: readonly Item[]) {
  for (const item of found)
    if (item.kind === "attribute" && item.attribute.owner) return item.attribute.owner;
  return undefined;
}

const tailVerb = alt(
  words(
    "have|has|own|owns|belong to|come from|come|hold|live in|live|give|offer|get|from|take place in|there|in|lie in",
  ),
  cost(
    0.3,
    map(
      wordWhere((word) => word.kind === "word"),
      (word) => word.folded,
    ),
  ),
);
const copula = words("is|are|was|were|has been|have been");

/** "Which singers are from France", "List all cinemas in Paris", "Who are our projectionists". */
const entities: Rule<QuestionTree> = rule(() =>
  alt<QuestionTree>(
    seq([ask, nounPhrase, many(laterItems, 1)], (_, phrase, later) =>
      tree([{ kind: "entity", phrase }, ...later.flat()], phrase),
    ),
    seq([polite, which, nounPhrase], (_, __, phrase) => tree([{ kind: "entity", phrase }], phrase)),
    seq([polite, which, bareNounPhrase, copula, modifiers], (_, __, phrase, ___, more) => {
      const full = { ...phrase, modifiers: [...phrase.modifiers, ...more] };
      return tree([{ kind: "entity", phrase: full }], full);
    }),
    seq([polite, words("what|which|who"), clauseSubject], (_, __, phrase) =>
      tree([{ kind: "entity", phrase }], phrase),
    ),
  ),
);

const clauseSubject: Rule<NounPhrase> = rule(() =>
  seq([bareNounPhrase, clause], (phrase, more) => ({ ...phrase, modifiers: [...phrase.modifiers, more] })),
);

const howMany = words(
  "how many|how many of the|how many of our|how many different|how many distinct|how many of these|how many unique|how many total",
);
const exists = words(
  "are there|do we have|are|is|were|exist|have|are listed|do you have|are in|in|there are|is there|were there|have been|does|do|did|are stored",
);

/** "How many singers are there", "How many screens does each cinema have", "What is the number of singers from France". */
const counts: Rule<QuestionTree> = rule(() =>
  alt<QuestionTree>(
    seq([polite, howMany, nounPhrase, fillers], (_, how, phrase) =>
      tree([count(phrase, /different|distinct|unique/u.test(how))]),
    ),
    seq([polite, howMany, bareNounPhrase, exists, fillers, modifiers], (_, how, phrase, __, ___, more) =>
      tree([
        count(
          { ...phrase, modifiers: [...phrase.modifiers, ...more] },
          /different|distinct|unique/u.test(how),
        ),
      ]),
    ),
    seq(
      [
        polite,
        howMany,
        bareNounPhrase,
        words("does|do|did|are in|are from|are there in|are there for|are available in|are held in|has|have"),
        eachPhrase,
        maybe(tailVerb),
      ],
      (_, __, phrase, ___, group) => tree([count(phrase, false)], undefined, { each: group }),
    ),
    seq(
      [polite, words("how many"), attribute, words("does|do|did"), nounPhrase, maybe(tailVerb)],
      (_, __, found, ___, subject) =>
        tree([{ kind: "attribute", attribute: found, aggregates: [], distinct: false }], subject),
    ),
    seq(
      [
        polite,
        howMany,
        bareNounPhrase,
        words("does|do|did|has|have"),
        mention("value", "table"),
        cost(0.1, tailVerb),
        modifiers,
      ],
      (_, __, phrase, ___, owner, ____, more) =>
        tree([
          count(
            {
              ...phrase,
              modifiers: [
                {
                  kind: "has",
                  phrase: { head: owner, modifiers: [], each: false, distinct: false },
                  negated: false,
                },
                ...phrase.modifiers,
                ...more,
              ],
            },
            false,
          ),
        ]),
    ),
    seq(
      [
        maybe(ask),
        words("count|count the|count the number of|count all|find the total number of|count how many"),
        nounPhrase,
      ],
      (_, __, phrase) => tree([count(phrase, phrase.distinct)]),
    ),
    seq([maybe(ask), maybe(words("the")), countWords, nounPhrase, fillers], (_, __, ___, phrase) =>
      tree([count(phrase, phrase.distinct)]),
    ),
  ),
);

function count(phrase: NounPhrase, distinct: boolean): Item {
  return { kind: "count", phrase, distinct: distinct || phrase.distinct };
}

const forEach = seq(
  [words("for|for the|in|of|per|from"), eachPhrase, modifiers, maybe(comma), maybe(words("please"))],
  (_, phrase, more): NounPhrase => ({ ...phrase, modifiers: [...phrase.modifiers, ...more] }),
);

const core: Rule<QuestionTree> = rule(() =>
  alt<QuestionTree>(
    itemsOf,
    entities,
    counts,
    seq(
      [
        forEach,
        alt(
          itemsOf,
          counts,
          map(items, (found) => tree(found)),
        ),
      ],
      (group, inner) => ({ ...inner, each: group }),
    ),
    seq(
      [alt(itemsOf, counts), words("for|per|by|in|grouped by|group by|across|, for|of"), eachPhrase],
      (inner, _, group) => ({ ...inner, each: group }),
    ),
    seq([inFront, maybe(comma), alt(counts, itemsOf, entities)], (more, _, inner) =>
      withModifiers(inner, more),
    ),
  ),
);

/** "In 2014, how many …", "Among the cinemas in Paris, …". */
const inFront: Rule<Modifier> = rule(() =>
  map(
    seq([modifiers, comma], (found) => found),
    (found) => found[0] ?? { kind: "verb" as const, word: "" },
  ),
);

function withModifiers(inner: QuestionTree, more: Modifier): QuestionTree {
  const add = (phrase: NounPhrase): NounPhrase => ({ ...phrase, modifiers: [more, ...phrase.modifiers] });
  return {
    ...inner,
    subject: inner.subject && add(inner.subject),
    items: inner.items.map((item) =>
      item.kind === "attribute" ? item : { ...item, phrase: add(item.phrase) },
    ),
  };
}

/** "… Give the name and the number.": what is to be shown, said again behind the question. */
const restated: Rule<readonly Item[]> = rule(() =>
  seq(
    [
      words(".|?|;|,"),
      maybe(words("only|just|please")),
      maybe(show),
      maybe(words("only|just")),
      items,
      maybe(words("only|please|, please")),
      fillers,
    ],
    (_, __, ___, ____, found) => found,
  ),
);

const end = (input: { words: readonly unknown[] }, at: number) =>
  at === input.words.length ? [{ value: true, end: at, cost: 0 }] : [];
const closing = many(words("?|.|!|, please|please"), 2);

/** A whole question. */
export const wholeQuestion: Rule<QuestionTree> = rule(() =>
  seq(
    [core, fillers, maybe(ordering), fillers, maybe(restated), closing, end],
    (found, _, order, __, again) => ({
      ...found,
      ...(order ? { order } : {}),
      ...(again ? { items: restate(found.items, again) } : {}),
    }),
  ),
);

/** "the number" and "the count" in the restatement are the count that the question asked for. */
function restate(asked: readonly Item[], again: readonly Item[]): readonly Item[] {
  return again.length > 0 ? again : asked;
}
