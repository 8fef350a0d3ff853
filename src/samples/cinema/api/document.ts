/** A JSON Schema (2020-12) as plain data. */
export type Schema = Readonly<Record<string, unknown>>;

/** An object whose properties are all required, but those named in `optional`. */
export function object(
  description: string,
  properties: Readonly<Record<string, Schema>>,
  optional: readonly string[] = [],
): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", description, properties, ...(required.length > 0 ? { required } : {}) };
}

export const integer = (description: string, more: Schema = {}): Schema => ({
  type: "integer",
  description,
  ...more,
});

export const number = (description: string, more: Schema = {}): Schema => ({
  type: "number",
  description,
  ...more,
});

export const text = (description: string, more: Schema = {}): Schema => ({
  type: "string",
  description,
  ...more,
});

export const flag = (description: string): Schema => ({ type: "boolean", description });

export const date = (description: string): Schema => text(description, { format: "date" });

export const list = (description: string, items: Schema, more: Schema = {}): Schema => ({
  type: "array",
  description,
  items,
  ...more,
});

/** The same schema, or null. */
export function nullable(schema: Schema): Schema {
  if (schema["$ref"] !== undefined) return { oneOf: [schema, { type: "null" }] };
  const values = schema["enum"] as readonly unknown[] | undefined;
  return {
    ...schema,
    type: [schema["type"], "null"],
    ...(values === undefined ? {} : { enum: [...values, null] }),
  };
}

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** One page of twenty, as most lists come. */
export const pageOf = (name: string, description: string): Schema =>
  object(description, {
    page: integer("Number of this page, from 1."),
    results: list("The entries of this page, at most 20.", ref(name)),
    total_pages: integer("How many pages there are."),
    total_results: integer("How many entries there are on all pages."),
  });

export const errorSchema: Schema = object("What went wrong.", {
  error: object("The error.", {
    code: text("A word for programs, such as `not_found`.", {
      enum: [
        "bad_json",
        "unauthorized",
        "forbidden",
        "not_found",
        "method_not_allowed",
        "conflict",
        "too_large",
        "invalid_input",
        "internal",
      ],
    }),
    message: text("A sentence for people."),
    field: nullable(text("The parameter or the property of the body at fault; null if none is.")),
  }),
});

/** The names of `components.responses` by status. */
export const problemNames: Readonly<Record<Problem, string>> = {
  400: "BadJson",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  409: "Conflict",
  413: "TooLarge",
  422: "InvalidInput",
};

const descriptions: Readonly<Record<Problem, string>> = {
  400: "The body is not JSON.",
  401: "The call needs a valid token: `Authorization: Bearer <token>`.",
  403: "The thing belongs to somebody else.",
  404: "There is nothing with this id.",
  409: "It is there already.",
  413: "The body is larger than 64 kB.",
  422: "A parameter or the body is missing or wrong; `field` names it.",
};

export const errorResponses: Readonly<Record<string, Schema>> = Object.fromEntries(
  ([400, 401, 403, 404, 409, 413, 422] as const).map((status) => [
    problemNames[status],
    {
      description: descriptions[status],
      content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
    },
  ]),
);

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

export type Method = "get" | "post" | "put" | "patch" | "delete";
export type Problem = 400 | 401 | 403 | 404 | 409 | 413 | 422;

/** What a successful call answers: a component's name, or bytes of a media type, or nothing. */
export interface Answer {
  readonly status: 200 | 201 | 204;
  readonly description: string;
  readonly schema?: Schema;
  readonly mediaType?: string;
  readonly headers?: Readonly<Record<string, Schema>>;
}

/** One operation, before it is written as OpenAPI. */
export interface Operation {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Names of `components.parameters` or parameters of its own. */
  readonly parameters: readonly (string | Schema)[];
  readonly body?: Schema;
  readonly secured: boolean;
  readonly answer: Answer;
  readonly problems: readonly Problem[];
}
