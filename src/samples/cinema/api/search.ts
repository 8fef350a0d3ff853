import { type Catalogue, cinemaProgramme, nameSearch, yearOf } from "./catalogue.ts";
import { answers, inQuery, integer, type Operation, operation, ref, text } from "./document.ts";
import { type Handlers, type Input, json, page } from "./http.ts";
import type { ReaderState } from "./my-things.ts";
import { studioView } from "./reference-data.ts";
import { cinemaSummary, filmSummary, listSummary, personSummary } from "./views.ts";

const search = (id: string, path: string, what: string, page: string, description: string): Operation =>
  operation("Search", "get", `/search/${path}`, {
    id,
    summary: `Search ${what} by name`,
    description,
    parameters: ["Query", "Page"],
    answer: answers(ref(page), "What was found, the most popular first."),
  });

export const searchOperations: readonly Operation[] = [
  operation("Search", "get", "/search/films", {
    id: "searchFilms",
    summary: "Search films by title",
    description:
      "Looks in international and original titles. Start here when a film is known by its title and its id is needed.",
    parameters: [
      "Query",
      inQuery("year", integer("Only films first released in this year.", { minimum: 1900, maximum: 2100 })),
      inQuery(
        "language",
        text("Only films of this original language, such as `fr`.", { pattern: "^[a-z]{2}$" }),
      ),
      "Page",
    ],
    answer: answers(ref("FilmPage"), "The films found, the most popular first."),
  }),
  operation("Search", "get", "/search/people", {
    id: "searchPeople",
    summary: "Search people by name",
    description:
      "Finds actors, directors, writers, composers, editors and camera people. Start here when somebody is known by name and the id is needed.",
    parameters: [
      "Query",
      inQuery(
        "known_for",
        text("Only people known for this.", {
          enum: ["Acting", "Directing", "Writing", "Sound", "Editing", "Camera"],
        }),
      ),
      "Page",
    ],
    answer: answers(ref("PersonPage"), "The people found, the most popular first."),
  }),
  search(
    "searchStudios",
    "studios",
    "film studios",
    "StudioPage",
    "Finds film studios, those with most films first.",
  ),
  search(
    "searchSeries",
    "series",
    "film series",
    "SeriesPage",
    "Finds series of films that belong together, such as sequels.",
  ),
  search(
    "searchKeywords",
    "keywords",
    "keywords",
    "KeywordPage",
    "Finds keywords, whose ids the filters of the catalogue take.",
  ),
  search("searchAwards", "awards", "film awards", "AwardPage", "Finds film awards."),
  search(
    "searchCinemas",
    "cinemas",
    "cinemas of the chain",
    "CinemaPage",
    "Looks in the names of the chain's cinemas and of their cities.",
  ),
  search(
    "searchLists",
    "lists",
    "readers' lists",
    "ListPage",
    "Finds lists that readers have made, the longest first.",
  ),
  search(
    "searchEverything",
    "everything",
    "things of all kinds",
    "SearchHitPage",
    "Looks in films, people, studios, series, keywords, awards, cinemas and lists at once, and tells of each hit what kind it is.",
  ),
];

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
      return json(page(input, found, filmSummary));
    },
    searchPeople: (input) => {
      const knownFor = input.text("known_for");
      const found = people(queryOf(input)).filter(
        (person) => knownFor === undefined || person.knownFor === knownFor,
      );
      return json(page(input, found, personSummary));
    },
    searchStudios: (input) =>
      json(page(input, studios(queryOf(input)), (studio) => studioView(catalogue, studio))),
    searchSeries: (input) => json(page(input, series(queryOf(input)), named)),
    searchKeywords: (input) => json(page(input, keywords(queryOf(input)), named)),
    searchAwards: (input) => json(page(input, awards(queryOf(input)), named)),
    searchCinemas: (input) => json(page(input, cinemas(queryOf(input)), cinemaSummary)),
    searchLists: (input) => json(page(input, lists(queryOf(input)), listSummary)),
    searchEverything: (input) =>
      json(page(input, hits(queryOf(input)), ({ kind, id, name }) => ({ kind, id, name }))),
  };
}
