import type { Token } from "../../../../util/english/tokens.ts";
import type { Mention } from "../lexicon/link.ts";
import type { LinkTable } from "../lexicon/link-table.ts";
import { grammar, type Input, many, type Parse, type Patterns, type Rule } from "./parser.ts";
import type {
  Aggregate,
  Attribute,
  DateSpan,
  Item,
  Modifier,
  NounPhrase,
  Operand,
  Operator,
  Ordering,
  Quantity,
  QuestionTree,
} from "./question-tree.ts";
import { type Degree, LEXICAL, SILENT } from "./words.ts";

/** The text of optional words. */
type Is = string | undefined;
type Mentions = readonly Mention[];
type Modifiers = readonly Modifier[];
type Items = readonly Item[];
type Dates = readonly DateSpan[];
type Opening = Partial<NounPhrase> | undefined;
type Direction = Ordering["direction"];
type Comparison = Extract<Modifier, { kind: "compare" }>;
/** A number of related rows: "at least 2 concerts". */
type Count = NonNullable<Extract<Modifier, { kind: "has" }>["count"]>;
interface Verb {
  readonly word: string;
  readonly negated: boolean;
}
/** A modifier with its conjunction to the preceding one. */
interface Joined {
  readonly conjunction: Is;
  readonly found: Modifier;
}
type Again = readonly (Item | "count")[];

const same = (value: unknown) => value;
/** One or several, separated by `between`. */
const several = (name: string, one: string, between: string): Readonly<Record<string, Patterns>> => ({
  [name]: {
    [one]: (first: unknown) => [first],
    [`${one} ${between} ${name}`]: (first: unknown, rest: readonly unknown[]) => [first, ...rest],
  },
});

const compare = (quantity: Quantity | undefined, operator: Operator, operand: Operand): Comparison => ({
  kind: "compare",
  by: quantity,
  operator,
  operand,
});
const by = (attribute: Attribute, operator: Operator, operand: Operand) =>
  compare({ attribute }, operator, operand);
const during = (operator: Operator, dates: Dates, until?: DateSpan) =>
  compare(undefined, operator, { kind: "dates", dates, ...(until === undefined ? {} : { until }) });
const number = (value: number): Operand => ({ kind: "number", value });
const listed = (mentions: Mentions): Operand => ({ kind: "cells", mentions });

const cells = (mentions: Mentions, more: Partial<Extract<Modifier, { kind: "cells" }>> = {}): Modifier => ({
  kind: "cells",
  mentions,
  negated: false,
  ...more,
});
const has = (phrase: NounPhrase, more: Partial<Extract<Modifier, { kind: "has" }>> = {}): Modifier => ({
  kind: "has",
  phrase,
  negated: false,
  ...more,
});
const rank = (quantity: Quantity, direction: Direction): Modifier => ({
  kind: "rank",
  by: quantity,
  direction,
  limit: 1,
});
const OWNING = /^(?:of|for|belonging to)$/u;

const verb = (negated: Is, word: string): Verb => ({ word, negated: negated !== undefined });
const noun = (head: Mention, modifiers: Modifiers = [], each = false): NounPhrase => ({
  head,
  modifiers,
  each,
  distinct: false,
});
/** The phrase with modifiers from elsewhere in the question. */
const withModifiers = (phrase: NounPhrase, more: Modifiers): NounPhrase => ({
  ...phrase,
  modifiers: [...phrase.modifiers, ...more],
});

const tree = (items: Items, subject?: NounPhrase, isDistinct?: Is): QuestionTree => ({
  items,
  subject,
  distinct: isDistinct !== undefined,
});
const listing = (phrase: NounPhrase, later: Items = []) =>
  tree([{ kind: "entity", phrase }, ...later], phrase);
const property = (attribute: Attribute, aggregates: readonly Aggregate[] = [], isDistinct?: Is): Item => ({
  kind: "attribute",
  attribute,
  aggregates,
  distinct: isDistinct !== undefined,
});
const count = (phrase: NounPhrase, how = ""): Item => ({
  kind: "count",
  phrase,
  distinct: phrase.distinct || /different|distinct|unique/u.test(how),
});

