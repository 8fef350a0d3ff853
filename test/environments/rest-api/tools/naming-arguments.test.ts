import { expect, test } from "vitest";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import type { JsonObject } from "../../../../src/util/json.ts";
import { apiPaths } from "../api-paths.ts";
import { serverEnvironment } from "../server-environment.ts";

const text = { type: "string" };
const PATHS = apiPaths({
  "GET /todos/{id} getTodo": {},
  "POST /todos createTodo": { summary: "Create a todo", body: { $ref: "#/components/schemas/NewTodo" } },
  "POST /notes createNote": {
    summary: "Create a note",
    requestBody: { required: true, content: { "text/plain": { schema: text } } },
  },
});
const NEW_TODO = {
  allOf: [
    { type: "object", properties: { title: text, done: { type: "boolean" } } },
    { type: "object", required: ["title", "due"], properties: { due: text } },
  ],
};

/** What a tool says; nothing listens at the server. */
async function said(tool: string, given: JsonObject) {
  const { environment } = await serverEnvironment("http://127.0.0.1:9", PATHS, {
    components: { schemas: { NewTodo: NEW_TODO } },
  });
  const context = testContext();
  const workspace = await environment.openWorkspace(undefined, context);
  return environment.act(workspace, { environment: "api", tool, arguments: given }, context);
}

test("what the operation does not take either is refused as no argument of the tool", async () => {
  const { failure } = await said("call_operation", { operation: "getTodo", colour: "red" });
  expect(failure?.message).toContain('call_operation has no argument "colour"');
});

test("operations are found with the members that their body must have, not with the word body", async () => {
  const { observation } = await said("find_operations", { text: "create a todo" });
  expect(observation?.text).toContain("POST /todos: Create a todo. Needs title, due.");
  expect(observation?.text).toContain("POST /notes: Create a note. Needs body.");
});
