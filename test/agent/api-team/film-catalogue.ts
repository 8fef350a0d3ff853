import type { JsonObject } from "../../../src/util/json.ts";

export interface FilmOperation {
  readonly operation: string;
  readonly summary: string;
  readonly parameters: readonly string[];
  readonly effect?: boolean;
  /** Undefined where nothing has that id. */
  answer(given: Readonly<Record<string, string>>): JsonObject | undefined;
}

const MOVIES = [
  { id: 5101, title: "Titanic", year: 1997 },
  { id: 5102, title: "The Long Voyage", year: 2001 },
  { id: 5103, title: "Ship of Dreams", year: 1999 },
];
const PEOPLE = [
  { id: 7201, name: "Jennifer Lawrence", films: ["Winter's Bone", "Joy"] },
  { id: 7202, name: "Jennifer Connelly", films: ["Labyrinth"] },
  { id: 7203, name: "Natalie Portman", films: ["Black Swan"] },
];
const COMPANIES = [
  { id: 8301, name: "Walt Disney", logo: "/disney.png", founded: "Los Angeles" },
  { id: 8302, name: "Universal Pictures", logo: "/universal.png", founded: "New York" },
];
const PLOT = "A teacher of chemistry turns to crime. ".repeat(20);
const SHOWS = [{ id: 9401, name: "Breaking Bad", seasons: 5, plot: PLOT }];

type Named = JsonObject & { readonly name?: string; readonly title?: string };

/** Servers search by parts of names, and find nothing for a typo. */
const searched =
  (rows: readonly Named[]) =>
  ({ query = "" }: Readonly<Record<string, string>>): JsonObject => {
    const results = rows.filter(({ name, title }) =>
      (name ?? title ?? "").toLowerCase().includes(query.toLowerCase()),
    );
    return { results, total_results: results.length };
  };

const byId =
  (parameter: string, rows: readonly JsonObject[]) =>
  (given: Readonly<Record<string, string>>): JsonObject | undefined =>
    rows.find(({ id }) => String(id) === given[parameter]);

const beside =
  (title: string) =>
  ({ movie_id }: Readonly<Record<string, string>>): JsonObject | undefined =>
    movie_id === "5101" ? { results: MOVIES.filter((movie) => movie.title === title) } : undefined;

const search = (path: string, what: string, rows: readonly Named[]): FilmOperation => ({
  operation: `GET /search/${path}`,
  summary: `Search for a ${what} by name.`,
  parameters: ["query"],
  answer: searched(rows),
});

export const NAMES = [...PEOPLE, ...COMPANIES].map(({ name }) => name);

/** A small catalogue of films in memory. */
export const OPERATIONS: readonly FilmOperation[] = [
  search("movie", "movie or film", MOVIES),
  search("person", "person", PEOPLE),
  search("company", "company", COMPANIES),
  search("tv", "tv show", SHOWS),
  {
    operation: "GET /movie/{movie_id}/similar",
    summary: "Movies that are similar to a movie.",
    parameters: ["movie_id"],
    answer: beside("Ship of Dreams"),
  },
  {
    operation: "GET /movie/{movie_id}/recommendations",
    summary: "Recommendations of movies for those who liked a movie.",
    parameters: ["movie_id"],
    answer: beside("The Long Voyage"),
  },
  {
    operation: "GET /person/{person_id}/movie_credits",
    summary: "Films with a person.",
    parameters: ["person_id"],
    answer: byId("person_id", PEOPLE),
  },
  {
    operation: "GET /company/{company_id}",
    summary: "Details of a company: logo, where it was founded.",
    parameters: ["company_id"],
    answer: byId("company_id", COMPANIES),
  },
  {
    operation: "GET /tv/{tv_id}",
    summary: "Details of a tv show.",
    parameters: ["tv_id"],
    answer: byId("tv_id", SHOWS),
  },
  {
    operation: "POST /favourites",
    summary: "Add a movie to the favourites.",
    parameters: ["movie_id"],
    effect: true,
    answer: () => ({ added: true }),
  },
];
