import type {
  Award,
  AwardCategory,
  CastCredit,
  Ceremony,
  CinemaWorld,
  City,
  Collection,
  Country,
  CrewCredit,
  Film,
  FilmImage,
  Genre,
  Keyword,
  Nomination,
  Person,
  Studio,
} from "../../cinema-world.ts";
import { createCinemaWorld } from "../../create-cinema-world.ts";

type ById<T> = ReadonlyMap<number, T>;
type Grouped<T> = ReadonlyMap<number | null, readonly T[]>;

/** The world with the ways into it that the API needs. It never changes, so that all servers of a process share it. */
export interface Catalogue {
  readonly world: CinemaWorld;
  readonly films: ById<Film>;
  readonly people: ById<Person>;
  readonly studios: ById<Studio>;
  readonly series: ById<Collection>;
  readonly genres: ById<Genre>;
  readonly keywords: ById<Keyword>;
  readonly cities: ById<City>;
  readonly countries: ReadonlyMap<string, Country>;
  readonly awards: ById<Award>;
  readonly categories: ById<AwardCategory>;
  readonly ceremonies: ById<Ceremony>;
  readonly castOfFilm: Grouped<CastCredit>;
  readonly castOfPerson: Grouped<CastCredit>;
  readonly crewOfFilm: Grouped<CrewCredit>;
  readonly crewOfPerson: Grouped<CrewCredit>;
  readonly imagesOfFilm: Grouped<FilmImage>;
  readonly filmsOfStudio: Grouped<Film>;
  readonly nominationsOfFilm: Grouped<Nomination>;
  readonly nominationsOfPerson: Grouped<Nomination>;
  readonly nominationsOfCeremony: Grouped<Nomination>;
  /** The most popular first, of equals the lower id. */
  readonly popularFilms: readonly Film[];
  readonly popularPeople: readonly Person[];
}

let shared: Catalogue | undefined;

export function cinemaCatalogue(): Catalogue {
  shared ??= createCatalogue(createCinemaWorld());
  return shared;
}

function createCatalogue(world: CinemaWorld): Catalogue {
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
    popularFilms: byPopularity(world.films),
    popularPeople: byPopularity(world.people),
  };
}

function byId<T extends { readonly id: number }>(things: readonly T[]): ById<T> {
  return new Map(things.map((thing) => [thing.id, thing]));
}

function byPopularity<T extends { readonly id: number; readonly popularity: number }>(
  things: readonly T[],
): readonly T[] {
  return things.toSorted((a, b) => b.popularity - a.popularity || a.id - b.id);
}
