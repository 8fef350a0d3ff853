/** Generic nouns by what they say of a thing where the data has no class for it. */
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

const BY_NOUN: ReadonlyMap<string, readonly string[]> = Object.entries(KINDS).reduce((all, [kind, nouns]) => {
  for (const noun of nouns.split(" ")) all.set(noun, [...(all.get(noun) ?? []), kind]);
  return all;
}, new Map<string, readonly string[]>());

/** Kinds that a generic noun (singular, folded) may stand for; none for other words. */
export function kindsOf(noun: string): readonly string[] {
  return BY_NOUN.get(noun) ?? [];
}

/** Nouns that say nothing about what is meant. */
export const EMPTY_NOUNS: ReadonlySet<string> = new Set("thing item entity one".split(" "));

const WITHIN: Readonly<Record<string, readonly string[]>> = {
  work: ["film", "series", "book", "song", "album", "play", "painting", "game"],
  place: ["city", "country", "region", "building", "river", "mountain"],
};

/** Whether something of one of these kinds may be called so. */
export function kindFits(noun: string, kinds: string): boolean {
  if (EMPTY_NOUNS.has(noun)) return true;
  const own = kindsOf(noun);
  return kinds
    .split(" ")
    .some(
      (kind) =>
        [kind, ...(WITHIN[kind] ?? [])].some((each) => own.includes(each)) ||
        own.some((each) => WITHIN[each]?.includes(kind)),
    );
}
