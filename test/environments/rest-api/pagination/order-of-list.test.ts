import { beforeAll, expect, test } from "vitest";
import type { ApiDocument } from "../../../../src/environments/rest-api/document/api-document.ts";
import { loadDocument } from "../../../../src/environments/rest-api/document/load-document.ts";
import { orderOfList } from "../../../../src/environments/rest-api/pagination/order-of-list.ts";
import { cinemaApiDocument } from "../../../../src/samples/cinema/api/cinema-api-document.ts";
import type { JsonObject } from "../../../../src/util/json.ts";

let document: ApiDocument;
beforeAll(async () => {
  document = await loadDocument({ text: JSON.stringify(cinemaApiDocument("http://localhost")) });
});

function orderOf(id: string, parameters: JsonObject = {}, body?: JsonObject) {
  const operation = document.operations.find((each) => each.id === id);
  if (operation === undefined) throw new Error(`There is no ${id}.`);
  return orderOfList(operation, { parameters, ...(body === undefined ? {} : { body }) });
}

test.each([
  ["GET /films/upcoming", "the most popular first"],
  ["GET /studios/{studio_id}/films", "the newest first"],
  ["GET /search/studios", "those with most films first"],
  ["GET /films/top-rated", "the best mean vote first"],
])("the order of %s is as the document says: %s", (id, order) => {
  expect(orderOf(id)).toBe(order);
});

test("the order that was asked for is the order of the list, in the query or in the body", () => {
  expect(orderOf("GET /discover/films", { sort_by: "vote_count.desc" })).toBe("sort_by: vote_count.desc");
  expect(orderOf("POST /films/query", {}, { sort_by: "title.asc" })).toBe("sort_by: title.asc");
});

test.each(["GET /search/films", "GET /films/{film_id}/keywords", "POST /films/{film_id}/rating"])(
  "the order of %s is not made up where nothing says it",
  (id) => {
    expect(orderOf(id)).toBeUndefined();
  },
);
