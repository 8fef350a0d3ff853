import { createHash } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import { isoDate } from "../calendar.ts";
import type {
  Award,
  CastCredit,
  CatalogueReview,
  Ceremony,
  CrewCredit,
  Film,
  FilmImage,
  Nomination,
  Person,
  Studio,
} from "../cinema-world.ts";
import type { CinemaSite, Screening } from "../database/cinema-operations.ts";
import { type Catalogue, startOf } from "./catalogue.ts";
import type { KeptList } from "./my-things.ts";

/** `Place` of the document. */
export function placeView(catalogue: Catalogue, cityId: number) {
  const city = catalogue.cities.get(cityId);
  return { city: city?.name, country_code: city?.countryCode };
}

/** `Country` of the document. */
export function countryView(catalogue: Catalogue, code: string) {
  return { code, name: catalogue.countries.get(code)?.name };
}

/** `Image` of the document. */
export interface ImageView {
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly language: string | null;
}

export const filmImage = ({ path, width, height, language }: FilmImage): ImageView => ({
  path,
  width,
  height,
  language,
});

/** Posters and backdrops of films, in the films' order. */
export function filmImages(catalogue: Catalogue, filmIds: readonly number[]) {
  const images = filmIds.flatMap((id) => catalogue.imagesOfFilm.get(id) ?? []);
  const ofKind = (kind: FilmImage["kind"]) => images.filter((image) => image.kind === kind).map(filmImage);
  return { posters: ofKind("poster"), backdrops: ofKind("backdrop") };
}

export function portraits({ profilePath }: Person): readonly ImageView[] {
  return profilePath === null ? [] : [{ path: profilePath, width: 600, height: 900, language: null }];
}

/** Every fifth studio has no logo, so that callers meet empty lists. */
export function logos({ id }: Studio): readonly ImageView[] {
  return id % 5 === 0 ? [] : [{ path: `/studios/${id}-logo.png`, width: 600, height: 300, language: null }];
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const LONGER_SIDE = 12;

/** A PNG of one colour, made from the name; at most 12 pixels wide and high, in the proportions given. */
export function tinyPng(name: string, width: number, height: number): Buffer {
  const scale = LONGER_SIDE / Math.max(width, height);
  const columns = Math.max(1, Math.round(width * scale));
  const rows = Math.max(1, Math.round(height * scale));
  const colour = createHash("sha256").update(name).digest().subarray(0, 3);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(columns, 0);
  header.writeUInt32BE(rows, 4);
  // Eight bits per channel, RGB without transparency.
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), ...Array.from({ length: columns }, () => colour)]);
  const pixels = Buffer.concat(Array.from({ length: rows }, () => row));
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}

/** Members as the document calls them: `releaseDate` is `release_date`. */
function shown(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}

/** `FilmSummary` of the document. */
export function filmSummary(film: Film) {
  const { id, title, originalTitle, originalLanguage, releaseDate, genreIds, overview } = film;
  const { popularity, voteAverage, voteCount, posterPath, backdropPath } = film;
  return shown({
    ...{ id, title, originalTitle, originalLanguage, releaseDate, genreIds, overview },
    ...{ popularity, voteAverage, voteCount, posterPath, backdropPath },
  });
}

/** `Film` of the document. */
export function filmView(catalogue: Catalogue, film: Film) {
  const series = film.collectionId === null ? undefined : catalogue.series.get(film.collectionId);
  return {
    ...filmSummary(film),
    status: film.status,
    tagline: film.tagline,
    runtime: film.runtimeMinutes,
    budget: film.budget,
    revenue: film.revenue,
    certification: film.certification,
    genres: film.genreIds.map((id) => catalogue.genres.get(id)),
    countries: film.countryCodes.map((code) => countryView(catalogue, code)),
    studio: { id: film.studioId, name: catalogue.studios.get(film.studioId)?.name },
    series: series === undefined ? null : { id: series.id, name: series.name },
    remake_of: film.remakeOfId,
    set_in: placeView(catalogue, film.settingCityId),
  };
}

/** `Nomination` of the document. */
export function nominationView(catalogue: Catalogue, nomination: Nomination) {
  const ceremony = catalogue.ceremonies.get(nomination.ceremonyId);
  const { personId } = nomination;
  return {
    award_id: ceremony?.awardId,
    award: catalogue.awards.get(ceremony?.awardId ?? 0)?.name,
    ceremony_id: nomination.ceremonyId,
    date: ceremony?.date,
    category: catalogue.categories.get(nomination.categoryId)?.name,
    film_id: nomination.filmId,
    film_title: catalogue.films.get(nomination.filmId)?.title,
    person_id: personId,
    person_name: personId === null ? null : catalogue.people.get(personId)?.name,
    won: nomination.won,
  };
}

/** Nominations and the number of prizes among them. */
export function nominationsView(catalogue: Catalogue, nominations: readonly Nomination[] = []) {
  return {
    wins: nominations.filter((nomination) => nomination.won).length,
    nominations: nominations.map((nomination) => nominationView(catalogue, nomination)),
  };
}

