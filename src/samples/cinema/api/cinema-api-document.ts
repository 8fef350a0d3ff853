import { cinemaSchemas } from "./cinemas.ts";
import {
  type Answer,
  date,
  errorResponses,
  errorSchema,
  flag,
  integer,
  list,
  nullable,
  type Operation,
  object,
  pageOf,
  problemNames,
  ref,
  type Schema,
  sharedParameters,
  text,
} from "./document.ts";
import { filmFilterSchema, filmSchemas } from "./films.ts";
import { readerSchemas } from "./my-things.ts";
import { personSchemas } from "./people.ts";

const tags: Readonly<Record<string, string>> = {
  Search: "From names to ids.",
  Films: "What is known about one film.",
  Charts: "Films in a fixed order.",
  Discover: "Films that pass filters.",
  Images: "The images themselves.",
  People: "Actors and crew.",
  Studios: "Film studios.",
  Series: "Films that belong together.",
  Genres: "Genres and their films.",
  Keywords: "Keywords and their films.",
  Reference: "Codes and what they mean.",
  Awards: "Awards, ceremonies and who won.",
  Cinemas: "The cinemas of the chain and their programme.",
  Reviews: "What readers write about films.",
  Lists: "Readers' lists of films.",
  Profile: "Who the caller is.",
  Ratings: "Marks that the caller gives.",
  Favourites: "The caller's favourite films.",
  Watchlist: "Films that the caller wants to see.",
};

import { allOperations } from "./operations.ts";

/** The sample API as an OpenAPI 3.1 document; `serverUrl` without a trailing slash. */
export function cinemaApiDocument(serverUrl: string): object {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const operation of allOperations) {
    paths[operation.path] ??= {};
    Object.assign(paths[operation.path] ?? {}, { [operation.method]: described(operation) });
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Cinema catalogue",
      version: "1.0.0",
      summary: "Invented films, their people and awards, and the cinemas that show them.",
      description:
        "A catalogue of 5,240 films, none of them real, with people, studios, awards and readers' reviews, and the programme of a chain of cinemas. Most lists come in pages of twenty (`page`, `total_pages`, `total_results`). Reading is free; writing, and what lies under `/my`, needs a token. A query parameter that an operation does not know is an error.",
    },
    servers: [{ url: serverUrl }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        readerToken: { type: "http", scheme: "bearer", description: "The token of a reader." },
      },
      parameters: sharedParameters,
      responses: errorResponses,
      schemas: {
        ...filmSchemas,
        ...personSchemas,
        ...catalogueSchemas,
        ...cinemaSchemas,
        ...readerSchemas,
        FilmFilter: filmFilterSchema,
        Error: errorSchema,
      },
    },
  };
}

function described(operation: Operation): Schema {
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    ...(operation.parameters.length === 0
      ? {}
      : {
          parameters: operation.parameters.map((parameter) =>
            typeof parameter === "string" ? { $ref: `#/components/parameters/${parameter}` } : parameter,
          ),
        }),
    ...(operation.body === undefined
      ? {}
      : { requestBody: { required: true, content: { "application/json": { schema: operation.body } } } }),
    ...(operation.secured ? { security: [{ readerToken: [] }] } : {}),
    responses: {
      [String(operation.answer.status)]: answered(operation.answer),
      ...Object.fromEntries(
        operation.problems.map((status) => [
          String(status),
          { $ref: `#/components/responses/${problemNames[status]}` },
        ]),
      ),
    },
  };
}

function answered({ description, headers, schema, mediaType = "application/json" }: Answer): Schema {
  return {
    description,
    ...(headers === undefined ? {} : { headers }),
    ...(schema === undefined ? {} : { content: { [mediaType]: { schema } } }),
  };
}

