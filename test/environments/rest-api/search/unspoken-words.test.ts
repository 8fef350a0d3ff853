import { beforeAll, describe, expect, it } from "vitest";
import type { ApiDocument } from "../../../../src/environments/rest-api/document/api-document.ts";
import { loadDocument } from "../../../../src/environments/rest-api/document/load-document.ts";
import {
  createOperationSearch,
  type OperationSearch,
} from "../../../../src/environments/rest-api/search/rank-operations.ts";

import { unspokenWords } from "../../../../src/environments/rest-api/search/unspoken-words.ts";
import { cinemaApiDocument } from "../../../../src/samples/cinema/api/cinema-api-document.ts";

let document: ApiDocument;
let search: OperationSearch;
beforeAll(async () => {
  document = await loadDocument({ text: JSON.stringify(cinemaApiDocument("http://localhost")) });
  search = createOperationSearch(document);
});

const unspoken = (step: string) =>
  unspokenWords(
    step,
    search.search(step, 8).map(({ operation }) => operation),
    document.schemas,
  );

describe("words of a step that no operation found speaks of", () => {
  it.each([
    ["Look up the soundtrack of a film", ["soundtrack"]],
    ["Get the twitter handle of a person", ["twitter", "handle"]],
    ["Translate the dialogue of the film (id 12)", ["translate", "dialogue"]],
  ])("are told: %s", (step, words) => {
    expect(unspoken(step)).toEqual(words);
  });

  it.each([
    'Search for the film titled "Soundtrack of the Harbour"',
    "Get the cast of the film Harbour Lights (id 12)",
    "List the nominees of the ceremony with the id 31",
    "Learn which of both films is the earliest",
    "Which studios are there?",
    "Get all films directed by a person (id 2442), best rated first, with title and vote average",
    "Get the releases by country of a film, with the two-letter country codes",
    "Get all genres and take the id of the horror genre",
    'Search things of all kinds for names with a word that begins with "Silber"',
    "Get the upcoming films, from all pages, and take the most popular one with its popularity",
    "",
  ])("are none in what an operation does, nor in names: %s", (step) => {
    expect(unspoken(step)).toEqual([]);
  });
});

it.each(["(", "“", '"', "(a ", "a", "soundtrack "])(
  "are looked for in the beginning of a step without end: %s",
  (unit) => {
    const words = unspokenWords(unit.repeat(300_000 / unit.length), [], new Map());
    expect(words.length).toBeLessThanOrEqual(4);
  },
);
