import { foldText } from "../../../util/fold-text.ts";
import { clock, isoDate } from "../calendar.ts";
import type { CinemaWorld, Film } from "../cinema-world.ts";
import { createCinemaWorld } from "../create-cinema-world.ts";
import type { CinemaSite, Screening } from "../database/cinema-operations.ts";
import { createCinemas, createScreenings } from "../database/create-screenings.ts";
import { type Input, problem } from "./http.ts";

/** What the chain's cinemas show, by film and by cinema, each by time. */
export interface Programme {
  readonly cinemas: ReadonlyMap<number, CinemaSite>;
  readonly ofFilm: ReadonlyMap<number, readonly Screening[]>;
  readonly ofCinema: ReadonlyMap<number, readonly Screening[]>;
}

let sharedProgramme: Programme | undefined;

/** Made when it is first asked for, since most calls are about films. */
export function cinemaProgramme(catalogue: Catalogue): Programme {
  sharedProgramme ??= createProgramme(catalogue);
  return sharedProgramme;
}

function createProgramme({ world }: Catalogue): Programme {
  const cinemas = createCinemas(world);
  const screenings = createScreenings(world, cinemas).toSorted(
    (a, b) => a.day - b.day || a.start - b.start || a.id - b.id,
  );
  return {
    cinemas: new Map(cinemas.map((cinema) => [cinema.id, cinema])),
    ofFilm: Map.groupBy(screenings, (screening) => screening.film.id),
    ofCinema: Map.groupBy(screenings, (screening) => screening.site.id),
  };
}

/** `2025-03-01T20:30`, local time. */
export function startOf(screening: Screening): string {
  return `${isoDate(screening.day)}T${clock(screening.start)}`;
}

const SIMILAR = 100;
const RECOMMENDED = 40;

/** The 100 films with most genres and keywords in common, keywords counting twice; of equals the lower id first. */
export function similarFilms(catalogue: Catalogue, film: Film): readonly Film[] {
  return best(catalogue, film, SIMILAR, (other) => overlap(film, other));
}

/** The 40 films that share most with a film (series, director, keywords, genres), where better votes weigh up to three points. */
export function recommendedFilms(catalogue: Catalogue, film: Film): readonly Film[] {
  const directors = directorsOf(catalogue, film);
  return best(catalogue, film, RECOMMENDED, (other) => {
    const shared =
      overlap(film, other) +
      (film.collectionId !== null && film.collectionId === other.collectionId ? 6 : 0) +
      (directorsOf(catalogue, other).some((id) => directors.includes(id)) ? 4 : 0);
    return shared === 0 ? 0 : shared + (other.voteAverage * 3) / 10;
  });
}

function directorsOf(catalogue: Catalogue, film: Film): readonly number[] {
  return (catalogue.crewOfFilm.get(film.id) ?? [])
    .filter((credit) => credit.job === "Director")
    .map((credit) => credit.personId);
}

function overlap(film: Film, other: Film): number {
  const genres = other.genreIds.filter((id) => film.genreIds.includes(id)).length;
  return genres + 2 * other.keywordIds.filter((id) => film.keywordIds.includes(id)).length;
}

function best(
  catalogue: Catalogue,
  film: Film,
  count: number,
  score: (other: Film) => number,
): readonly Film[] {
  return catalogue.world.films
    .filter((other) => other.id !== film.id)
    .map((other) => ({ other, score: score(other) }))
    .filter((entry) => entry.score > 0)
    .sort((a, b) => b.score - a.score || a.other.id - b.other.id)
    .slice(0, count)
    .map((entry) => entry.other);
}

/** The world with the ways into it that the API needs. It never changes, so that all servers of a process share it. */
export type Catalogue = ReturnType<typeof createCatalogue>;

let shared: Catalogue | undefined;

export function cinemaCatalogue(): Catalogue {
  shared ??= createCatalogue(createCinemaWorld());
  return shared;
}

function createCatalogue(world: CinemaWorld) {
  const dates = new Map(world.ceremonies.map((ceremony) => [ceremony.id, ceremony.date]));
  const nominations = world.nominations.toSorted(
    (a, b) =>
      (dates.get(a.ceremonyId) ?? "").localeCompare(dates.get(b.ceremonyId) ?? "") ||
      a.categoryId - b.categoryId,
  );
  return {
    world,
    films: byId(world.films),
    people: byId(world.people),
    studios: byId(world.studios),
    series: byId(world.collections),
    genres: byId(world.genres),
    keywords: byId(world.keywords),
    cities: byId(world.cities),
    countries: new Map(world.countries.map((country) => [country.code, country])),
    awards: byId(world.awards),
    categories: byId(world.awardCategories),
    ceremonies: byId(world.ceremonies),
    castOfFilm: Map.groupBy(world.cast, (credit) => credit.filmId),
    castOfPerson: Map.groupBy(world.cast, (credit) => credit.personId),
    crewOfFilm: Map.groupBy(world.crew, (credit) => credit.filmId),
    crewOfPerson: Map.groupBy(world.crew, (credit) => credit.personId),
    imagesOfFilm: Map.groupBy(world.images, (image) => image.filmId),
    filmsOfStudio: Map.groupBy(world.films, (film) => film.studioId),
    nominationsOfFilm: Map.groupBy(nominations, (nomination) => nomination.filmId),
    nominationsOfPerson: Map.groupBy(nominations, (nomination) => nomination.personId),
    nominationsOfCeremony: Map.groupBy(nominations, (nomination) => nomination.ceremonyId),
    /** The most popular first, of equals the lower id. */
    popularFilms: byPopularity(world.films),
    popularPeople: byPopularity(world.people),
  };
}

