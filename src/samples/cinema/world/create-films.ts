import { dayOf, isoDate, weekday } from "../calendar.ts";
import type { Collection, Country, Film, Studio } from "../cinema-world.ts";
import { RandomStream } from "../random-stream.ts";
import { keywords, overviews, taglines } from "../words/cinema-words.ts";
import { type GenreProfile, genreProfiles } from "../words/genres.ts";
import { wordList } from "../words/names.ts";
import { sequelSubtitles, trades } from "../words/title-lexicon.ts";
import { personName } from "./create-people.ts";
import type { Places } from "./create-places.ts";
import { makeTitle, type Title } from "./titles.ts";

/** Films that are not released yet. */
const unreleased = 40;

export function createFilms(
  places: Places,
  studios: readonly Studio[],
): { films: Film[]; collections: Collection[] } {
  const slots = planFilms(places);
  const films = createDetails(slots, places, studios);
  const members = Map.groupBy(
    films.filter((film) => film.collectionId !== null),
    (film) => film.collectionId ?? 0,
  );
  const collections = [...members].map(([id, parts]) => ({
    id,
    name: `${(parts[0]?.title ?? "").replace(/^The /, "")} Collection`,
    filmIds: parts.map((film) => film.id),
  }));
  return { films, collections: collections.sort((a, b) => a.id - b.id) };
}

function createDetails(slots: readonly FilmPlan[], places: Places, studios: readonly Studio[]): Film[] {
  const random = new RandomStream("films/details");
  const money = new RandomStream("films/money");
  const votes = new RandomStream("films/votes");
  const stories = new RandomStream("films/stories");
  const pictures = new RandomStream("films/pictures");
  // Series keep their order; otherwise an id says nothing about when a film was made.
  const ids = new RandomStream("films/ids").sample(
    slots.map((_, index) => 10_001 + index),
    slots.length,
  );
  const studioByCountry = Map.groupBy(
    studios,
    (studio) => places.cities.find((city) => city.id === studio.cityId)?.countryCode ?? "",
  );
  const citiesOf = Map.groupBy(places.cities, (city) => city.countryCode);
  const producing = places.countries.filter((country) => country.filmWeight > 0);
  const upcoming = new Set(
    random.sample(
      slots.flatMap((slot, index) => (slot.year === 2025 && slot.collection === null ? [index] : [])),
      unreleased,
    ),
  );
  return slots.map((slot, index): Film => {
    const { genre, country, year } = slot;
    const released = !upcoming.has(index);
    const day = releaseDay(random, year);
    const quality = random.normal(genre.vote, 0.85);
    const runtime = Math.max(
      62,
      Math.round(random.normal(genre.runtime + (year < 1970 ? -4 : 0) + (quality - 6.3) * 3, 13)),
    );
    const partner = random.chance(0.24) ? random.pick(producing) : country;
    const homeStudios = (studioByCountry.get(country.code) ?? []).filter((studio) => studio.founded <= year);
    const studio =
      homeStudios.length > 0 && random.chance(0.75)
        ? random.pick(homeStudios)
        : random.pick(studios.filter((s) => s.founded <= year));
    const setting = random.chance(0.85)
      ? random.pick(citiesOf.get(country.code) ?? [])
      : random.pick(places.cities);
    const finances = filmFinances(money, genre, country, year, quality);
    const keywordIds = random.sample(
      keywords.map((_, at) => at + 1),
      random.int(2, 6),
    );
    const heat = votes.next();
    const recency = (year - 1950) / 75;
    const popularity = 0.5 + 180 * heat * heat * heat * heat * recency * (0.5 + genre.budget / 60);
    const voteCount = released
      ? Math.round(popularity * votes.int(20, 60) * (0.3 + recency)) + votes.int(0, 12)
      : 0;
    const id = ids[index] ?? 0;
    return {
      id,
      ...slot.title,
      originalLanguage: country.language ?? "en",
      countryCodes: partner === country ? [country.code] : [country.code, partner.code],
      status: released ? "released" : "post-production",
      releaseDate: released ? isoDate(day) : null,
      runtimeMinutes: released && !random.chance(0.01) ? runtime : null,
      budget: finances.budget,
      revenue: released ? finances.revenue : null,
      genreIds: [genreProfiles.indexOf(genre) + 1, ...companionIds(random, genre)],
      keywordIds,
      ...filmStory(stories, country, setting.name, keywords[(keywordIds[0] ?? 1) - 1] ?? "friendship"),
      popularity: Math.round(popularity * 1000) / 1000,
      voteAverage: voteCount === 0 ? 0 : Math.min(9.4, Math.max(1.8, Math.round(quality * 10) / 10)),
      voteCount,
      certification:
        released && !random.chance(0.04)
          ? random.weighted(genre.certificates, genre.certificateWeights)
          : null,
      studioId: studio.id,
      settingCityId: setting.id,
      collectionId: slot.collection,
      remakeOfId: slot.remakeOf === null ? null : (ids[slot.remakeOf] ?? null),
      posterPath: pictures.chance(0.95) ? `/films/${id}-poster-${pictures.int(1000, 9999)}.jpg` : null,
      backdropPath: pictures.chance(0.8) ? `/films/${id}-still-${pictures.int(1000, 9999)}.jpg` : null,
    };
  });
}

