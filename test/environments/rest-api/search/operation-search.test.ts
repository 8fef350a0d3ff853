import { expect, test } from "vitest";
import { createOperationSearch } from "../../../../src/environments/rest-api/search/rank-operations.ts";
import { loadLibrary } from "./library-api.ts";

const library = await loadLibrary();
const { search } = createOperationSearch(library);
const idsFor = (text: string, limit = 3): readonly string[] =>
  search(text, limit).map(({ operation }) => operation.id);

test.each([
  ["Which books are there?", "GET /books"],
  ["What is the title of book 77?", "GET /books/{book_id}"],
  ["Get rid of book b12, it is torn.", "DELETE /books/{book_id}"],
  ["Sign up a new reader called Ada Miller.", "POST /readers"],
  ["List all loans of reader r5.", "GET /readers/{reader}/loans"],
  ["Show me a photo of what book 9 looks like.", "GET /books/{book_id}/cover"],
  ["Which writings does author a3 have among the books?", "GET /authors/{author_id}/books"],
  ['Find the book titled "The Long Winter".', "GET /search/books"],
])("%s asks for %s", (step, expected) => {
  expect(idsFor(step)[0]).toBe(expected);
});

test("a step that names an id prefers the operation that takes it, and one without prefers the list", () => {
  expect(idsFor("details of reader 31")[0]).toBe("GET /readers/{reader}");
  expect(idsFor("all readers")[0]).toBe("GET /readers");
});

test("words written apart or together are the same word", () => {
  expect(idsFor("web hooks of shelf 4")[0]).toBe("GET /shelves/{shelf_number}/webhooks");
});

test("a name leads to the search that gives the id which the likely operation needs", () => {
  expect(idsFor("Which books did the author Selma Lind write?", 3)).toContain("GET /search/authors");
});

test("a deprecated operation comes after one that does the same", () => {
  const found = idsFor("details of book 5", 10);
  expect(found).toContain("GET /books/legacy/{book_id}");
  expect(found.indexOf("GET /books/{book_id}")).toBeLessThan(found.indexOf("GET /books/legacy/{book_id}"));
});

test("what is not wanted does not decide", () => {
  expect(idsFor("Show the loans of reader r2, not the books.")[0]).toBe("GET /readers/{reader}/loans");
});

test("nothing is found for a text that shares nothing with the document, and for none", () => {
  expect(search("xylophone zzz", 5)).toEqual([]);
  expect(search("", 5)).toEqual([]);
  expect(search("books", 0)).toEqual([]);
});

test("the same text gives the same order, with scores that do not rise", () => {
  const first = search("books of a reader", 20);
  expect(search("books of a reader", 20)).toEqual(first);
  const scores = first.map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
});

test("a document without operations finds nothing", () => {
  expect(createOperationSearch({ ...library, operations: [] }).search("books", 5)).toEqual([]);
});
