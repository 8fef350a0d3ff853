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
import type { KeptList } from "./readers.ts";
import { view } from "./schemas.ts";

const placeView = (catalogue: Catalogue, cityId: number) =>
  view("Place", { ...catalogue.cities.get(cityId), city: catalogue.cities.get(cityId)?.name });

/** Where an image is and how large. */
export interface Picture {
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly language: string | null;
}

/** Posters and backdrops of films, in the films' order. */
export function filmImages(catalogue: Catalogue, filmIds: readonly number[]) {
  const images = Map.groupBy(
    filmIds.flatMap((id) => catalogue.imagesOfFilm.get(id) ?? []),
    ({ kind }) => kind,
  );
  const ofKind = (kind: FilmImage["kind"]) => (images.get(kind) ?? []).map((image) => view("Image", image));
  return { posters: ofKind("poster"), backdrops: ofKind("backdrop") };
}

export function portraits({ profilePath }: Person): readonly Picture[] {
  return profilePath === null ? [] : [{ path: profilePath, width: 600, height: 900, language: null }];
}

/** Every fifth studio has no logo, so that callers meet empty lists. */
export function logos({ id }: Studio): readonly Picture[] {
  return id % 5 === 0 ? [] : [{ path: `/studios/${id}-logo.png`, width: 600, height: 300, language: null }];
}

export const filmSummary = (film: Film) => view("FilmSummary", film);

export function filmView(catalogue: Catalogue, film: Film) {
  const named = (things: Catalogue["studios" | "series"], id: number | null) => {
    const thing = things.get(id ?? 0);
    return thing === undefined ? null : view("StudioName", thing);
  };
  return view("Film", {
    ...film,
    runtime: film.runtimeMinutes,
    genres: film.genreIds.map((id) => catalogue.genres.get(id)),
    countries: film.countryCodes.map((code) => view("Country", catalogue.countries.get(code) ?? {})),
    studio: named(catalogue.studios, film.studioId),
    series: named(catalogue.series, film.collectionId),
    remakeOf: film.remakeOfId,
    setIn: placeView(catalogue, film.settingCityId),
  });
}

export function nominationView(catalogue: Catalogue, nomination: Nomination) {
  const { awardId, date } = catalogue.ceremonies.get(nomination.ceremonyId) ?? ({} as Partial<Ceremony>);
  const { personId } = nomination;
  return view("Nomination", {
    ...nomination,
    awardId,
    award: catalogue.awards.get(awardId ?? 0)?.name,
    date,
    category: catalogue.categories.get(nomination.categoryId)?.name,
    filmTitle: catalogue.films.get(nomination.filmId)?.title,
    personName: personId === null ? null : catalogue.people.get(personId)?.name,
  });
}

/** Nominations and the number of prizes among them. */
export function nominationsView(catalogue: Catalogue, nominations: readonly Nomination[] = []) {
  return {
    wins: nominations.filter((nomination) => nomination.won).length,
    nominations: nominations.map((nomination) => nominationView(catalogue, nomination)),
  };
}

export function awardView(catalogue: Catalogue, award: Award) {
  const categories = catalogue.world.awardCategories.filter(({ awardId }) => awardId === award.id);
  return view("Award", {
    ...award,
    heldIn: placeView(catalogue, award.cityId),
    categories: categories.map((category) => view("AwardCategory", category)),
  });
}

export const ceremonyView = (ceremony: Ceremony) => view("Ceremony", ceremony);

export function studioView(catalogue: Catalogue, studio: Studio) {
  const filmCount = catalogue.filmsOfStudio.get(studio.id)?.length ?? 0;
  return view("Studio", { ...studio, headquarters: placeView(catalogue, studio.cityId), filmCount });
}

const statuses = { 1: "open", 2: "renovation", 3: "closed" } as const;
const versions = { O: "original", D: "dubbed", S: "subtitled" } as const;
const states = { F: "finished", P: "planned", N: "not-held" } as const;

export function cinemaSummary({ city, status, ...cinema }: CinemaSite) {
  const { name, countryCode } = city;
  return view("CinemaSummary", { ...cinema, city: name, countryCode, status: statuses[status] });
}

export function cinemaView(cinema: CinemaSite) {
  const own = view("Cinema", {
    ...cinema,
    address: cinema.street,
    openedOn: isoDate(cinema.openedDay),
    seats: cinema.screens.reduce((sum, screen) => sum + screen.seats, 0),
  });
  return { ...own, ...cinemaSummary(cinema) };
}

export function screeningView({ film, site, screen, ...screening }: Screening) {
  return view("Screening", {
    ...screening,
    ...{ filmId: film.id, filmTitle: film.title, cinemaId: site.id, cinemaName: site.name },
    screen: screen.number,
    startsAt: startOf({ film, site, screen, ...screening }),
    version: versions[screening.version],
    state: states[screening.state],
  });
}

export const personSummary = (person: Person) => view("PersonSummary", person);

export function personView(catalogue: Catalogue, person: Person) {
  const { birthCityId } = person;
  const placeOfBirth = birthCityId === null ? null : placeView(catalogue, birthCityId);
  return view("Person", { ...person, placeOfBirth });
}

/** Parts and jobs of a person, the newest film first; films without a release date are the newest. */
export function personFilms(catalogue: Catalogue, personId: number) {
  const day = (credit: CastCredit | CrewCredit) => catalogue.films.get(credit.filmId)?.releaseDate ?? "9999";
  const viewed = (schema: string, credits: readonly (CastCredit | CrewCredit)[] = []) =>
    credits
      .toSorted((a, b) => day(b).localeCompare(day(a)) || a.filmId - b.filmId)
      .map((credit) => view(schema, { ...catalogue.films.get(credit.filmId), ...credit }));
  return {
    person_id: personId,
    cast: viewed("PersonPart", catalogue.castOfPerson.get(personId)),
    crew: viewed("PersonJob", catalogue.crewOfPerson.get(personId)),
  };
}

export function filmCredits(catalogue: Catalogue, id: number) {
  const viewed = ({ filmId: _, personId, ...what }: CastCredit | CrewCredit) => {
    const { name, profilePath } = catalogue.people.get(personId) ?? ({} as Partial<Person>);
    return { person_id: personId, name, profile_path: profilePath, ...what };
  };
  return {
    film_id: id,
    cast: (catalogue.castOfFilm.get(id) ?? []).toSorted((a, b) => a.order - b.order).map(viewed),
    crew: (catalogue.crewOfFilm.get(id) ?? []).map(viewed),
  };
}

export const reviewView = (review: CatalogueReview) => view("Review", review);

/** The newest first; of one day the higher id, which was written later. */
export function newestFirst(reviews: Iterable<CatalogueReview>): readonly CatalogueReview[] {
  return [...reviews].sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id);
}

export const listSummary = (list: KeptList) =>
  view("ListSummary", { ...list, filmCount: list.filmIds.length });

export function listView(catalogue: Catalogue, list: KeptList) {
  const films = list.filmIds.flatMap((id) => catalogue.films.get(id) ?? []);
  return view("FilmList", { ...list, filmCount: list.filmIds.length, films: films.map(filmSummary) });
}