function byId<T extends { readonly id: number }>(things: readonly T[]): ReadonlyMap<number, T> {
  return new Map(things.map((thing) => [thing.id, thing]));
}

function byPopularity<T extends { readonly id: number; readonly popularity: number }>(
  things: readonly T[],
): readonly T[] {
  return things.toSorted((a, b) => b.popularity - a.popularity || a.id - b.id);
}

const values: Readonly<Record<string, (film: Film) => number | string | null>> = {
  popularity: (film) => film.popularity,
  vote_average: (film) => film.voteAverage,
  vote_count: (film) => film.voteCount,
  release_date: (film) => film.releaseDate,
  revenue: (film) => film.revenue,
  budget: (film) => film.budget,
  runtime: (film) => film.runtimeMinutes,
  title: (film) => film.title,
};

/** Films in an order such as `revenue.desc`; equals come by id, films without the value last. */
export function orderedFilms(films: readonly Film[], order: string): readonly Film[] {
  const [name = "", direction] = order.split(".");
  const reading = values[name] ?? (() => null);
  const sign = direction === "desc" ? -1 : 1;
  return films.toSorted((a, b) => {
    const one = reading(a);
    const two = reading(b);
    if (one === two) return a.id - b.id;
    if (one === null || two === null) return one === null ? 1 : -1;
    return one < two ? -sign : sign;
  });
}

/** The films that pass all filters of `document/film-filter.ts`, in the order asked for. */
export function filteredFilms(catalogue: Catalogue, input: Input): readonly Film[] {
  const range = (low: string, high: string, reading: (film: Film) => number | null) => {
    const least = input.number(low);
    const most = input.number(high);
    if (least !== undefined && most !== undefined && least > most)
      throw problem(422, `${low} must not be above ${high}.`, low);
    return (film: Film) => {
      if (least === undefined && most === undefined) return true;
      const value = reading(film);
      return value !== null && value >= (least ?? value) && value <= (most ?? value);
    };
  };
  const all = (name: string, idsOf: (film: Film) => readonly number[]) => {
    const wanted = input.ids(name);
    return (film: Film) => {
      if (wanted === undefined) return true;
      const ids = idsOf(film);
      return wanted.every((id) => ids.includes(id));
    };
  };
  const cast = (film: Film) => (catalogue.castOfFilm.get(film.id) ?? []).map((credit) => credit.personId);
  const crew = (film: Film) => (catalogue.crewOfFilm.get(film.id) ?? []).map((credit) => credit.personId);
  const without = input.ids("without_genre_ids") ?? [];
  const country = input.text("country");
  const language = input.text("language");
  const certification = input.text("certification");
  const studio = input.number("studio_id");
  const votes = input.number("votes_min") ?? 0;
  const tests: readonly ((film: Film) => boolean)[] = [
    all("genre_ids", (film) => film.genreIds),
    (film) => !without.some((id) => film.genreIds.includes(id)),
    all("keyword_ids", (film) => film.keywordIds),
    all("person_ids", (film) => [...cast(film), ...crew(film)]),
    all("cast_ids", cast),
    all("director_ids", (film) => directorsOf(catalogue, film)),
    range("year_from", "year_to", yearOf),
    range("runtime_min", "runtime_max", (film) => film.runtimeMinutes),
    range("vote_min", "vote_max", (film) => film.voteAverage),
    (film) => film.voteCount >= votes,
    (film) => country === undefined || film.countryCodes.includes(country),
    (film) => language === undefined || film.originalLanguage === language,
    (film) => certification === undefined || film.certification === certification,
    (film) => studio === undefined || film.studioId === studio,
  ];
  const passed = catalogue.world.films.filter((film) => tests.every((test) => test(film)));
  return orderedFilms(passed, input.text("sort_by") ?? "popularity.desc");
}

export function yearOf(film: Film): number | null {
  return film.releaseDate === null ? null : Number(film.releaseDate.slice(0, 4));
}

type Words = readonly string[];

/**
 * Things whose name has, for every word of the query, a word that begins with it; case and accents do not count and misspelled words find
 * nothing. The things keep their order. With an apostrophe `O'Neill` is found as "O'Neill", "ONeill" and "Neill".
 */
export function nameSearch<T>(
  things: readonly T[],
  namesOf: (thing: T) => readonly string[],
): (query: string) => readonly T[] {
  const indexed = things.map((thing) => ({ thing, names: namesOf(thing).map(wordsOf) }));
  return (query) => {
    const wanted = [splitWords(query), joinedWords(query)].filter((words) => words.length > 0);
    return indexed
      .filter(({ names }) => names.some((name) => wanted.some((words) => begins(words, name))))
      .map(({ thing }) => thing);
  };
}

function begins(query: Words, name: Words): boolean {
  return query.every((word) => name.some((other) => other.startsWith(word)));
}

const wordsOf = (name: string): Words => [...new Set([...splitWords(name), ...joinedWords(name)])];

const splitWords = (name: string): Words => foldText(name).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

const joinedWords = (name: string): Words => splitWords(foldText(name).replaceAll("'", ""));

/** Age certificates and what they mean, the mildest first. */
export const certificates = [
  ["U", "Suitable for everybody."],
  ["PG", "Everybody may watch; parents should look at it first."],
  ["12", "From twelve years."],
  ["15", "From fifteen years."],
  ["18", "For adults."],
] as const;
