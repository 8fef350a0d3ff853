import { expect, test } from "vitest";
import type { Operation } from "../../../../src/environments/rest-api/document/api-document.ts";
import { createArgumentOrigins } from "../../../../src/environments/rest-api/search/create-argument-origins.ts";
import { loadLibrary } from "./library-api.ts";

const library = await loadLibrary();
const origins = createArgumentOrigins(library);

function operation(id: string): Operation {
  const found = library.operations.find((each) => each.id === id);
  if (found === undefined) expect.fail(`the library has no ${id}`);
  return found;
}

function originsOf(id: string, argument: string, limit = 10): readonly string[] {
  return origins.of(operation(id), argument, limit).map((each) => `${each.operation} ${each.field}`);
}

test("an id comes from the collection and from searches before anything that needs an id itself", () => {
  const found = originsOf("GET /books/{book_id}", "book_id");
  expect(found.slice(0, 2).toSorted()).toEqual(["GET /books results[].id", "GET /search/books results[].id"]);
  const nested = found.findIndex((each) => each.startsWith("GET /authors/{author_id}/books"));
  expect(nested).toBeGreaterThan(1);
});

test("a variable that is called after its collection is an id of it", () => {
  expect(origins.isIdentifier(operation("GET /readers/{reader}"), "reader")).toBe(true);
  expect(originsOf("GET /readers/{reader}", "reader", 1)).toEqual(["GET /readers results[].id"]);
});

test("a plain id is of the things of the segment before it", () => {
  expect(originsOf("DELETE /readers/{reader}/loans/{id}", "id", 1)).toEqual([
    "GET /readers/{reader}/loans results[].id",
  ]);
});

test("a member of the body that ends in id has origins too", () => {
  expect(originsOf("POST /readers/{reader}/loans", "book_id", 2).join()).toContain(
    "/search/books results[].id",
  );
});

test("what a person gives has no origins", () => {
  const given: readonly (readonly [string, string])[] = [
    ["GET /search/books", "query"],
    ["GET /books", "page"],
    ["POST /readers/{reader}/loans", "until"],
    ["POST /readers", "name"],
    ["GET /shelves/{shelf_number}/webhooks", "shelf_number"],
  ];
  for (const [id, argument] of given) {
    expect(origins.isIdentifier(operation(id), argument), argument).toBe(false);
    expect(originsOf(id, argument)).toEqual([]);
  }
});

test("an argument that the operation does not have is no identifier", () => {
  expect(origins.isIdentifier(operation("GET /books"), "nothing_id")).toBe(false);
  expect(originsOf("GET /books", "nothing_id")).toEqual([]);
});

test("schemas that contain themselves come to an end, and no more than asked are given", () => {
  expect(originsOf("GET /authors/{author_id}", "author_id")[0]).toBe("GET /search/authors results[].id");
  expect(originsOf("GET /books/{book_id}", "book_id", 1)).toHaveLength(1);
});
