import type { ApiDocument } from "../../../../src/environments/rest-api/document/api-document.ts";
import { loadDocument } from "../../../../src/environments/rest-api/document/load-document.ts";
import type { Json, JsonObject } from "../../../../src/util/json.ts";

type Shape = Readonly<Record<string, JsonObject>>;

const text = { type: "string" };
const number = { type: "integer" };
const object = (properties: Shape): JsonObject => ({ type: "object", properties });
const pageOf = (name: string): JsonObject =>
  object({ results: { type: "array", items: { $ref: `#/components/schemas/${name}` } }, total: number });
const one = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

function operation(summary: string, response: JsonObject | undefined, more: JsonObject = {}): JsonObject {
  const content: Json = response === undefined ? {} : { "application/json": { schema: response } };
  return { summary, responses: { "200": { description: "Good.", content } }, ...more };
}

function inPath(...names: readonly string[]): JsonObject {
  return { parameters: names.map((name) => ({ name, in: "path", required: true, schema: text })) };
}

function inQuery(name: string, more: JsonObject = {}): JsonObject {
  return { parameters: [{ name, in: "query", schema: text, ...more }] };
}

function withBody(properties: Shape, required: readonly string[]): JsonObject {
  const schema = { ...object(properties), required };
  return { requestBody: { content: { "application/json": { schema } } } };
}

/** A made-up API of a library: books, authors, readers and their loans. */
export const LIBRARY: JsonObject = {
  openapi: "3.0.3",
  info: { title: "Library", version: "1" },
  paths: {
    "/search/books": {
      get: operation("Search books by title", pageOf("Book"), inQuery("query", { required: true })),
    },
    "/search/authors": {
      get: operation("Search authors", pageOf("Author"), inQuery("query", { required: true })),
    },
    "/books": { get: operation("List books", pageOf("Book"), inQuery("page", { schema: number })) },
    "/books/popular": { get: operation("Most borrowed books", pageOf("Book")) },
    "/books/{book_id}": {
      get: operation("Details of a book", one("Book"), inPath("book_id")),
      delete: operation("Withdraw a book", undefined, inPath("book_id")),
    },
    "/books/{book_id}/cover": {
      get: operation("Pictures of the cover", object({ url: text }), inPath("book_id")),
    },
    "/books/legacy/{book_id}": {
      get: operation("Details of a book", one("Book"), { ...inPath("book_id"), deprecated: true }),
    },
    "/authors/{author_id}": { get: operation("Details of an author", one("Author"), inPath("author_id")) },
    "/authors/{author_id}/books": {
      get: operation("Books of an author", pageOf("Book"), inPath("author_id")),
    },
    "/readers/{reader}": { get: operation("Details of a reader", one("Reader"), inPath("reader")) },
    "/readers": {
      get: operation("List readers", pageOf("Reader")),
      post: operation("Register a reader", one("Reader"), withBody({ name: text, email: text }, ["name"])),
    },
    "/readers/{reader}/loans": {
      get: operation("Loans of a reader", pageOf("Loan"), inPath("reader")),
      post: operation("Lend a book", one("Loan"), {
        ...inPath("reader"),
        ...withBody({ book_id: text, until: { type: "string", format: "date" } }, ["book_id"]),
      }),
    },
    "/readers/{reader}/loans/{id}": {
      delete: operation("Give a book back", undefined, inPath("reader", "id")),
    },
    "/shelves/{shelf_number}/webhooks": {
      get: operation(
        "Callbacks of a shelf",
        object({ urls: { type: "array", items: text } }),
        inPath("shelf_number"),
      ),
    },
  },
  components: {
    schemas: {
      Book: object({
        id: text,
        title: text,
        authors: { type: "array", items: { $ref: "#/components/schemas/Author" } },
      }),
      Author: object({ id: text, name: text, born: text, best_book: { $ref: "#/components/schemas/Book" } }),
      Reader: object({ id: text, name: text }),
      Loan: object({ id: text, book_id: text, until: text }),
    },
  },
};

export function loadLibrary(): Promise<ApiDocument> {
  return loadDocument({ document: LIBRARY });
}
