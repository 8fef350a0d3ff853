import { answers, type Operation, operation } from "./operation.ts";
import { inQuery } from "./parameters.ts";
import { integer, ref, text } from "./schema-shapes.ts";

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