/** `Award` of the document. */
export function awardView(catalogue: Catalogue, award: Award) {
  return {
    id: award.id,
    name: award.name,
    first_year: award.firstYear,
    held_in: placeView(catalogue, award.cityId),
    categories: catalogue.world.awardCategories
      .filter((category) => category.awardId === award.id)
      .map(({ id, name }) => ({ id, name })),
  };
}

/** `Ceremony` of the document. */
export function ceremonyView({ id, awardId, edition, date }: Ceremony) {
  return shown({ id, awardId, edition, date });
}

const statuses = { 1: "open", 2: "renovation", 3: "closed" } as const;
const versions = { O: "original", D: "dubbed", S: "subtitled" } as const;
const states = { F: "finished", P: "planned", N: "not-held" } as const;

/** `CinemaSummary` of the document. */
export function cinemaSummary(cinema: CinemaSite) {
  return {
    id: cinema.id,
    name: cinema.name,
    city: cinema.city.name,
    country_code: cinema.city.countryCode,
    status: statuses[cinema.status],
  };
}

/** `Cinema` of the document. */
export function cinemaView(cinema: CinemaSite) {
  return {
    ...cinemaSummary(cinema),
    address: cinema.street,
    phone: cinema.phone,
    opened_on: isoDate(cinema.openedDay),
    has_bar: cinema.hasBar,
    seats: cinema.screens.reduce((sum, screen) => sum + screen.seats, 0),
    screens: cinema.screens,
  };
}

/** `Screening` of the document. */
export function screeningView(screening: Screening) {
  return {
    id: screening.id,
    film_id: screening.film.id,
    film_title: screening.film.title,
    cinema_id: screening.site.id,
    cinema_name: screening.site.name,
    screen: screening.screen.number,
    starts_at: startOf(screening),
    slot_minutes: screening.slotMinutes,
    version: versions[screening.version],
    state: states[screening.state],
    base_price: screening.basePrice,
  };
}

/** `PersonSummary` of the document. */
export function personSummary({ id, name, knownFor, popularity, profilePath }: Person) {
  return shown({ id, name, knownFor, popularity, profilePath });
}

/** `Person` of the document. */
export function personView(catalogue: Catalogue, person: Person) {
  const { gender, birthday, deathday, birthCityId, countryCode, biography } = person;
  const placeOfBirth = birthCityId === null ? null : placeView(catalogue, birthCityId);
  return {
    ...personSummary(person),
    ...shown({ gender, birthday, deathday, placeOfBirth, countryCode, biography }),
  };
}

/** Parts and jobs of a person, the newest film first; films without a release date are the newest. */
export function personFilms(catalogue: Catalogue, personId: number) {
  const day = (credit: CastCredit | CrewCredit) => catalogue.films.get(credit.filmId)?.releaseDate ?? "9999";
  const viewed = <T extends CastCredit | CrewCredit>(credits: readonly T[] = []) =>
    credits
      .toSorted((a, b) => day(b).localeCompare(day(a)) || a.filmId - b.filmId)
      .map(({ filmId, personId: _, ...what }) => {
        const { title, releaseDate, voteAverage, popularity } =
          catalogue.films.get(filmId) ?? ({} as Partial<Film>);
        return shown({ filmId, title, releaseDate, voteAverage, popularity, ...what });
      });
  return {
    person_id: personId,
    cast: viewed(catalogue.castOfPerson.get(personId)),
    crew: viewed(catalogue.crewOfPerson.get(personId)),
  };
}

/** `FilmCredits` of the document. */
export function filmCredits(catalogue: Catalogue, id: number) {
  const viewed = ({ filmId: _, personId, ...what }: CastCredit | CrewCredit) => {
    const { name, profilePath } = catalogue.people.get(personId) ?? ({} as Partial<Person>);
    return shown({ personId, name, profilePath, ...what });
  };
  return {
    film_id: id,
    cast: (catalogue.castOfFilm.get(id) ?? []).toSorted((a, b) => a.order - b.order).map(viewed),
    crew: (catalogue.crewOfFilm.get(id) ?? []).map(viewed),
  };
}

/** `Review` of the document. */
export function reviewView({ id, filmId, author, rating, content, createdAt }: CatalogueReview) {
  return shown({ id, filmId, author, rating, content, createdAt });
}

/** The newest first; of one day the higher id, which was written later. */
export function newestFirst(reviews: Iterable<CatalogueReview>): readonly CatalogueReview[] {
  return [...reviews].sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id);
}

/** `ListSummary` of the document. */
export function listSummary(list: KeptList) {
  return { id: list.id, name: list.name, author: list.author, film_count: list.filmIds.length };
}

/** `FilmList` of the document. */
export function listView(catalogue: Catalogue, list: KeptList) {
  return {
    ...listSummary(list),
    films: list.filmIds.flatMap((id) => {
      const film = catalogue.films.get(id);
      return film === undefined ? [] : [filmSummary(film)];
    }),
  };
}
