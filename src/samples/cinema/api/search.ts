import { type Catalogue, cinemaProgramme, nameSearch, yearOf } from "./catalogue.ts";
import { type Handler, type Handlers, type Input, page } from "./http.ts";
import type { ReaderState } from "./readers.ts";
import { cinemaSummary, filmSummary, listSummary, personSummary, studioView } from "./views.ts";

interface Named {
  readonly id: number;
  readonly name: string;
}

const named = ({ id, name }: Named) => ({ id, name });

export function searchHandlers(catalogue: Catalogue, state: ReaderState): Handlers {
  const { world } = catalogue;
  const byWeight = <T extends Named>(things: readonly T[], weightOf: (thing: T) => number) => {
    const weights = new Map(things.map((thing) => [thing, weightOf(thing)]));
    return things.toSorted((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0) || a.id - b.id);
  };
  const byName = <T extends Named>(things: readonly T[]) => nameSearch(things, ({ name }) => [name]);
  const studios = byName(byWeight(world.studios, ({ id }) => catalogue.filmsOfStudio.get(id)?.length ?? 0));
  const series = byName(
    byWeight(world.collections, ({ filmIds }) =>
      Math.max(...filmIds.map((id) => catalogue.films.get(id)?.popularity ?? 0)),
    ),
  );
  const uses = Map.groupBy(
    world.films.flatMap((film) => film.keywordIds),
    (id) => id,
  );
  const keywords = byName(byWeight(world.keywords, ({ id }) => uses.get(id)?.length ?? 0));
  const films = nameSearch(catalogue.popularFilms, (film) => [film.title, film.originalTitle]);
  const people = byName(catalogue.popularPeople);
  const awards = byName(world.awards);
  const cinemas = (query: string) =>
    nameSearch([...cinemaProgramme(catalogue).cinemas.values()], ({ name, city }) => [
      name,
      city.name,
      `${name} ${city.name}`,
    ])(query);
  // Lists change, so their names are read anew.
  const lists = (query: string) =>
    byName(byWeight([...state.lists.values()], ({ filmIds }) => filmIds.length))(query);
  const queryOf = (input: Input) => input.text("query") ?? "";
  const by =
    <T>(find: (query: string) => readonly T[], view: (thing: T) => object): Handler =>
    (input) =>
      page(input, find(queryOf(input)), view);
  const hits = (query: string) => {
    const hit = (kind: string) => (thing: Named) => ({ kind, id: thing.id, name: thing.name, popularity: 0 });
    const popular = [
      ...films(query).map((film) => ({ ...film, kind: "film", name: film.title })),
      ...people(query).map((person) => ({ ...person, kind: "person" })),
    ];
    return [
      ...popular.sort((a, b) => b.popularity - a.popularity || a.id - b.id),
      ...studios(query).map(hit("studio")),
      ...series(query).map(hit("series")),
      ...keywords(query).map(hit("keyword")),
      ...awards(query).map(hit("award")),
      ...cinemas(query).map(hit("cinema")),
      ...lists(query).map(hit("list")),
    ];
  };
  return {
    searchFilms: (input) => {
      const year = input.number("year");
      const language = input.text("language");
      const found = films(queryOf(input))
        .filter((film) => year === undefined || yearOf(film) === year)
        .filter((film) => language === undefined || film.originalLanguage === language);
      return page(input, found, filmSummary);
    },
    searchPeople: (input) => {
      const knownFor = input.text("known_for");
      const found = people(queryOf(input)).filter(
        (person) => knownFor === undefined || person.knownFor === knownFor,
      );
      return page(input, found, personSummary);
    },
    searchStudios: by(studios, (studio) => studioView(catalogue, studio)),
    searchSeries: by(series, named),
    searchKeywords: by(keywords, named),
    searchAwards: by(awards, named),
    searchCinemas: by(cinemas, cinemaSummary),
    searchLists: by(lists, listSummary),
    searchEverything: by(hits, ({ kind, id, name }) => ({ kind, id, name })),
  };
}
