import { integer, list, type Schema, text } from "./schema-shapes.ts";

const inPath = (name: string, schema: Schema): Schema => ({
  name,
  in: "path",
  required: true,
  description: schema["description"],
  schema: bare(schema),
});

/** A query parameter; the schema's description becomes the parameter's. */
export const inQuery = (name: string, schema: Schema, required = false): Schema => ({
  name,
  in: "query",
  required,
  description: schema["description"],
  schema: bare(schema),
});

/** Several ids in one parameter, with commas between. */
export const idsInQuery = (name: string, description: string): Schema => ({
  ...inQuery(name, list(description, { type: "integer" }, { minItems: 1, maxItems: 10 })),
  style: "form",
  explode: false,
});

function bare({ description: _, ...schema }: Schema): Schema {
  return schema;
}

const id = (description: string): Schema => integer(description, { minimum: 1 });

/** Parameters that several operations share. */
export const sharedParameters: Readonly<Record<string, Schema>> = {
  FilmId: inPath("film_id", id("Id of a film, as `searchFilms` and every list of films give it.")),
  PersonId: inPath("person_id", id("Id of a person, as `searchPeople` and the credits of a film give it.")),
  StudioId: inPath("studio_id", id("Id of a studio, as `searchStudios` and the details of a film give it.")),
  SeriesId: inPath(
    "series_id",
    id("Id of a film series, as `searchSeries` and the details of a film give it."),
  ),
  GenreId: inPath("genre_id", id("Id of a genre, as `listGenres` gives it.")),
  KeywordId: inPath(
    "keyword_id",
    id("Id of a keyword, as `searchKeywords` and the keywords of a film give it."),
  ),
  AwardId: inPath("award_id", id("Id of an award, as `listAwards` and `searchAwards` give it.")),
  CeremonyId: inPath("ceremony_id", id("Id of a ceremony, as `listCeremonies` gives it.")),
  CinemaId: inPath(
    "cinema_id",
    id("Id of a cinema of the chain, as `searchCinemas` and `listCinemas` give it."),
  ),
  ListId: inPath("list_id", id("Id of a list, as `searchLists`, `getMyLists` and `createList` give it.")),
  ReviewId: inPath("review_id", id("Id of a review, as the reviews of a film give it.")),
  Query: inQuery(
    "query",
    text(
      "Words to look for. Every word must begin a word of the name, in any order; case and accents do not matter. There is no correction of misspelled words.",
      { minLength: 1, maxLength: 200 },
    ),
    true,
  ),
  Page: inQuery("page", integer("Which page of twenty to give.", { minimum: 1, maximum: 1000, default: 1 })),
};
