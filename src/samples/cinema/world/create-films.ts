import { dayOf, isoDate, weekday } from "../calendar.ts";
import type { Collection, Country, Film, Studio } from "../cinema-world.ts";
import { RandomStream } from "../random-stream.ts";
import { type GenreProfile, genreProfiles } from "../words/genres.ts";
import { keywords } from "../words/story-words.ts";
import type { Places } from "./create-places.ts";
import { filmStory } from "./film-story.ts";
import { type FilmPlan, planFilms } from "./plan-films.ts";

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
      certification: released && !random.chance(0.04) ? random.weighted(genre.certificates) : null,
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
  const count = random.weighted([
    [0, 25],
    [1, 50],
    [2, 25],
  ] as const);
  const names = new Set(Array.from({ length: count }, () => random.pickSkewed(genre.companions, 2)));
  return [...names].map((name) => genreProfiles.findIndex((other) => other.name === name) + 1);
}

/** Most films open on a Friday, the others on a Wednesday or Thursday. */
function releaseDay(random: RandomStream, year: number): number {
  const day = dayOf(year, 1, 4) + random.int(0, 356);
  const opening = random.weighted([
    [5, 7],
    [3, 3],
    [4, 2],
  ] as const);
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
