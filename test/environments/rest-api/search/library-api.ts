import type { ApiDocument } from "../../../../src/environments/rest-api/document/api-document.ts";
import { loadDocument } from "../../../../src/environments/rest-api/document/load-document.ts";
import type { JsonObject } from "../../../../src/util/json.ts";
import { apiPaths } from "../api-paths.ts";

type Shape = Readonly<Record<string, JsonObject>>;

const text = { type: "string" };
const number = { type: "integer" };
const object = (properties: Shape): JsonObject => ({ type: "object", properties });
const pageOf = (name: string): JsonObject =>
  object({ results: { type: "array", items: { $ref: `#/components/schemas/${name}` } }, total: number });
const one = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/** A made-up API of a library: books, authors, readers and their loans. */
export const LIBRARY: JsonObject = {
  openapi: "3.0.3",
  info: { title: "Library", version: "1" },
  paths: apiPaths({
    "GET /search/books ?query!": { summary: "Search books by title", returns: pageOf("Book") },
    "GET /search/authors ?query!": { summary: "Search authors", returns: pageOf("Author") },
    "GET /books ?page:integer": { summary: "List books", returns: pageOf("Book") },
    "GET /books/popular": { summary: "Most borrowed books", returns: pageOf("Book") },
    "GET /books/{book_id}": { summary: "Details of a book", returns: one("Book") },
    "DELETE /books/{book_id}": { summary: "Withdraw a book" },
    "GET /books/{book_id}/cover": { summary: "Pictures of the cover", returns: object({ url: text }) },
    "GET /books/legacy/{book_id}": { summary: "Details of a book", returns: one("Book"), deprecated: true },
    "GET /authors/{author_id}": { summary: "Details of an author", returns: one("Author") },
    "GET /authors/{author_id}/books": { summary: "Books of an author", returns: pageOf("Book") },
    "GET /readers/{reader}": { summary: "Details of a reader", returns: one("Reader") },
    "GET /readers": { summary: "List readers", returns: pageOf("Reader") },
    "POST /readers": {
      summary: "Register a reader",
      returns: one("Reader"),
      body: { ...object({ name: text, email: text }), required: ["name"] },
    },
    "GET /readers/{reader}/loans": { summary: "Loans of a reader", returns: pageOf("Loan") },
    "POST /readers/{reader}/loans": {
      summary: "Lend a book",
      returns: one("Loan"),
      body: {
        ...object({ book_id: text, until: { type: "string", format: "date" } }),
        required: ["book_id"],
      },
    },
    "DELETE /readers/{reader}/loans/{id}": { summary: "Give a book back" },
    "GET /shelves/{shelf_number}/webhooks": {
      summary: "Callbacks of a shelf",
      returns: object({ urls: { type: "array", items: text } }),
    },
  }),
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
