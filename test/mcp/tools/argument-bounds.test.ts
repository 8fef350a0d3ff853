import { describe, expect, it } from "vitest";
import { readHandle } from "../../../src/mcp/tools/mcp-tool.ts";
import type { Json } from "../../../src/util/json.ts";

function nested(levels: number): Json {
  let value: Json = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

describe("the arguments of a call with a handle", () => {
  it.each<[string, Json, string]>([
    ["a claim without end", "x".repeat(20_001), "20,001 characters"],
    ["lists in lists", nested(100_000), "nested more than 64 deep"],
    ["a list without end", Array(100_000).fill(1), "a list of 100,000 items"],
  ])("are refused before anything is looked up: %s", (_, claim, message) => {
    const { failure } = readHandle({ workspace: "abc.1", claim }, "conclude");
    expect(failure).toMatchObject({ code: "too-large", part: { argument: "claim" } });
    expect(failure?.message).toContain(message);
  });

  it("are refused for a handle without end, too", () => {
    expect(readHandle({ workspace: "x".repeat(30_000) }, "conclude").failure?.code).toBe("too-large");
  });

  it("come back without the handle where they are within bounds", () => {
    expect(readHandle({ workspace: "abc.1", claim: "#3" }, "conclude")).toEqual({
      handle: "abc.1",
      input: { claim: "#3" },
    });
  });
});