/** Patterns by category, with their builders and the cost of reading the words so (0). */
const PHRASES: Readonly<Record<string, Patterns | Rule<unknown>>> = {
  /** "Age", "stadium name", "the stadium's name"; "age of the singer" is left to the phrases around it. */
  ATTRIBUTE: {
    COLUMN: (mention: Mention): Attribute => ({ mention }),
    "TABLE 's|'? COLUMN": [(owner: Mention, mention: Mention): Attribute => ({ mention, owner }), 0.05],
  },

  ...several("ALL_NUMBERS", "NUMBER", "OR"),
  ...several("VALUES", "VALUE", "OR"),
  ...several("DATES", "DATE", "OR"),
  NUMBERS: {
    ALL_NUMBERS: (values: readonly number[]): Operand =>
      values.length === 1 && values[0] !== undefined ? number(values[0]) : { kind: "one-of", values },
  },
  AVERAGE: { "the? average|mean|avg of_all|value|one?": (): Operand => ({ kind: "average" }) },
  RANGE: {
    "between|from NUMBER and|to NUMBER": (from: number, to: number): Operand => ({ kind: "range", from, to }),
  },
  /** "Age above 20", "country is not France", "more than 4 cylinders", "weight below the average". */
  COMPARISON: {
    "ATTRIBUTE IS_BEFORE_SIGN? OPERATOR NUMBERS|AVERAGE": by,
    "ATTRIBUTE IS_BEFORE_SIGN? RANGE": (of: Attribute, operand: Operand) => by(of, "=", operand),
    "ATTRIBUTE IS|either? NUMBERS": (of: Attribute, operand: Operand) => by(of, "=", operand),
    "ATTRIBUTE IS? either|the? VALUES": (of: Attribute, mentions: Mentions) => by(of, "=", listed(mentions)),
    "ATTRIBUTE IS_NOT the? VALUES": (of: Attribute, mentions: Mentions) => by(of, "<>", listed(mentions)),
    "OPERATOR NUMBER ATTRIBUTE": (sign: Operator, value: number, of: Attribute) =>
      by(of, sign, number(value)),
    "OPERATOR ATTRIBUTE NUMBER": (sign: Operator, of: Attribute, value: number) =>
      by(of, sign, number(value)),
    "NUMBER ATTRIBUTE": (value: number, of: Attribute) => by(of, "=", number(value)),
    "ATTRIBUTE IS_BEFORE_SIGN? BORDER the|the_year|year? DATE": (
      of: Attribute,
      sign: Operator,
      date: DateSpan,
    ) => by(of, sign, { kind: "dates", dates: [date] }),
  },
  /** "Older than 20", "longer than the average". */
  ADJECTIVE: {
    "COMPARATIVE than NUMBERS|AVERAGE": ({ adjective, direction }: Degree, operand: Operand) =>
      compare({ adjective }, direction === "desc" ? ">" : "<", operand),
  },
  /** A span of time without a column: "In 2014 or 2015", "before 2015", "between 2001 and 2004". */
  TIME: {
    "in|during|on|for|of|from|at|within IN_YEAR? DATES": (dates: Dates) => during("=", dates),
    "BORDER IN_YEAR? DATE": (sign: Operator, date: DateSpan) => during(sign, [date]),
    "between|from IN_YEAR? DATE and|to|until IN_YEAR? DATE": (from: DateSpan, until: DateSpan) =>
      during("=", [from], until),
  },

  BEFORE_NOUN: {
    SUPERLATIVE: ({ adjective, direction }: Degree) => rank({ adjective }, direction),
    VALUE: (found: Mention) => cells([found]),
  },
  OPENING: {
    "EACH DISTINCT?": (isDistinct: Is) => ({ each: true, distinct: isDistinct !== undefined }),
    "DETERMINER DISTINCT?": (said: string, isDistinct: Is) => ({
      each: false,
      distinct: isDistinct !== undefined,
      possessed: /^(?:their|its|his|her)$/u.test(said),
      universal: said.startsWith("all"),
    }),
    DISTINCT: () => ({ each: false, distinct: true }),
  },
  BEFORE: (input, at) => many(read("BEFORE_NOUN"), 3)(input, at),
  /** A noun with all its modifiers: "all the French singers above age 20 who performed in 2014". */
  PHRASE: {
    "OPENING? BEFORE NAMED MODIFIERS": (
      open: Opening,
      first: Modifiers,
      head: Mention,
      after: Modifiers,
    ) => ({ ...noun(head, [...first, ...after]), ...open }),
  },
  /** A noun without modifiers, used where what follows belongs to the whole question. */
  BARE: {
    "OPENING? BEFORE NOUN": (open: Opening, first: Modifiers, head: Mention) => ({
      ...noun(head, first),
      ...open,
    }),
  },
  /** "Each country": the noun to group by. */
  EACH_PHRASE: {
    "EACH|all_the_different|all_different|different NOUN": (head: Mention) => noun(head, [], true),
  },
  COUNT_OF: {
    "OPERATOR NUMBER": (operator: Operator, value: number): Count => ({ operator, value }),
    "NUMBER or_more": (value: number): Count => ({ operator: ">=", value }),
  },
  /** A verb with its auxiliaries: "who have performed", "was hired", "does not teach", "that produce". */
  VERBAL: {
    "RELATIVE? HELPERS NOT? been|be|being|also|ever? TIE|PARTICIPLE": verb,
    "RELATIVE? do|does|did|can|will|to|could NOT? TIE|VERB": verb,
    "RELATIVE also|ever|still? TIE|VERB": (word: string) => verb(undefined, word),
  },
  MODIFIER: {
    TIME: same,
    "PREPOSITION DETERMINER? VALUES": (said: string, _: Is, mentions: Mentions) =>
      cells(mentions, { owning: OWNING.test(said) }),
    VALUE: [(found: Mention) => cells([found]), 0.06],
    "HAVING ARTICLE? COMPARISON": same,
    COMPARISON: [same, 0.03],
    "HAVING? ADJECTIVE": same,
    "HAVING? the? EXTREME amount_of|value_of|level_of|number_of? ATTRIBUTE": (
      direction: Direction,
      attribute: Attribute,
    ) => rank({ attribute }, direction),
    "having|that_have|who_have|which_have|that_has|who_has|which_has|have|has|had PHRASE": (
      phrase: NounPhrase,
    ) => has(phrase),
    // "With their genre" asks to show the genre, and "for each genre" to count by it: neither is a condition.
    "LOOSE PHRASE": (loose: string, phrase: NounPhrase) =>
      phrase.possessed || phrase.each ? undefined : has(phrase, { loose, owning: OWNING.test(loose) }),
    "HAVING COUNT_OF BARE TAIL": (of: Count, phrase: NounPhrase, after: Modifiers) =>
      has(withModifiers(phrase, after), { count: of }),
    "WITHOUT PHRASE": (phrase: NounPhrase) => has(phrase, { negated: true }),
    "HAVING MOST BARE TAIL": (direction: Direction, phrase: NounPhrase, after: Modifiers): Modifier => ({
      kind: "rank-by-count",
      phrase: withModifiers(phrase, after),
      direction,
      limit: 1,
    }),
    "IN_EACH? EACH_PHRASE": (phrase: NounPhrase): Modifier => ({ kind: "each", phrase }),
    // Modifiers by a verb: "performed in a concert", "was hired in 2022", "produced at least 3 models".
    "VERBAL TIME": ({ word, negated }: Verb, date: Comparison) =>
      negated ? undefined : { ...date, verb: word },
    "VERBAL BEHIND? DETERMINER? VALUES": ({ word, negated }: Verb, _: Is, mentions: Mentions) =>
      cells(mentions, { negated, verb: word }),
    "VERBAL BEHIND? COUNT_OF BARE": ({ word, negated }: Verb, of: Count, phrase: NounPhrase) =>
      has(phrase, { negated, count: of, verb: word }),
    "VERBAL BEHIND? PHRASE": ({ word, negated }: Verb, phrase: NounPhrase) =>
      has(phrase, { negated, verb: word }),
    "VERBAL BEHIND? the|a|an? COMPARISON": ({ negated }: Verb, compared: Comparison) =>
      negated ? undefined : compared,
  },
  NEXT: { "FILLERS MODIFIER": same },
  TAIL: (input, at) => many(read("NEXT"), 2)(input, at),
  JOINED: {
    "AND? FILLERS MODIFIER": (conjunction: Is, found: Modifier): Joined => ({ conjunction, found }),
  },
  MODIFIERS: modifiers,
};