export const catalogueSchemas: Readonly<Record<string, Schema>> = {
  Genre: object("A genre.", { id: integer("Id of the genre."), name: text("Name of the genre.") }),
  GenreList: object("All genres.", { genres: list("The genres, by name.", ref("Genre")) }),
  Keyword: object("A keyword.", {
    id: integer("Id of the keyword."),
    name: text("The keyword, such as `bank robbery`."),
  }),
  KeywordPage: pageOf("Keyword", "One page of keywords."),
  Country: object("A country.", {
    code: text("Two letters, such as `FR`."),
    name: text("English name of the country."),
  }),
  CountryList: object("All countries.", { countries: list("The countries, by name.", ref("Country")) }),
  Language: object("A language.", {
    code: text("Two letters, such as `fr`."),
    name: text("English name of the language."),
  }),
  LanguageList: object("All languages of films.", {
    languages: list("The languages, by name.", ref("Language")),
  }),
  Certificate: object("An age certificate.", {
    code: text("Code of the certificate, such as `12`."),
    meaning: text("Who may see such films."),
  }),
  CertificateList: object("All age certificates.", {
    certificates: list("The certificates, the mildest first.", ref("Certificate")),
  }),
  Place: object("A city.", {
    city: text("Name of the city."),
    country_code: text("Code of its country."),
  }),
  StudioName: object("A studio by name.", {
    id: integer("Id of the studio."),
    name: text("Name of the studio."),
  }),
  StudioPage: pageOf("Studio", "One page of studios."),
  Studio: object("A film studio.", {
    id: integer("Id of the studio."),
    name: text("Name of the studio."),
    founded: integer("Year in which the studio was founded."),
    headquarters: ref("Place"),
    film_count: integer("Number of films of the studio."),
  }),
  StudioImages: object("Logos of a studio.", {
    studio_id: integer("Id of the studio."),
    logos: list("The studio's logos.", ref("Image")),
  }),
  SeriesName: object("A film series by name.", {
    id: integer("Id of the series."),
    name: text("Name of the series."),
  }),
  SeriesPage: pageOf("SeriesName", "One page of film series."),
  Series: object("A film series with its films.", {
    id: integer("Id of the series."),
    name: text("Name of the series."),
    films: list("The films of the series, the oldest first.", ref("FilmSummary")),
  }),
  SeriesImages: object("Images of a film series.", {
    series_id: integer("Id of the series."),
    posters: list("Posters of the films, the oldest film first.", ref("Image")),
    backdrops: list("Backdrops of the films, the oldest film first.", ref("Image")),
  }),
  Award: object("A film award.", {
    id: integer("Id of the award."),
    name: text("Name of the award."),
    first_year: integer("Year of the first ceremony."),
    held_in: ref("Place"),
    categories: list("Categories in which prizes are given.", ref("AwardCategory")),
  }),
  AwardCategory: object("A category of an award.", {
    id: integer("Id of the category."),
    name: text("Name of the category, such as `Best Film`."),
  }),
  AwardName: object("A film award by name.", {
    id: integer("Id of the award."),
    name: text("Name of the award."),
  }),
  AwardPage: pageOf("AwardName", "One page of awards."),
  AwardList: object("All awards.", { awards: list("The awards, by name.", ref("Award")) }),
  Ceremony: object("One ceremony of an award.", {
    id: integer("Id of the ceremony."),
    award_id: integer("Id of the award."),
    edition: integer("Which ceremony it is, from 1."),
    date: date("Day of the ceremony."),
  }),
  CeremonyPage: pageOf("Ceremony", "One page of ceremonies."),
  Nomination: object("A nomination for a prize.", {
    award_id: integer("Id of the award."),
    award: text("Name of the award."),
    ceremony_id: integer("Id of the ceremony."),
    date: date("Day of the ceremony."),
    category: text("Name of the category."),
    film_id: integer("Id of the nominated film."),
    film_title: text("Title of the nominated film."),
    person_id: nullable(integer("Id of the nominated person; null in categories for films.")),
    person_name: nullable(text("Name of the nominated person; null in categories for films.")),
    won: flag("Whether it won the prize."),
  }),
  CeremonyNominations: object("Nominations of a ceremony.", {
    ceremony_id: integer("Id of the ceremony."),
    award: text("Name of the award."),
    date: date("Day of the ceremony."),
    nominations: list("The nominations, by category.", ref("Nomination")),
  }),
};
