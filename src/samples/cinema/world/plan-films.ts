import type { Country } from "../cinema-world.ts";
import { RandomStream } from "../random-stream.ts";
import { sequelSubtitles } from "../words/english-titles.ts";
import { type GenreProfile, genreProfiles } from "../words/genres.ts";
import { wordList } from "../words/word-list.ts";
import type { Places } from "./create-places.ts";
import { makeTitle, type Title } from "./make-title.ts";

const filmCount = 5240;
const remakes = 70;
const series = 110;

/** Chance pairs of common words that are titles of known films. */
const knownTitles: ReadonlySet<string> = new Set(
  wordList(`The Lost City, The Lost Daughter, The Last Song, The Lost Letter, The Long Road, The Blue Bird, The Blue Light,
    The Little Stranger, The Red House, The White Rose, The Black Rose, The Last Train, The Last House, The Last Winter,
    The Last Summer, The White Queen, The Red Road, The Long Night, The Lost King, The Black Orchard`),
);

/** Titles, sequels and remakes are decided over the whole list, before any film has its details. */
export interface FilmPlan {
  readonly country: Country;
  readonly year: number;
  readonly genre: GenreProfile;
  readonly title: Title;
  readonly remakeOf: number | null;
  readonly collection: number | null;
}

/** Which films there are: of which country, year and genre, under which title, and what they continue or remake. */
export function planFilms(places: Places): readonly FilmPlan[] {
  const random = new RandomStream("films");
  const titles = new RandomStream("films/titles");
  const countryWeights = places.countries
    .filter((country) => country.language !== null)
    .map((country) => [country, country.filmWeight] as const);
  const genreWeights = genreProfiles.map((genre) => [genre, genre.weight] as const);
  const cityNames = Map.groupBy(places.cities, (city) => city.countryCode);
  const used = new Set<string>();
  const slots: FilmPlan[] = [];
  const yearOf = () => {
    const u = random.next();
    return 2025 - Math.floor(71 * u * (0.4 + 0.6 * u));
  };
  while (slots.length < filmCount - remakes - series * 2) {
    const country = random.weighted(countryWeights);
    const names = (cityNames.get(country.code) ?? [])
      .map((city) => city.name)
      .filter((name) => name.split(" ").length < 4);
    const title = freshTitle(titles, country, names, used);
    slots.push({
      country,
      year: yearOf(),
      genre: random.weighted(genreWeights),
      title,
      remakeOf: null,
      collection: null,
    });
  }
  const firsts = random.sample(
    slots.map((_, index) => index).filter((index) => (slots[index]?.year ?? 9999) < 2010),
    remakes + series,
  );
  for (const index of firsts.slice(0, remakes)) {
    const original = slots[index];
    if (original === undefined) continue;
    const country = random.chance(0.5) ? original.country : random.weighted(countryWeights);
    const year = random.int(Math.min(2024, original.year + 14), 2025);
    const title =
      country.language === original.country.language
        ? original.title
        : { ...original.title, originalTitle: original.title.title };
    slots.push({ ...original, country, year, title, remakeOf: index });
  }
  firsts.slice(remakes).forEach((index, at) => {
    const original = slots[index];
    if (original === undefined) return;
    const collection = 801 + at;
    slots[index] = { ...original, collection };
    const subtitle = random.chance(0.5) ? random.pick(sequelSubtitles) : null;
    for (const part of [2, 3]) {
      const colon = original.title.title.endsWith("?") ? "" : ":";
      const tail = part === 2 && subtitle !== null ? `${colon} ${subtitle}` : ` ${part}`;
      const title = {
        title: original.title.title + tail,
        originalTitle: original.title.originalTitle + tail,
      };
      slots.push({
        ...original,
        year: Math.min(2025, original.year + part * random.int(1, 3)),
        title,
        collection,
        remakeOf: null,
      });
    }
  });
  return slots;
}

function freshTitle(
  random: RandomStream,
  country: Country,
  cityNames: readonly string[],
  used: Set<string>,
): Title {
  for (let attempt = 0; ; attempt++) {
    const title = makeTitle(random, country, cityNames);
    // A language whose titles are used up falls back to English ones, of which there are plenty.
    const candidate = attempt < 25 ? title : makeTitle(random, { ...country, language: "en" }, cityNames);
    if (used.has(candidate.title) || knownTitles.has(candidate.title)) continue;
    used.add(candidate.title);
    return candidate;
  }
}
