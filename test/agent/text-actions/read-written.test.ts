import { expect, it } from "vitest";
import { readWritten } from "../../../src/agent/text-actions/read-choice.ts";
import { toolNames } from "../../../src/agent/tool-names.ts";
import type { PermittedSlot } from "../../../src/environment/permitted-action.ts";
import type { JsonObject } from "../../../src/util/json.ts";
import { fileTreeEnvironment } from "../../support/file-tree-environment.ts";
import { FILES } from "../../support/run-fixture.ts";

const names = toolNames([fileTreeEnvironment(FILES)]);
const read = (text: string, constraint: JsonObject = { type: "string" }) => {
  const slot: PermittedSlot = {
    type: "slot",
    environment: "files",
    tool: "find_text",
    arguments: {},
    argument: "text",
    constraint,
    label: "find_text(…)",
  };
  return readWritten(text, slot, names);
};

it.each([
  ["salt", "salt"],
  ['"salt"', "salt"],
  ["`salt`", "salt"],
  ["```sql\nsalt\n```", "salt"],
  ["text: salt", "salt"],
  ['text = "salt"', "salt"],
  ['{"text": "salt"}', "salt"],
  ['{"value": "salt"}', "salt"],
  ['find_text("salt")', "salt"],
  ['Action: find_text("salt")', "salt"],
  ["<think>pepper?</think>\nsalt", "salt"],
  ["title = 'None'", "title = 'None'"],
  ["find_texts(x) > 3", "find_texts(x) > 3"],
  ["\"a\" = 'x' AND \"b\" = 'y'", "\"a\" = 'x' AND \"b\" = 'y'"],
  ['""', ""],
])("reads the argument from %j", (text, value) => {
  expect(read(text)).toEqual({ value });
});

it("fits the value to its constraint", () => {
  expect(read("7", { type: "integer" })).toEqual({ value: 7 });
  expect(read('["a", "b"]', { type: "array", items: { type: "string" } })).toEqual({ value: ["a", "b"] });
});

it.each([
  ["seven", { type: "integer" }],
  ["up", { type: "string", enum: ["asc", "desc"] }],
  ["", { type: "string" }],
])("refuses %j where it does not fit, and says so", (text, constraint) => {
  expect(read(text, constraint)).toMatchObject({ problem: expect.any(String) });
});

it("takes NONE for a refusal to write", () => {
  expect(read("NONE")).toEqual({ declined: true });
  expect(read('{"text": "NONE"}')).toEqual({ declined: true });
  expect(read("none", { type: "integer" })).toEqual({ declined: true });
});