/** Cost of attaching a modifier to the outer noun instead of the phrase right before it. */
const FAR = 0.08;

/** Modifiers after a noun, joined by nothing, a comma, "and" or "but". */
function modifiers(input: Input, at: number): readonly Parse<Modifiers>[] {
  return many(read("JOINED") as Rule<Joined>, 4)(input, at).map(({ value, ...way }) => ({
    ...way,
    value: value.map(({ found }) => found),
    cost: way.cost + FAR * value.filter((each, i) => isFar(each, value[i - 1]?.found)).length,
  }));
}

/** True for "screenings of films in 2025": the time may belong to either noun. */
function isFar({ conjunction, found }: Joined, before: Modifier | undefined): boolean {
  return (
    before?.kind === "has" &&
    conjunction === undefined &&
    (found.kind !== "compare" || found.by !== undefined)
  );
}

const QUESTIONS: Readonly<Record<string, Patterns | Rule<unknown>>> = {
  ...several("AGGREGATES", "AGGREGATE", "SEPARATOR the?"),
  /** "Average", "minimum, maximum and average" of values. */
  FIGURES_OF: { "AGGREGATES amount_of|value_of|of|value_for|values_of|of_the? the?": same },
  SHARED: shared,
  ITEM: {
    "THE? SHARED": same,
    "THE? DISTINCT? ATTRIBUTE": (isDistinct: Is, of: Attribute) => [property(of, [], isDistinct)],
    "THE? FIGURES_OF DISTINCT? ATTRIBUTE": (figures: readonly Aggregate[], _: Is, of: Attribute) => [
      property(of, figures),
    ],
    "THE? DISTINCT? NUMBER_OF PHRASE": (_: Is, phrase: NounPhrase) => [count(phrase)],
  },
  ...several("ITEM_LIST", "ITEM", "SEPARATOR"),
  /** The requested items: "the name, age and average score". In "name and year of the song" the name may be the song's, too. */
  ITEMS: {
    ITEM_LIST: (groups: readonly Items[]) => {
      const found = groups.flat();
      const isOpen = (item: Item) =>
        item.kind === "attribute" && / of (the|an?) /iu.test(item.attribute.mention.text);
      return found.length === 1 || !found.some(isOpen) ? found : undefined;
    },
  },
  /** "… and how many concerts they gave". */
  LATER: {
    "SEPARATOR list|show|give? ITEM_LIST": (groups: readonly Items[]) => groups.flat(),
  },

  /** "What is the name and age of the youngest singer", "Show the weight of the pets of each student". */
  PROPERTIES: {
    // "The number of screenings" of "films" is one phrase without "each", and is parsed so as well.
    "ASK DISTINCT? ITEMS OF PHRASE LATER?": (
      isDistinct: Is,
      found: Items,
      subject: NounPhrase,
      later: Items = [],
    ) => {
      const items = [...found, ...later];
      const isOne = items.length === 1 && items[0]?.kind === "count" && !subject.each;
      return isOne ? undefined : tree(items, subject, isDistinct);
    },
    "ASK DISTINCT? ITEMS": (isDistinct: Is, found: Items) => tree(found, undefined, isDistinct),
    // "The singer's name", "Alien's full name".
    "ASK PHRASE 's|' ITEMS": (subject: NounPhrase, found: Items) => tree(found, subject),
    // "Show the singer names above age 20": the items name their own owner.
    "ASK|WHICH DISTINCT? ITEMS MODIFIERS": (isDistinct: Is, found: Items, more: Modifiers) => {
      const owners = found.flatMap((item) => (item.kind === "attribute" ? (item.attribute.owner ?? []) : []));
      return owners[0] && more.length > 0 ? tree(found, noun(owners[0], more), isDistinct) : undefined;
    },
    // "Which regions do our cinemas lie in": each region once.
    "WHICH ITEMS do|does|did|are|is|were|was|have|has|can|will PHRASE LAST_VERB|LAST_WORD? in|from|to|at?": (
      found: Items,
      subject: NounPhrase,
    ) => ({ ...tree(found, subject), distinct: found.length === 1 }),
  },
  /** "Which singers are from France", "List all cinemas in Paris". */
  LISTS: {
    "ASK PHRASE LATER?": listing,
    "WHICH PHRASE": (phrase: NounPhrase) => listing(phrase),
    "WHICH BARE is|are|was|were MODIFIERS": (phrase: NounPhrase, more: Modifiers) =>
      listing(withModifiers(phrase, more)),
  },
  /** "How many singers are there", "How many singers performed in 2014", "What is the number of singers from France". */
  COUNTS: {
    "POLITE? HOW_MANY PHRASE FILLERS": (how: string, phrase: NounPhrase) => tree([count(phrase, how)]),
    "POLITE? HOW_MANY BARE are_there|do_we_have|are|is|were|was|exist|have|do_you_have|there_are|is_there|were_there|have_been|does|do|did|has|had FILLERS MODIFIERS":
      (how: string, phrase: NounPhrase, more: Modifiers) => tree([count(withModifiers(phrase, more), how)]),
    "POLITE? HOW_MANY BARE does|do|did|are_in|are_from|are_there_in|has|have EACH_PHRASE LAST_VERB|LAST_WORD?":
      (how: string, phrase: NounPhrase, group: NounPhrase) => ({
        ...tree([count(phrase, how)]),
        each: group,
      }),
    // The owner in "how many films did … make": "Halcyon Productions" or "members".
    "POLITE? HOW_MANY BARE does|do|did|has|have the|our? OWNER LAST_VERB|LAST_WORD? MODIFIERS": (
      how: string,
      phrase: NounPhrase,
      owner: Mention,
      word: Is,
      more: Modifiers,
    ) => {
      const own = word === undefined ? {} : { verb: word };
      const isCell = owner.links.every((link) => link.kind === "value");
      const belonging = isCell ? cells([owner], own) : has(noun(owner), own);
      return tree([count(withModifiers(phrase, [belonging, ...more]), how)]);
    },
    "ASK? count|count_the|count_the_number_of|count_all|find_the_total_number_of|count_how_many PHRASE": (
      phrase: NounPhrase,
    ) => tree([count(phrase)]),
  },
  /** "Total amount in 2025": aggregates over whichever rows have the column, under conditions. */
  FIGURES: {
    "ASK DISTINCT? ITEMS MODIFIERS": (_: Is, found: Items, more: Modifiers) => {
      const isFigure = (item: Item) =>
        item.kind === "attribute" && item.aggregates.length > 0 && !item.attribute.owner;
      const subject = found.every(isFigure) && more.length > 0 ? rowsWith(found, more) : undefined;
      return subject && tree(found, subject);
    },
  },
  /** "Who directed The Last Ferry?": people whose code describes this action. */
  WHO_DID: {
    "POLITE? WHO PARTICIPLE in|for? the? VALUE TABLE?": [
      (head: Mention, word: string, named: Mention) =>
        listing(noun(head, [cells([named], { verb: word, verbTells: true })])),
      0.03,
    ],
  },
  GROUP: {
    "for|per|by|in|of? EACH_PHRASE": same,
    "by|grouped_by|group_by|broken_down_by|per|for_each BARE": same,
  },
  QUESTION: {
    "PROPERTIES|LISTS|COUNTS|FIGURES|WHO_DID": same,
    "PROPERTIES|COUNTS|FIGURES GROUP": (inner: QuestionTree, each: NounPhrase) => ({ ...inner, each }),
    "for|in|of|per EACH_PHRASE ,? PROPERTIES|COUNTS": (each: NounPhrase, inner: QuestionTree) => ({
      ...inner,
      each,
    }),
  },

  IN_ORDER: { "in|in_an|in_a|by|in_the|,_in DIRECTION order|manner?": same },
  /** "Sorted by age in descending order", "in alphabetical order of name". */
  ORDERING: {
    "SORTED IN_ORDER? SORTED_BY the? DIRECTION? ATTRIBUTE IN_ORDER?": (
      first: Direction | undefined,
      then: Direction | undefined,
      attribute: Attribute,
      last: Direction | undefined,
    ): Ordering => ({ by: { attribute }, direction: first ?? then ?? last ?? "asc" }),
    "SORTED? IN_ORDER SORTED_BY the? ATTRIBUTE": (direction: Direction, attribute: Attribute): Ordering => ({
      by: { attribute },
      direction,
    }),
    "SORTED? IN_ORDER": (direction: Direction): Ordering => ({ by: "first-item", direction }),
  },
  AGAIN: {
    "the_number|number|the_count|count|the_total|the_total_number|how_many": (): Again => ["count"],
    ITEMS: same,
  },
  ...several("ALL_AGAIN", "AGAIN", "SEPARATOR"),
  /** "… Give the name and the number.": the requested columns, repeated after the question. */
  RESTATED: { ".|?|; SHOW? ALL_AGAIN FILLERS": (found: readonly Again[]) => found.flat() },
  WHOLE: {
    "QUESTION FILLERS ORDERING? FILLERS RESTATED? CLOSING END": (
      found: QuestionTree,
      order: Ordering | undefined,
      again: Again | undefined,
    ) => {
      const items = again ? restate(found, again) : found.items;
      return items.length === 0 ? undefined : { ...found, ...(order ? { order } : {}), items };
    },
  },
};

