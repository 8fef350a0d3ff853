import type { CastCredit, CrewCredit, Person } from "../../cinema-world.ts";
import type { Catalogue } from "../catalogue/cinema-catalogue.ts";
import { placeView } from "./place-view.ts";

/** `PersonSummary` of the document. */
export function personSummary(person: Person) {
  return {
    id: person.id,
    name: person.name,
    known_for: person.knownFor,
    popularity: person.popularity,
    profile_path: person.profilePath,
  };
}

/** `Person` of the document. */
export function personView(catalogue: Catalogue, person: Person) {
  return {
    ...personSummary(person),
    gender: person.gender,
    birthday: person.birthday,
    deathday: person.deathday,
    place_of_birth: person.birthCityId === null ? null : placeView(catalogue, person.birthCityId),
    country_code: person.countryCode,
    biography: person.biography,
  };
}

/** Parts and jobs of a person, the newest film first; films without a release date are the newest. */
export function personFilms(catalogue: Catalogue, personId: number) {
  const day = (credit: { readonly filmId: number }) =>
    catalogue.films.get(credit.filmId)?.releaseDate ?? "9999";
  const sorted = <T extends { readonly filmId: number }>(credits: readonly T[] | undefined) =>
    (credits ?? []).toSorted((a, b) => day(b).localeCompare(day(a)) || a.filmId - b.filmId);
  const credited = ({ filmId }: CastCredit | CrewCredit) => {
    const film = catalogue.films.get(filmId);
    return {
      film_id: filmId,
      title: film?.title,
      release_date: film?.releaseDate,
      vote_average: film?.voteAverage,
      popularity: film?.popularity,
    };
  };
  return {
    person_id: personId,
    cast: sorted(catalogue.castOfPerson.get(personId)).map((credit) => ({
      ...credited(credit),
      character: credit.character,
      order: credit.order,
    })),
    crew: sorted(catalogue.crewOfPerson.get(personId)).map((credit) => ({
      ...credited(credit),
      job: credit.job,
      department: credit.department,
    })),
  };
}

/** `FilmCredits` of the document. */
export function filmCredits(catalogue: Catalogue, filmId: number) {
  const who = ({ personId }: CastCredit | CrewCredit) => {
    const person = catalogue.people.get(personId);
    return { person_id: personId, name: person?.name, profile_path: person?.profilePath };
  };
  return {
    film_id: filmId,
    cast: (catalogue.castOfFilm.get(filmId) ?? [])
      .toSorted((a, b) => a.order - b.order)
      .map((credit) => ({ ...who(credit), character: credit.character, order: credit.order })),
    crew: (catalogue.crewOfFilm.get(filmId) ?? []).map((credit) => ({
      ...who(credit),
      job: credit.job,
      department: credit.department,
    })),
  };
}
