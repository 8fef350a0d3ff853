import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTools } from "../../src/ai-sdk/create-tools.ts";
import { permittedEffects } from "../../src/ai-sdk/task-knowledge.ts";
import { createRestApiEnvironment } from "../../src/environments/rest-api/create-rest-api-environment.ts";
import type { ApiDocument } from "../../src/environments/rest-api/document/api-document.ts";
import { loadDocument } from "../../src/environments/rest-api/document/load-document.ts";
import { askableFiles } from "../agent/asking-fixture.ts";
import { apiPaths } from "../environments/rest-api/api-paths.ts";
import { fileTreeEnvironment } from "../support/file-tree-environment.ts";
import { FILES } from "../support/run-fixture.ts";

const paths = apiPaths({ "GET /todos": {}, "POST /todos addTodo": {}, "DELETE /todos/{id} removeTodo": {} });
let document: ApiDocument;
beforeAll(async () => {
  document = await loadDocument({
    document: { openapi: "3.1.0", info: { title: "Todos", version: "1" }, paths },
  });
});
const open: { close(): Promise<void> }[] = [];
afterAll(() => Promise.all(open.map((environment) => environment.close())));

function api(id = "api") {
  const environment = createRestApiEnvironment({ id, document, server: "http://127.0.0.1:9" });
  open.push(environment);
  return environment;
}

describe("an effect that is allowed", () => {
  it.each(["POST /todos", "post /todos", "addTodo", "api POST /todos"])("is an operation: %s", (effect) => {
    expect(permittedEffects([effect], [api()])).toEqual(["api POST /todos"]);
  });

  it("is allowed in every environment that has it, or in the one that is named", () => {
    const environments = [api("one"), fileTreeEnvironment(FILES), api("two")];
    expect(permittedEffects(["addTodo"], environments)).toEqual(["one POST /todos", "two POST /todos"]);
    expect(permittedEffects(["two addTodo"], environments)).toEqual(["two POST /todos"]);
  });

  it.each([
    ["POST /todo", "Did you mean POST /todos?"],
    ["api POST /todo", "Did you mean POST /todos?"],
    ["*", "Name it by its id, such as POST /lists, or by its operationId."],
  ])("is refused where no operation is called so: %s", (effect, hint) => {
    expect(() => createTools(api(), { allow: [effect] })).toThrow(
      expect.objectContaining({ code: "usage", hint }),
    );
  });

  it("is a tool with an effect, where there are no operations", () => {
    expect(permittedEffects(["send_file"], [askableFiles()])).toEqual(["files send_file"]);
    expect(() => permittedEffects(["send_files"], [askableFiles()])).toThrow(
      expect.objectContaining({ hint: "Did you mean send_file?" }),
    );
    expect(() => permittedEffects(["other send_file"], [askableFiles()])).toThrow(
      expect.objectContaining({ code: "usage" }),
    );
  });

  it("may be anything that a tool of an environment of one's own takes as its operation", () => {
    const files = askableFiles();
    const inputSchema = { type: "object", properties: { operation: { type: "string" } } };
    const tools = files.tools.map((tool) => (tool.effect === "external" ? { ...tool, inputSchema } : tool));
    expect(permittedEffects(["send letters"], [{ ...files, tools }])).toEqual(["files send letters"]);
  });
});
