import { expect, test } from "vitest";
import { loadDocument } from "../../../src/environments/rest-api/document/load-document.ts";
import { operationRules } from "../../../src/environments/rest-api/operation-index.ts";
import { apiPaths } from "./api-paths.ts";

const document = await loadDocument({
  document: {
    openapi: "3.1.0",
    info: { title: "Lists", version: "1" },
    paths: apiPaths({
      "GET /lists getLists": {},
      "POST /lists createList": {},
      "DELETE /lists/{id} deleteList": {},
    }),
  },
});

test("operations are named in any way and known by their ids", () => {
  const { rules, visible } = operationRules(document, {
    allow: ["createList"],
    readOnly: ["post /lists"],
    deny: ["DELETE /lists/{list}"],
  });
  expect(rules).toEqual({
    allow: ["POST /lists"],
    readOnly: ["POST /lists"],
    deny: ["DELETE /lists/{id}"],
    dryRun: false,
  });
  expect(visible.map(({ id }) => id)).toEqual(["GET /lists", "POST /lists"]);
});

test("all may be allowed at once, but not denied or taken for reading", () => {
  expect(operationRules(document, { allow: ["*"] }).rules.allow).toEqual(["*"]);
  for (const rule of ["deny", "readOnly"]) {
    expect(() => operationRules(document, { [rule]: ["*"] })).toThrow(
      expect.objectContaining({ code: "configuration-invalid" }),
    );
  }
});

test("a name that no operation has is refused with the nearest", () => {
  expect(() => operationRules(document, { deny: ["DELETE /list/{id}"] })).toThrow(
    expect.objectContaining({
      code: "configuration-invalid",
      message: 'The API has no operation "DELETE /list/{id}".',
      hint: "Did you mean DELETE /lists/{id}?",
    }),
  );
});

test("one path of an operation is not said to only read, and denies all of it", () => {
  expect(() => operationRules(document, { readOnly: ["DELETE /lists/7"] })).toThrow(
    expect.objectContaining({
      code: "configuration-invalid",
      message: '"DELETE /lists/7" is one path of an operation that has many.',
      hint: "Only a whole operation can be said to only read: DELETE /lists/{id}",
    }),
  );
  const { visible } = operationRules(document, { deny: ["DELETE /lists/7"] });
  expect(visible.map(({ id }) => id)).toEqual(["GET /lists", "POST /lists"]);
});
