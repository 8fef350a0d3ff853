import type { CinemaWorld, Job, Person } from "../cinema-world.ts";
import { RandomStream } from "../random-stream.ts";
import { spacedNumber } from "./text-numbers.ts";

export type Row = readonly (string | number | null)[];

const genderCode: Record<Person["gender"], number> = { unknown: 0, female: 1, male: 2, "non-binary": 3 };
const roleCode: Record<Job, string> = {
  Director: "D",
  Writer: "W",
  "Original Music Composer": "M",
  Editor: "E",
  "Director of Photography": "C",
};

/** Rows of the tables that come straight from the world: city, film, genre, film_genre, person, credit. */
export function filmRows(world: CinemaWorld): Record<string, readonly Row[]> {
  const regions = new Map(world.regions.map((region) => [region.id, region.name]));
  const films = [...world.films].sort((a, b) => a.id - b.id);
  return {
    city: world.cities.map((city) => [
      city.id,
      city.name,
      regions.get(city.regionId) ?? "",
      city.countryCode,
      city.isCapital ? "Y" : "N",
      city.population,
      spacedNumber(city.areaKm2),
      city.latitude,
      city.longitude,
    ]),
    film: filmTable(world, films),
    genre: world.genres.map((genre) => [genre.id, genre.name]),
    film_genre: films.flatMap((film) => film.genreIds.map((id, index) => [film.id, id, index + 1])),
    person: world.people.map((person) => [
      person.id,
      person.name,
      genderCode[person.gender],
      person.birthday,
      person.deathday,
      person.birthCityId,
      person.knownFor,
    ]),
    credit: creditTable(world, films),
  };
}

function filmTable(world: CinemaWorld, films: CinemaWorld["films"]): Row[] {
  const random = new RandomStream("film-rows");
  const studios = new Map(world.studios.map((studio) => [studio.id, studio.name]));
  const series = new Map(world.collections.map((collection) => [collection.id, collection.name]));
  return films.map((film) => [
    film.id,
    film.title,
    film.originalTitle,
    film.originalLanguage,
    film.countryCodes.join("|"),
    film.releaseDate,
    film.runtimeMinutes,
    film.certification,
    film.status === "released" ? 1 : 2,
    film.budget,
    film.revenue === null ? null : spacedNumber(film.revenue),
    typedByHand(random, studios.get(film.studioId) ?? ""),
    film.collectionId === null ? null : (series.get(film.collectionId) ?? null),
    film.remakeOfId,
    film.status === "released" ? film.tagline : null,
    film.popularity,
    film.voteAverage,
    film.voteCount,
  ]);
}

/** The studio was typed anew for each film: some end in a blank, some shout. */
function typedByHand(random: RandomStream, name: string): string {
  const slip = random.next();
  if (slip < 0.035) return `${name} `;
  if (slip < 0.05) return name.toUpperCase();
  return slip < 0.06 ? name.toLowerCase() : name;
}

/** The three leading parts and the direction of every film; the other crew only for films since 2010. */
function creditTable(world: CinemaWorld, films: CinemaWorld["films"]): Row[] {
  const castOf = Map.groupBy(world.cast, (credit) => credit.filmId);
  const crewOf = Map.groupBy(world.crew, (credit) => credit.filmId);
  const rows: Row[] = [];
  for (const film of films) {
    const complete = film.releaseDate === null || film.releaseDate >= "2010";
    for (const credit of crewOf.get(film.id) ?? []) {
      if (complete || credit.job === "Director")
        rows.push([rows.length + 1, film.id, credit.personId, roleCode[credit.job], null, null]);
    }
    for (const credit of castOf.get(film.id) ?? []) {
      if (credit.order < 3)
        rows.push([rows.length + 1, film.id, credit.personId, "A", credit.character, credit.order + 1]);
    }
  }
  return rows;
}
