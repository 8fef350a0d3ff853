/** A JSON Schema (2020-12) as plain data. */
export type Schema = Readonly<Record<string, unknown>>;

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** The id of a film in a body. */
const filmId: Schema = { type: "integer", description: "Id of the film.", minimum: 1 };

const types: Readonly<Record<string, Schema>> = {
  text: { type: "string" },
  integer: { type: "integer" },
  number: { type: "number" },
  flag: { type: "boolean" },
  date: { type: "string", format: "date" },
  filmId,
};

const limits: Readonly<Record<string, string>> = { string: "Length", array: "Items" };

/** A word about a value: `1..50`, `0..`, `/^[A-Z]{2}$/`, `=20`. */
function bounds(word: string, type: string): Schema {
  const [, least, most] = /^(\d*)\.\.(\d*)$/u.exec(word) ?? [];
  const limit = limits[type];
  if (least !== undefined)
    return {
      ...(least !== "" && { [`min${limit ?? "imum"}`]: Number(least) }),
      ...(most !== "" && { [`max${limit ?? "imum"}`]: Number(most) }),
    };
  if (word.startsWith("=")) return { default: type === "string" ? word.slice(1) : Number(word.slice(1)) };
  return { pattern: word.slice(1, -1) };
}

/** The schema of `type bounds`; a text unless a type is given. */
function schemaOf(written: string, description: string): Schema {
  const words = written.split(" ").filter((word) => word !== "");
  const isBound = (word: string): boolean => /^(?:\d*\.\.|=|\/)/u.test(word);
  const type = words.find((word) => !isBound(word)) ?? "text";
  const bare = type.replace(/\?$/u, "");
  const [, items] = /^\[(.*)\]$/u.exec(bare) ?? [];
  const own: Schema =
    items !== undefined
      ? { type: "array", items: types[items] ?? ref(items) }
      : bare.includes("|")
        ? { type: "string", enum: bare.split("|") }
        : (types[bare] ?? ref(bare));
  const { type: kind, ...rest } = own;
  const more = words.filter(isBound).map((word) => bounds(word, String(kind)));
  const schema: Schema =
    kind === undefined
      ? own
      : {
          type: kind,
          ...(description === "" ? {} : { description }),
          ...rest,
          ...Object.assign({}, ...more),
        };
  return bare === type ? schema : nullable(schema);
}

/** The same schema, or null. */
function nullable(schema: Schema): Schema {
  if (schema["$ref"] !== undefined) return { oneOf: [schema, { type: "null" }] };
  const values = schema["enum"] as readonly unknown[] | undefined;
  return {
    ...schema,
    type: [schema["type"], "null"],
    ...(values === undefined ? {} : { enum: [...values, null] }),
  };
}