/** "First and last name": the second word's noun also completes the first. */
function shared({ words, links }: Input, at: number): readonly Parse<Items>[] {
  const [first, and, second, last] = words.slice(at, at + 4);
  if (!first || !second || !last || !["and", "or", "/"].includes(and?.folded ?? "")) return [];
  const item = (word: string): Items => {
    const name = [word, last.folded.replace(/s$/u, "")];
    const columns = links.naming(name).filter((link) => link.kind === "column");
    const mention = { at, end: at + 4, text: name.join(" "), links: columns };
    return columns.length > 0 ? [property({ mention })] : [];
  };
  const value = [...item(first.folded), ...item(second.folded)];
  return value.length === 2 ? [{ value, end: at + 4, cost: 0 }] : [];
}

/** The owner of properties named without one: the rows that have them all. */
function rowsWith(found: Items, more: Modifiers): NounPhrase | undefined {
  const [first, ...rest] = found.flatMap((item) =>
    item.kind === "attribute" ? [item.attribute.mention] : [],
  );
  const tables = [...new Set(first?.links.map(({ table }) => table))].filter((table) =>
    rest.every(({ links }) => links.some((link) => link.table === table)),
  );
  const links = tables.map((table) => ({ kind: "table" as const, table, score: 1 }));
  return first && links.length > 0 ? noun({ ...first, links }, more) : undefined;
}

