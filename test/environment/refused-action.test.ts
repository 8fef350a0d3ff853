import { describe, expect, it } from "vitest";
import { refusedAction } from "../../src/environment/read-arguments.ts";
import type { Tool } from "../../src/environment/tool.ts";

const tool: Tool = {
  name: "find_text",
  description: "Finds.",
  group: "navigational",
  inputSchema: {
    type: "object",
    properties: { text: { type: "string" }, limit: { type: "integer" } },
    required: ["text"],
    additionalProperties: false,
  },
  outputSchema: { type: "object" },
  prerequisites: [],
  workspace: "reads",
  effect: "none",
};
const refused = (name: string, given: Record<string, string | number>) =>
  refusedAction([tool], { environment: "x", tool: name, arguments: given });

describe("an action that cannot be taken as it stands", () => {
  it("is none when its tool exists and its arguments are as declared", () => {
    expect(refused("find_text", { text: "a", limit: 3 })).toBeUndefined();
  });

  it("names the nearest tool", () => {
    expect(refused("findtext", { text: "a" })).toMatchObject({
      code: "unknown-tool",
      suggestions: [{ text: "find_text" }],
    });
  });

  it("names the argument that is unknown, with the nearest, missing, or of the wrong type", () => {
    expect(refused("find_text", { text: "a", limits: 3 })).toMatchObject({
      code: "invalid-arguments",
      part: { argument: "limits" },
      suggestions: [{ text: "limit" }],
    });
    expect(refused("find_text", {})).toMatchObject({ code: "invalid-arguments", part: { argument: "text" } });
    expect(refused("find_text", { text: 5 })).toMatchObject({ part: { argument: "text" } });
  });
});