export interface Member {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/**
 * A member of an object or a parameter, from `name type bounds: description`. A question mark after the name: it may be left out; after the type: it may be
 * null. A type is a word, another schema, a list of one in brackets, or values with a bar between.
 */
export function memberOf(line: string): Member {
  const [, name = "", optional, written = "", description = ""] =
    /^(\w+)(\?)?(?: (.*?))?(?:: (.*))?$/u.exec(line) ?? [];
  return { name, required: optional === undefined, schema: schemaOf(written, description) };
}

export function objectOf(description: string, members: readonly Member[]): Schema {
  const properties = Object.fromEntries(members.map(({ name, schema }) => [name, schema]));
  const required = members.filter((member) => member.required).map(({ name }) => name);
  return { type: "object", description, properties, ...(required.length > 0 ? { required } : {}) };
}

/** The members of an object from a text with a line for each. */
export const membersOf = (lines: string): readonly Member[] => lines.trim().split("\n").map(memberOf);

/** One page of twenty, as most lists come. */
export const pageOf = (name: string, description: string): Schema =>
  objectOf(
    description,
    membersOf(`
page integer: Number of this page, from 1.
results [${name}]: The entries of this page, at most 20.
total_pages integer: How many pages there are.
total_results integer: How many entries there are on all pages.`),
  );

const errorMembers = membersOf(`
code bad_json|unauthorized|forbidden|not_found|method_not_allowed|conflict|too_large|invalid_input|internal: A word for programs, such as \`not_found\`.
message: A sentence for people.
field text?: The parameter or the property of the body at fault; null if none is.`);

export const errorSchema: Schema = objectOf("What went wrong.", [
  { name: "error", required: true, schema: objectOf("The error.", errorMembers) },
]);

/** What can go wrong: the word for programs, the name in `components.responses`, what it means. Two that no document tells of have a word alone. */
const problems = {
  400: ["bad_json", "BadJson", "The body is not JSON."],
  401: ["unauthorized", "Unauthorized", "The call needs a valid token: `Authorization: Bearer <token>`."],
  403: ["forbidden", "Forbidden", "The thing belongs to somebody else."],
  404: ["not_found", "NotFound", "There is nothing with this id."],
  405: ["method_not_allowed"],
  409: ["conflict", "Conflict", "It is there already."],
  413: ["too_large", "TooLarge", "The body is larger than 64 kB."],
  422: ["invalid_input", "InvalidInput", "A parameter or the body is missing or wrong; `field` names it."],
  500: ["internal"],
} as const;

export type ProblemStatus = keyof typeof problems;

export const problemCode = (status: ProblemStatus): string => problems[status][0];
export const problemName = (status: ProblemStatus): string => problems[status][1] ?? "";

export const errorResponses: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.values(problems).flatMap(([, name, description]) =>
    name === undefined
      ? []
      : [[name, { description, content: { "application/json": { schema: ref("Error") } } }]],
  ),
);

/** A parameter from `place name type bounds: description`; a list of ids has commas between. */
export function parameterOf(written: string): Schema {
  const [place = ""] = written.split(" ");
  const { name, required, schema } = memberOf(written.slice(place.length + 1));
  const { description, ...bare } = schema;
  const list = bare["type"] === "array" ? { style: "form", explode: false } : {};
  return { name, in: place, required, description, schema: bare, ...list };
}

/** Parameters that several operations share. */
export const sharedParameters: Readonly<Record<string, Schema>> = Object.fromEntries(
  `
FilmId path film_id integer 1..: Id of a film, as \`searchFilms\` and every list of films give it.
PersonId path person_id integer 1..: Id of a person, as \`searchPeople\` and the credits of a film give it.
StudioId path studio_id integer 1..: Id of a studio, as \`searchStudios\` and the details of a film give it.
SeriesId path series_id integer 1..: Id of a film series, as \`searchSeries\` and the details of a film give it.
GenreId path genre_id integer 1..: Id of a genre, as \`listGenres\` gives it.
KeywordId path keyword_id integer 1..: Id of a keyword, as \`searchKeywords\` and the keywords of a film give it.
AwardId path award_id integer 1..: Id of an award, as \`listAwards\` and \`searchAwards\` give it.
CeremonyId path ceremony_id integer 1..: Id of a ceremony, as \`listCeremonies\` gives it.
CinemaId path cinema_id integer 1..: Id of a cinema of the chain, as \`searchCinemas\` and \`listCinemas\` give it.
ListId path list_id integer 1..: Id of a list, as \`getMyLists\` and \`createList\` give it.
ReviewId path review_id integer 1..: Id of a review, as the reviews of a film give it.
Query query query 1..200: Words to look for. Every word must begin a word of the name, in any order; case and accents do not matter. There is no correction of misspelled words.
Page query page? integer 1..1000 =1: Which page of twenty to give.`
    .trim()
    .split("\n")
    .map((line) => {
      const [name = ""] = line.split(" ");
      return [name, parameterOf(line.slice(name.length + 1))];
    }),
);

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** What a successful call answers: a component's name, or text of a media type, or nothing. */
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
  readonly problems: readonly ProblemStatus[];
}
