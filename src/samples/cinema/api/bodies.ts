import { wordList } from "../words/names.ts";
import { certificates } from "./catalogue.ts";
import {
  idsInQuery,
  inQuery,
  integer,
  list,
  nullable,
  number,
  object,
  type Schema,
  text,
} from "./document.ts";

const closed = (schema: Schema): Schema => ({ ...schema, additionalProperties: false });
const filmId = integer("Id of the film.", { minimum: 1 });
const mark = integer("Mark from 1 (poor) to 10 (excellent).", { minimum: 1, maximum: 10 });
const content = text("The review itself.", { minLength: 1, maxLength: 5000 });
const listName = text("Name of the list.", { minLength: 1, maxLength: 100 });

/** What readers send. */
export const bodies: Readonly<Record<string, Schema>> = {
  NewReview: closed(object("A review to write.", { content, rating: mark }, ["rating"])),
  ReviewChange: closed({
    ...object("What to change of a review; at least one of the two.", { content, rating: nullable(mark) }, [
      "content",
      "rating",
    ]),
    minProperties: 1,
  }),
  NewList: closed(
    object(
      "A list to create.",
      {
        name: listName,
        film_ids: list("Ids of the first films; without it the list is empty.", filmId, { maxItems: 100 }),
      },
      ["film_ids"],
    ),
  ),
  ListName: closed(object("A new name for a list.", { name: listName })),
  FilmChoice: closed(object("A film to add.", { film_id: filmId })),
  NewRating: closed(object("A mark for a film.", { value: mark })),
};

const filmOrders =
  wordList(`popularity.desc, popularity.asc, vote_average.desc, vote_average.asc, vote_count.desc, release_date.desc,
  release_date.asc, revenue.desc, revenue.asc, budget.desc, runtime.desc, runtime.asc, title.asc`);

/** Filters of the catalogue; a film must pass all that are given. */
const single: Readonly<Record<string, Schema>> = {
  year_from: integer("Released in this year or later.", { minimum: 1900, maximum: 2100 }),
  year_to: integer("Released in this year or earlier.", { minimum: 1900, maximum: 2100 }),
  country: text("Code of a producing country, such as `FR` (see `listCountries`).", {
    pattern: "^[A-Z]{2}$",
  }),
  language: text("Code of the original language, such as `fr` (see `listLanguages`).", {
    pattern: "^[a-z]{2}$",
  }),
  runtime_min: integer("At least this many minutes long.", { minimum: 0 }),
  runtime_max: integer("At most this many minutes long.", { minimum: 0 }),
  vote_min: number("Mean vote of at least this.", { minimum: 0, maximum: 10 }),
  vote_max: number("Mean vote of at most this.", { minimum: 0, maximum: 10 }),
  votes_min: integer("At least this many votes.", { minimum: 0 }),
  certification: text("Age certificate of the film.", { enum: certificates.map(([code]) => code) }),
  studio_id: integer("Id of the studio.", { minimum: 1 }),
};

const several: Readonly<Record<string, string>> = {
  genre_ids: "Ids of genres, all of which the film must have.",
  without_genre_ids: "Ids of genres, none of which the film may have.",
  keyword_ids: "Ids of keywords, all of which the film must have.",
  person_ids: "Ids of people, all of whom must have played in the film or worked on it.",
  cast_ids: "Ids of people, all of whom must have played in the film.",
  director_ids: "Ids of people, all of whom must have directed the film.",
};

const order = text("Order of the films; films with the same value come by id, those without one last.", {
  enum: filmOrders,
  default: "popularity.desc",
});

export const filmFilterParameters: readonly Schema[] = [
  ...Object.entries(several).map(([name, description]) => idsInQuery(name, description)),
  ...Object.entries(single).map(([name, schema]) => inQuery(name, schema)),
  inQuery("sort_by", order),
];

/** The same as a JSON body. */
export const filmFilterSchema: Schema = {
  ...object(
    "Filters of the catalogue. A film must pass all that are given; without any, all films pass.",
    {
      ...Object.fromEntries(
        Object.entries(several).map(([name, description]) => [
          name,
          list(description, { type: "integer" }, { minItems: 1, maxItems: 10 }),
        ]),
      ),
      ...single,
      sort_by: order,
      page: integer("Which page of twenty to give.", { minimum: 1, maximum: 1000, default: 1 }),
    },
    [...Object.keys(several), ...Object.keys(single), "sort_by", "page"],
  ),
  additionalProperties: false,
};
