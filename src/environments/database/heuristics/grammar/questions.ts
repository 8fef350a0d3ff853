import type { Mention } from "../lexicon/link.ts";
import type { LinkTable } from "../lexicon/link-table.ts";
import type { QuestionWord } from "../question/read-words.ts";
import { ordering } from "./ordering.ts";
import {
  alt,
  cost,
  type Input,
  list,
  many,
  map,
  maybe,
  oneOf,
  type Parse,
  type Rule,
  rule,
  seq,
  when,
  words,
  wordWhere,
} from "./parser.ts";
import { bareNounPhrase, eachPhrase, modifiers, nounPhrase, withModifiers } from "./phrases.ts";
import type { Aggregate, Attribute, Item, Modifier, NounPhrase, QuestionTree } from "./question-tree.ts";
import {
  aggregates,
  ask,
  attribute,
  comma,
  countWords,
  determiner,
  distinct,
  fillers,
  mention,
  participle,
  politely,
  separator,
  show,
  which,
} from "./words.ts";

const distinctAsk = map(maybe(distinct), (said) => said === true);
const the = maybe(
  alt(determiner, words("the corresponding|corresponding|the associated|the respective|its own")),
);

function tree(items: readonly Item[], subject?: NounPhrase, isDistinct = false): QuestionTree {
  return { items, subject, distinct: isDistinct };
}
function property(found: Attribute, of: readonly Aggregate[] = [], isDistinct = false): Item {
  return { kind: "attribute", attribute: found, aggregates: of, distinct: isDistinct };
}
function count(phrase: NounPhrase, how = ""): Item {
  return { kind: "count", phrase, distinct: phrase.distinct || /different|distinct|unique/u.test(how) };
}

/** "first and last name": the second word's noun belongs to the first as well. */
const shared: Rule<readonly Item[]> = (input, at) => {
  const [first, and, second, noun] = input.words.slice(at, at + 4);
  if (!first || !second || !noun || !["and", "or", "/"].includes(and?.folded ?? "")) return [];
  const item = (word: string): readonly Item[] => {
    const name = [word, noun.folded.replace(/s$/u, "")];
    const links = input.links.naming(name).filter((link) => link.kind === "column");
    return links.length > 0 ? [property({ mention: { at, end: at + 4, text: name.join(" "), links } })] : [];
  };
  const value = [...item(first.folded), ...item(second.folded)];
  return value.length === 2 ? [{ value, end: at + 4, cost: 0 }] : [];
};

const aggregated: Rule<Item> = rule(() =>
  oneOf<Item>(
    "figure",
    seq([the, aggregates, distinctAsk, attribute], (_, found, __, of) => property(of, found)),
    seq([the, distinctAsk, countWords, nounPhrase], (_, __, ___, phrase) => count(phrase)),
  ),
);

const one: Rule<readonly Item[]> = rule(() =>
  oneOf<readonly Item[]>(
    "item",
    seq([the, shared], (_, found) => found),
    seq([the, distinctAsk, attribute], (_, isDistinct, found) => [property(found, [], isDistinct)]),
    map(aggregated, (item) => [item]),
  ),
);

/** What is asked for: "the name, age and average score". In "name and year of the song" it is open whether the name is of the song too. */
const items: Rule<readonly Item[]> = rule(() =>
  map(
    when(list(one, separator, 6), (groups) => {
      const found = groups.flat();
      return (
        found.length === 1 ||
        !found.some(
          (item) => item.kind === "attribute" && / of (the|an?) /iu.test(item.attribute.mention.text),
        )
      );
    }),
    (groups) => groups.flat(),
  ),
);
/** "… and how many concerts they gave". */
const laterItems: Rule<readonly Item[]> = map(
  many(
    seq([separator, maybe(words("list|show|give")), list(one, separator, 4)], (_, __, found) => found.flat()),
    1,
  ),
  (found) => found.flat(),
);

const of = words(
  "of|for|from|in|by|among|on|at|belonging to|, for|, of|across|with|that|to|held by|out of|over",
);
const tailVerb = alt(
  words(
    "have|has|own|owns|belong to|come from|come|hold|live in|live|give|offer|get|from|take place in|there|in|lie in|make",
  ),
  cost(
    0.1,
    map(
      wordWhere(({ kind, capital, folded }) => kind === "word" && !capital && folded.length > 2),
      ({ folded }) => folded,
    ),
  ),
);

