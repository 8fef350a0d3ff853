import { expect, test } from "vitest";
import { loadDocument } from "../../../src/environments/rest-api/document/load-document.ts";
import { createOperationIndex } from "../../../src/environments/rest-api/operation-index.ts";
import { apiPaths } from "./api-paths.ts";

async function index(basePaths: readonly string[] = []) {
  const paths = apiPaths({
    "GET /films/{film_id} getFilm": {},
    "DELETE /films/{film_id} deleteFilm": {},
    "GET /films/popular popularFilms": {},
    "GET /films/{film_id}/credits getCredits": {},
    "POST /search search": {},
    "GET /files/{name}.{format} getFile": {},
    "GET /v1/search twice": {},
    "GET /v2/search Twice": {},
  });
  const info = { title: "Films", version: "1" };
  const document = await loadDocument({ document: { openapi: "3.1.0", info, paths } });
  return createOperationIndex(document.operations, basePaths);
}

test.each([
  ["GET /films/{film_id}", "GET /films/{film_id}", {}],
  ["getCredits", "GET /films/{film_id}/credits", {}],
  ["GETCREDITS", "GET /films/{film_id}/credits", {}],
  ["get  /films/{id}/", "GET /films/{film_id}", {}],
  ["/search", "POST /search", {}],
  ["GET /films/597/credits", "GET /films/{film_id}/credits", { film_id: "597" }],
  ["/films/597/credits?language=en", "GET /films/{film_id}/credits", { film_id: "597" }],
  ["GET /films/popular", "GET /films/popular", {}],
  ["DELETE /films/12", "DELETE /films/{film_id}", { film_id: "12" }],
  ["/films/12", "GET /films/{film_id}", { film_id: "12" }],
  ["GET /films/a%20b", "GET /films/{film_id}", { film_id: "a b" }],
  ["GET /films/100%", "GET /films/{film_id}", { film_id: "100%" }],
  ["GET /files/poster.png", "GET /files/{name}.{format}", { name: "poster", format: "png" }],
  ["GET /films/{film_id}/credits: who played in it", "GET /films/{film_id}/credits", {}],
])("%s is found", async (written, id, values) => {
  const found = (await index()).find(written);
  expect({ id: found?.operation.id, values: found?.values }).toEqual({ id, values });
});

test("a server's base path and its whole address are looked past", async () => {
  const operations = await index(["/api"]);
  expect(operations.find("GET /api/films/7")?.values).toEqual({ film_id: "7" });
  expect(operations.find("https://api.example/api/films/7")?.operation.id).toBe("GET /films/{film_id}");
});

test.each(["", "GET", "films", "PUT /films/7", "/films", "GET /films/7/cast", "twice"])(
  "%j names none, or not one alone",
  async (written) => {
    expect((await index()).find(written)).toBeUndefined();
  },
);

test("an unknown operation is told with the nearest", async () => {
  const operations = await index();
  const failure = operations.unknown("getFilms", []).failure;
  expect(failure).toMatchObject({
    code: "unknown-operation",
    message: 'The API has no operation "getFilms". Use one that find_operations shows.',
  });
  const [all] = operations.all;
  if (all === undefined) throw new TypeError("no operation");
  expect(operations.unknown("film details", [all]).failure.suggestions[0]).toEqual({
    text: all.id,
    replaces: "film details",
  });
});

test.each(["{", "{a", "}", ".", ":", "/", "#", "?", " ", "a ", "/.", "{}"])(
  "a name without end is looked up in linear time and names nothing: %s",
  async (unit) => {
    const { find } = await index();
    const long = unit.repeat(200_000 / unit.length);
    for (const written of [long, `/films/${long}`, `GET /files/${long}/x`, `/${long}\u0000`])
      expect(find(written)?.operation.id).not.toBe("GET /search");
  },
);

test("a path of a point alone is no path", async () => {
  expect((await index()).find("/.")).toBeUndefined();
});
