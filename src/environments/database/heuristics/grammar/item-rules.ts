import { aggregates, anyVerb, attribute, determiner, distinct, mention, separator } from "./basic-rules.ts";
import { alt, list, map, maybe, type Rule, rule, seq, when, words, wordWhere } from "./parser.ts";
import type { Aggregate, Attribute, Item } from "./question-tree.ts";
import { bareNounPhrase, nounPhrase } from "./simple-phrase-rules.ts";

const the = maybe(
  alt(determiner, words("the corresponding|corresponding|the associated|the respective|its own")),
);
export const countWords = words(
  "number of|the number of|total number of|the total number of|count of|the count of|the total count of|total count of|the amount of|the numbers of|number of all|the number of all|a count of|the overall number of|counts of|the quantity of",
);

function property(found: Attribute, aggregates: readonly Aggregate[] = [], isDistinct = false): Item {
  return { kind: "attribute", attribute: found, aggregates, distinct: isDistinct };
}

/** "first and last name": the second word's noun belongs to the first as well. */
const shared: Rule<readonly Item[]> = (input, at) => {
  const [first, and, second] = [input.words[at], input.words[at + 1], input.words[at + 2]];
  const noun = input.words[at + 3];
  if (!first || !second || !noun || !["and", "or", "/"].includes(and?.folded ?? "")) return [];
  const item = (word: string): Item | undefined => {
    const singular = noun.folded.replace(/s$/u, "");
    const links = input.links.naming([word, singular]).filter((link) => link.kind === "column");
    return links.length > 0
      ? property({ mention: { at, end: at + 4, text: `${word} ${singular}`, links } })
      : undefined;
  };
  const [one, two] = [item(first.folded), item(second.folded)];
  return one && two ? [{ value: [one, two], end: at + 4, cost: 0 }] : [];
};

const aggregated: Rule<Item> = rule(() =>
  alt<Item>(
    seq([the, aggregates, maybe(distinct), attribute], (_, found, __, each) => property(each, found)),
    seq(
      [the, maybe(distinct), countWords, words("different|distinct|unique"), nounPhrase],
      (_, __, ___, ____, phrase) => ({ kind: "count", phrase, distinct: true }),
    ),
    seq([the, maybe(distinct), countWords, nounPhrase], (_, __, ___, phrase) => ({
      kind: "count",
      phrase,
      distinct: phrase.distinct,
    })),
    seq(
      [
        the,
        countWords,
        nounPhrase,
        words("they|it|he|she|that they|each|each of them|each one"),
        alt(
          words("have|has|had|own|owns|teach"),
          map(
            wordWhere((word) => word.kind === "word"),
            (word) => word.folded,
          ),
        ),
      ],
      (_, __, phrase) => ({ kind: "their-count", phrase }),
    ),
    seq(
      [
        words("how many"),
        nounPhrase,
        words(
          "do they|does it|does each|does each one|does each of them|did they|they|it|each of them|each one|each|does he|does she",
        ),
        alt(
          words("have|has|own|owns"),
          map(
            wordWhere((word) => word.kind === "word"),
            (word) => word.folded,
          ),
        ),
      ],
      (_, phrase) => ({ kind: "their-count", phrase }),
    ),
    seq([words("how many"), nounPhrase], (_, phrase) => ({
      kind: "count",
      phrase,
      distinct: phrase.distinct,
    })),
  ),
);

const they = words("they|it|he|she|that they|which they|that it|that he|that she");
const theirs: Rule<Item> = rule(() =>
  seq(
    [
      the,
      bareNounPhrase,
      they,
      maybe(words("are|is|were|was|have|has")),
      anyVerb,
      maybe(seq([words("to"), anyVerb], (_, word) => word)),
    ],
    (_, phrase) => ({ kind: "theirs", phrase }),
  ),
);

const plain: Rule<Item> = rule(() =>
  seq([the, maybe(distinct), attribute], (_, isDistinct, found) => property(found, [], isDistinct === true)),
);

const one: Rule<readonly Item[]> = rule(() =>
  alt<readonly Item[]>(
    seq([the, shared], (_, found) => found),
    map(plain, (item) => [item]),
    map(aggregated, (item) => [item]),
    map(theirs, (item) => [item]),
  ),
);

/** In "name and year of the song" it is open whether the name is of the song too; only one property may go by a name with "of". */
function isClear(groups: readonly (readonly Item[])[]): boolean {
  const found = groups.flat();
  return (
    found.length === 1 ||
    !found.some((item) => item.kind === "attribute" && / of (the|an?) /iu.test(item.attribute.mention.text))
  );
}

/** What is asked for: "the name, age and average score". */
export const items: Rule<readonly Item[]> = rule(() =>
  map(when(list(one, separator, 6), isClear), (found) => found.flat()),
);

const own = words(
  "their|its|his|her|the corresponding|the respective|their respective|their corresponding|its corresponding",
);
/** "their genre": a property of them, or another thing by what it is called. */
const companion: Rule<Item> = rule(() =>
  alt<Item>(
    map(attribute, (found) => property(found)),
    map(mention("table"), (head) => ({
      kind: "theirs",
      phrase: { head, modifiers: [], each: false, distinct: false },
    })),
  ),
);
const companionList = list(
  companion,
  seq([separator, maybe(alt(own, words("the")))], (_) => true),
  5,
);

/** "with their genre", "along with the album and price", "and their artist": what is shown beside the things that are listed. */
export const companions: Rule<readonly Item[]> = rule(() =>
  alt<readonly Item[]>(
    seq([words("with|and|, and|, with|including|plus"), own, companionList], (_, __, found) => found),
    seq(
      [
        words(
          "along with|together with|alongside|as well as|and also|, along with|, together with|, as well as",
        ),
        maybe(alt(own, words("the"))),
        companionList,
      ],
      (_, __, found) => found,
    ),
  ),
);

/** Items that are aggregates or counts only in part: "the name of each singer and how many concerts they gave". */
export const laterItems: Rule<readonly Item[]> = rule(() =>
  seq(
    [
      separator,
      maybe(words("list|show|give")),
      list(
        alt(
          map(aggregated, (item) => [item]),
          one,
        ),
        separator,
        4,
      ),
    ],
    (_, __, found) => found.flat(),
  ),
);