/** "What is the name and age of the youngest singer", "Show the weight of the pets of each student". */
const itemsOf: Rule<QuestionTree> = rule(() =>
  oneOf<QuestionTree>(
    "properties",
    when(
      seq([ask, distinctAsk, items, of, nounPhrase, laterItems], (_, isDistinct, found, __, subject, later) =>
        tree([...found.map((item) => addedUp(item, subject)), ...later], subject, isDistinct),
      ),
      // "the number of screenings" of "films" is one phrase without "each", and is read so as well.
      ({ items: [first, more], subject }) =>
        more !== undefined || first?.kind !== "count" || subject?.each === true,
    ),
    seq([ask, distinctAsk, items], (_, isDistinct, found) => tree(found, undefined, isDistinct)),
    // "the singer's name", "Alien's full name"
    seq([ask, nounPhrase, words("'s|'"), items], (_, subject, __, found) => tree(found, subject)),
    // "Show the singer names above age 20": the items name what they are of
    seq([alt<unknown>(ask, which), distinctAsk, items, modifiers], (_, isDistinct, found, more) =>
      owned(found, more, isDistinct),
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
  ),
);

/** "the total of all invoices", where `total` is a column: of several, one figure is asked for. */
function addedUp(item: Item, subject: NounPhrase): Item {
  if (item.kind !== "attribute" || item.aggregates.length > 0 || subject.each) return item;
  const several = subject.universal || /[^s]s$/iu.test(subject.head.text);
  return several && /^(grand )?total$/iu.test(item.attribute.mention.text)
    ? { ...item, aggregates: ["sum"] }
    : item;
}

function owned(found: readonly Item[], more: readonly Modifier[], isDistinct: boolean): QuestionTree {
  const [head] = found.flatMap((item) =>
    item.kind === "attribute" && item.attribute.owner ? [item.attribute.owner] : [],
  );
  return head && more.length > 0
    ? tree(found, { head, modifiers: more, each: false, distinct: false }, isDistinct)
    : tree([]);
}

/** "Which singers are from France", "List all cinemas in Paris". */
const entities: Rule<QuestionTree> = rule(() =>
  oneOf<QuestionTree>(
    "things",
    seq([ask, nounPhrase, laterItems], (_, phrase, later) =>
      tree([{ kind: "entity", phrase }, ...later], phrase),
    ),
    seq([which, nounPhrase], (_, phrase) => tree([{ kind: "entity", phrase }], phrase)),
    seq([which, bareNounPhrase, words("is|are|was|were"), modifiers], (_, phrase, __, more) => {
      const full = withModifiers(phrase, more);
      return tree([{ kind: "entity", phrase: full }], full);
    }),
  ),
);

const howMany = words(
  "how many|how many of the|how many of our|how many different|how many distinct|how many unique|how many total",
);
/** "How many singers are there", "How many singers performed in 2014", "What is the number of singers from France". */
const counts: Rule<QuestionTree> = rule(() =>
  oneOf<QuestionTree>(
    "count",
    seq([politely, howMany, nounPhrase, fillers], (_, how, phrase) => tree([count(phrase, how)])),
    seq(
      [
        politely,
        howMany,
        bareNounPhrase,
        words(
          "are there|do we have|are|is|were|was|exist|have|do you have|there are|is there|were there|have been|does|do|did|has|had",
        ),
        fillers,
        modifiers,
      ],
      (_, how, phrase, __, ___, more) => tree([count(withModifiers(phrase, more), how)]),
    ),
    seq(
      [
        politely,
        howMany,
        bareNounPhrase,
        words("does|do|did|are in|are from|are there in|has|have"),
        eachPhrase,
        maybe(tailVerb),
      ],
      (_, how, phrase, __, group) => ({ ...tree([count(phrase, how)]), each: group }),
    ),
    seq(
      [
        politely,
        howMany,
        bareNounPhrase,
        words("does|do|did|has|have"),
        maybe(words("the|our")),
        mention("value", "table"),
        maybe(tailVerb),
        modifiers,
      ],
      (_, how, phrase, __, ___, owner, verb, more) =>
        tree([count(withModifiers(phrase, [belonging(owner, verb), ...more]), how)]),
    ),
    seq(
      [
        maybe(ask),
        words("count|count the|count the number of|count all|find the total number of|count how many"),
        nounPhrase,
      ],
      (_, __, phrase) => tree([count(phrase)]),
    ),
  ),
);

/** "Halcyon Productions" or "members" in "how many films did … make". */
function belonging(owner: NounPhrase["head"], word: string | undefined): Modifier {
  const verb = word === undefined ? {} : { verb: word };
  return owner.links.every((link) => link.kind === "value")
    ? { kind: "cells", mentions: [owner], negated: false, ...verb }
    : {
        kind: "has",
        phrase: { head: owner, modifiers: [], each: false, distinct: false },
        negated: false,
        ...verb,
      };
}

/** "total amount in 2025": figures of whatever rows have them, under conditions. */
const figuresAlone: Rule<QuestionTree> = rule(() =>
  seq(
    [
      ask,
      distinctAsk,
      when(items, (found) =>
        found.every(
          (item) => item.kind === "attribute" && item.aggregates.length > 0 && !item.attribute.owner,
        ),
      ),
      when(modifiers, (found) => found.length > 0),
    ],
    (_, __, found, more) => tree(found, rowsWith(found, more)),
  ),
);

/** What properties are of where nobody says it: the rows that have them all. */
function rowsWith(found: readonly Item[], more: readonly Modifier[]): NounPhrase | undefined {
  const [first, ...rest] = found.flatMap((item) =>
    item.kind === "attribute" ? [item.attribute.mention] : [],
  );
  const tables = [...new Set(first?.links.map(({ table }) => table))].filter((table) =>
    rest.every(({ links }) => links.some((link) => link.table === table)),
  );
  const links = tables.map((table) => ({ kind: "table" as const, table, score: 1 }));
  return first && links.length > 0
    ? { head: { ...first, links }, modifiers: more, each: false, distinct: false }
    : undefined;
}

/** Names resembling "person" less than this are of something else. */
const LEAST_PEOPLE = 0.78;
const who: Rule<Mention> = (input, at) => {
  const links = input.links
    .naming(["person"])
    .filter(({ kind, score }) => kind === "table" && score >= LEAST_PEOPLE);
  return links.length === 0 ? [] : map(words("who"), (text) => ({ at, end: at + 1, text, links }))(input, at);
};
/** "Who directed The Last Ferry?": people of whom a code says that they did. */
const whoDid: Rule<QuestionTree> = rule(() =>
  cost(
    0.03,
    seq(
      [
        politely,
        who,
        participle,
        maybe(words("in|for")),
        maybe(words("the")),
        mention("value"),
        maybe(mention("table")),
      ],
      (_, head, verb, __, ___, named) => {
        const did: Modifier = { kind: "cells", mentions: [named], negated: false, verb, verbTells: true };
        const phrase: NounPhrase = { head, modifiers: [did], each: false, distinct: false };
        return tree([{ kind: "entity", phrase }], phrase);
      },
    ),
  ),
);

const core: Rule<QuestionTree> = rule(() =>
  oneOf<QuestionTree>(
    "question",
    itemsOf,
    entities,
    counts,
    when(figuresAlone, ({ subject }) => subject !== undefined),
    seq(
      [
        alt(
          itemsOf,
          counts,
          when(figuresAlone, ({ subject }) => subject !== undefined),
        ),
        alt(
          seq([maybe(words("for|per|by|in|of")), eachPhrase], (_, phrase) => phrase),
          seq(
            [words("by|grouped by|group by|broken down by|per|for each"), bareNounPhrase],
            (_, phrase) => phrase,
          ),
        ),
      ],
      (inner, group) => ({ ...inner, each: group }),
    ),
    seq([words("for|in|of|per"), eachPhrase, maybe(comma), alt(itemsOf, counts)], (_, group, __, inner) => ({
      ...inner,
      each: group,
    })),
    whoDid,
  ),
);

type Again = readonly (Item | "count")[];
const theCount: Rule<Again> = map(
  words("the number|number|the count|count|the total|the total number|how many"),
  () => ["count"],
);
/** "… Give the name and the number.": what is to be shown, said again behind the question. */
const restated: Rule<Again> = oneOf<Again>(
  "restated",
  seq([words(".|?|;"), maybe(show), list(alt<Again>(theCount, items), separator), fillers], (_, __, found) =>
    found.flat(),
  ),
);
const end: Rule<true> = ({ words: { length } }, at) =>
  at === length ? [{ value: true, end: at, cost: 0 }] : [];

const wholeQuestion: Rule<QuestionTree> = rule(() =>
  when(
    seq(
      [
        core,
        fillers,
        maybe(ordering),
        fillers,
        maybe(restated),
        many(words("?|.|!|, please|please"), 2),
        end,
      ],
      (found, _, order, __, again) => ({
        ...found,
        ...(order ? { order } : {}),
        ...(again ? { items: restate(found, again) } : {}),
      }),
    ),
    ({ items: asked }) => asked.length > 0,
  ),
);

/** What is said again takes the place of what was asked; "the number" is the count that the question asked for. */
function restate({ items: asked, subject }: QuestionTree, again: Again): readonly Item[] {
  const counted = asked.find((item) => item.kind === "count");
  const complete = (counted !== undefined) === again.includes("count") && (counted ?? subject) !== undefined;
  return complete ? again.flatMap((item) => (item === "count" ? (counted ? [counted] : []) : [item])) : [];
}

const MOST_TREES = 25;
const DEAREST = 0.5;
const BEFORE_WHO = new Set(
  "please and so now tell show let me us know do can could you i want to would like".split(" "),
);

/** All ways to read the whole question, the plainest first, and how far the grammar got. */
export function readQuestion(
  asked: readonly QuestionWord[],
  links: LinkTable,
): { readonly trees: readonly Parse<QuestionTree>[]; readonly furthest: number } {
  const input: Input = { words: asked, links, furthest: 0, memo: new Map() };
  const ways = wholeQuestion(input, 0).filter(({ cost: stretched }) => stretched <= DEAREST);
  const plainest = ways.toSorted((a, b) => a.cost - b.cost).slice(0, MOST_TREES);
  // "Can you tell me who …", but not "the people who …".
  const first = asked.find(({ folded, kind }) => kind !== "mark" && !BEFORE_WHO.has(folded));
  const who = first?.folded === "who";
  return {
    trees: who ? plainest.map((way) => ({ ...way, value: { ...way.value, who } })) : plainest,
    furthest: input.furthest,
  };
}
