import { expect, test } from "vitest";
import { loadDocument } from "../../../src/environments/rest-api/document/load-document.ts";
import { operationRules } from "../../../src/environments/rest-api/operation-index.ts";

const operation = (operationId: string) => ({ operationId, responses: { 200: { description: "ok" } } });

const document = await loadDocument({
  text: JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Lists", version: "1" },
    paths: {
      "/lists": { get: operation("getLists"), post: operation("createList") },
      "/lists/{id}": { delete: operation("deleteList") },
    },
  }),
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

test("leave for a path with a value in it is for that value, and a name with a placeholder for all", () => {
  const { rules, allowedPaths } = operationRules(document, {
    allow: ["DELETE /lists/7", "delete /lists/a%20b/", "DELETE /lists/{list}"],
  });
  expect(rules.allow).toEqual(["DELETE /lists/{id}"]);
  expect(allowedPaths).toEqual([
    { operation: "DELETE /lists/{id}", values: { id: "7" } },
    { operation: "DELETE /lists/{id}", values: { id: "a b" } },
  ]);
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
