import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/util/json.ts";
import { Session } from "./fixture-environment.ts";

const variable = (program: JsonObject): JsonObject => ({
  program,
  size: 1,
  kind: "entities",
  classes: [],
  classesComplete: false,
  tool: "get_neighbors",
  arguments: {},
});

describe("a workspace", () => {
  it.each([
    ["a variable made from itself", [variable({ op: "variable", index: 0 })]],
    ["a variable made from a later one", [variable({ op: "count", of: { op: "variable", index: 1 } })]],
    ["a program that is none", [variable({ op: "everything" })]],
  ])("is refused with %s", async (_, variables) => {
    const session = await Session.open();
    const workspace = { ...session.workspace, state: { ...session.workspace.state, variables } };
    const action = { environment: "kb", tool: "count", arguments: { variable: "#0" } };
    await expect(session.environment.act(workspace, action, session.context)).rejects.toMatchObject({
      code: "workspace-invalid",
    });
  });

  it("stays small over many actions", async () => {
    const session = await Session.open("Which films are longer than 100 minutes?");
    await session.take("instances", { class: "Film" });
    await session.take("get_attributes", { variable: "#0" });
    for (let value = 100; value < 140; value++) {
      await session.take("filter", {
        variable: "#0",
        attribute: "runtime",
        comparison: ">",
        value: String(value),
      });
    }
    expect(JSON.stringify(session.workspace).length).toBeLessThan(32 * 1024);
  });
});
