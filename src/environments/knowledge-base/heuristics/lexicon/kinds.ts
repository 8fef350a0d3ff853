import { wordKey } from "../../../../util/english/word-key.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/u));

/** Words of the grammar. Alone they are names only if written as names. */
export const CLOSED_WORDS: ReadonlySet<string> = words(
  `a an the of by in on at to from for with about as is are was were be been being do does did has have had who whom whose what which when where how
  why that this these those it its he his she her they their them there and or not no also too other another else same share shared shares all any
  each every some many much more most less least than under over after before between since until during into 's ? . , ! : ; can could would will
  you me please tell give show list name find i we my us know out one`,
);

/** Adjectives and adverbs without a meaning in the data. */
export const EMPTY_ADJECTIVES: ReadonlySet<string> = words(
  "main primary principal various different listed certain known",
);

/** Words that no rule reads and that nothing is called by either: a question is not understood because of its other words. */
export const WORDS_OF_GRAMMAR: ReadonlySet<string> = words(
  `called named titled entitled among amongst within without across along against above below around inside outside onto off upon via per both either
  neither only just even such so if whether than then while although though because`,
);

/** Keys of nouns for relatives of one sex. */
const keys = (text: string): ReadonlySet<string> => new Set(text.split(" ").map(wordKey));
export const KIN_MALE = keys("father dad daddy papa son husband brother uncle grandfather nephew");
export const KIN_FEMALE = keys("mother mom mum mommy mama daughter wife sister aunt grandmother niece");

/** Generic nouns by the kind that they denote, for data without a class for it. */
const KINDS: Readonly<Record<string, string>> = {
  person: "person people man woman human individual someone somebody guy lady gentleman",
  film: "film movie picture flick feature motion-picture",
  series: "series show episode sitcom",
  book: "book novel story text publication volume title",
  song: "song track tune single record recording",
  album: "album record",
  play: "play drama musical opera",
  painting: "painting artwork sculpture drawing",
  game: "game video-game videogame",
  work: "work creation piece",
  place: "place location area spot",
  city: "city town village municipality",
  country: "country nation state",
  region: "region state province county district continent",
  building: "building structure tower bridge house church castle",
  river: "river stream lake sea",
  mountain: "mountain peak hill",
  company: "company business firm organisation organization corporation",
  school: "school university college institution",
  team: "team club",
  party: "party",
  language: "language tongue",
  date: "date year day time month",
  number: "number amount",
  thing: "thing item entity",
};

const BY_KEY: ReadonlyMap<string, readonly string[]> = Object.entries(KINDS).reduce((all, [kind, nouns]) => {
  for (const key of nouns.split(" ").map(wordKey)) all.set(key, [...(all.get(key) ?? []), kind]);
  return all;
}, new Map<string, readonly string[]>());

/** Kinds that a generic noun, in any form or as its key, may denote; none for other words. */
export function kindsOf(noun: string): readonly string[] {
  return BY_KEY.get(wordKey(noun)) ?? [];
}

/** Nouns that fit every kind. */
const EMPTY_NOUNS: ReadonlySet<string> = keys("thing item entity one");

const WITHIN: Readonly<Record<string, readonly string[]>> = {
  work: ["film", "series", "book", "song", "album", "play", "painting", "game"],
  place: ["city", "country", "region", "building", "river", "mountain"],
};

/** Whether the noun can denote one of these kinds. */
export function kindFits(noun: string, kinds: string): boolean {
  if (EMPTY_NOUNS.has(wordKey(noun))) return true;
  const own = kindsOf(noun);
  return kinds
    .split(" ")
    .some(
      (kind) =>
        [kind, ...(WITHIN[kind] ?? [])].some((each) => own.includes(each)) ||
        own.some((each) => WITHIN[each]?.includes(kind)),
    );
}