/** Repeated items replace the original ones; "the number" is the count that the question asked for. */
function restate({ items: asked, subject }: QuestionTree, again: Again): Items {
  const counted = asked.find((item) => item.kind === "count");
  const complete = (counted !== undefined) === again.includes("count") && (counted ?? subject) !== undefined;
  return complete ? again.flatMap((item) => (item === "count" ? (counted ?? []) : [item])) : [];
}

const read = grammar({ ...LEXICAL, ...PHRASES, ...QUESTIONS }, SILENT);

const MOST_TREES = 25;
const DEAREST = 0.5;
const BEFORE_WHO = new Set(
  "please and so now tell show let me us know do can could you i want to would like".split(" "),
);

/** All parses of the whole question, the cheapest first, and how far the grammar got. */
export function readQuestion(
  asked: readonly Token[],
  links: LinkTable,
): { readonly trees: readonly Parse<QuestionTree>[]; readonly furthest: number } {
  const input: Input = { words: asked, links, furthest: 0, memo: new Map() };
  const ways = (read("WHOLE") as Rule<QuestionTree>)(input, 0).filter(({ cost }) => cost <= DEAREST);
  const plainest = ways.toSorted((a, b) => a.cost - b.cost).slice(0, MOST_TREES);
  // "Can you tell me who …", but not "the people who …".
  const first = asked.find(({ folded, kind }) => kind !== "mark" && !BEFORE_WHO.has(folded));
  const who = first?.folded === "who";
  return {
    trees: who ? plainest.map((way) => ({ ...way, value: { ...way.value, who } })) : plainest,
    furthest: input.furthest,
  };
}