function companionIds(random: RandomStream, genre: GenreProfile): number[] {
  const count = random.weighted([0, 1, 2], [25, 50, 25]);
  const names = new Set(Array.from({ length: count }, () => random.pickSkewed(genre.companions, 2)));
  return [...names].map((name) => genreProfiles.findIndex((other) => other.name === name) + 1);
}

/** Most films open on a Friday, the others on a Wednesday or Thursday. */
function releaseDay(random: RandomStream, year: number): number {
  const day = dayOf(year, 1, 4) + random.int(0, 356);
  const opening = random.weighted([5, 3, 4], [7, 3, 2]);
  const friday = day + ((opening - weekday(day) + 7) % 7);
  return Math.min(friday, dayOf(year, 12, 31));
}

function filmFinances(
  random: RandomStream,
  genre: GenreProfile,
  country: Country,
  year: number,
  quality: number,
) {
  const era = ((year - 1940) / 85) * ((year - 1940) / 85);
  const market = country.code === "US" ? 1.6 : country.filmWeight >= 6 ? 0.7 : 0.4;
  const size = 0.12 + 2.4 * random.next() * random.next() * random.next() + random.next() * 0.5;
  const exact = genre.budget * 1_000_000 * era * market * size;
  const step = exact > 2_000_000 ? 100_000 : 5000;
  const budget = Math.max(step, Math.round(exact / step) * step);
  const u = random.next();
  const success = (0.15 + 5.5 * u * u * u + u) * (0.55 + Math.max(0, quality - 4) * 0.22);
  const revenue = Math.round(budget * success) + random.int(0, 999);
  return { budget: random.chance(0.72) ? budget : null, revenue: random.chance(0.86) ? revenue : null };
}

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
interface FilmPlan {
  readonly country: Country;
  readonly year: number;
  readonly genre: GenreProfile;
  readonly title: Title;
  readonly remakeOf: number | null;
  readonly collection: number | null;
}

/** Which films there are: of which country, year and genre, under which title, and what they continue or remake. */
function planFilms(places: Places): readonly FilmPlan[] {
  const random = new RandomStream("films");
  const titles = new RandomStream("films/titles");
  const countries = places.countries.filter((country) => country.language !== null);
  const countryWeights = countries.map((country) => country.filmWeight);
  const genreWeights = genreProfiles.map((genre) => genre.weight);
  const cityNames = Map.groupBy(places.cities, (city) => city.countryCode);
  const used = new Set<string>();
  const slots: FilmPlan[] = [];
  const yearOf = () => {
    const u = random.next();
    return 2025 - Math.floor(71 * u * (0.4 + 0.6 * u));
  };
  while (slots.length < filmCount - remakes - series * 2) {
    const country = random.weighted(countries, countryWeights);
    const names = (cityNames.get(country.code) ?? [])
      .map((city) => city.name)
      .filter((name) => name.split(" ").length < 4);
    const title = freshTitle(titles, country, names, used);
    slots.push({
      country,
      year: yearOf(),
      genre: random.weighted(genreProfiles, genreWeights),
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
    const country = random.chance(0.5) ? original.country : random.weighted(countries, countryWeights);
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

/** A tagline (a third of the films have none) and an overview, told in the film's own places and names. */
function filmStory(random: RandomStream, country: Country, city: string, keyword: string) {
  const hero = personName(random, country.culture, random.chance(0.5));
  const other = personName(random, country.culture, random.chance(0.5));
  const words: Record<string, string> = {
    city,
    keyword,
    hero: `${hero.given} ${hero.family}`,
    other: other.given,
    trade: random.pick(trades).toLowerCase(),
  };
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, slot: string) => words[slot] ?? "");
  return {
    tagline: random.chance(0.66) ? fill(random.pick(taglines)) : "",
    overview: fill(random.pick(overviews)),
  };
}
