import { describe, expect, it } from "vitest";
import { asKept, readKept } from "../../../src/mcp/workspaces/task-store.ts";
import type { TaskContent } from "../../../src/mcp/workspaces/workspace-content.ts";
import type { Json, JsonObject } from "../../../src/util/json.ts";
import { ORDER } from "./task-fixture.ts";

const whole: TaskContent = {
  task: {
    question: "And by month?",
    oracleKnowledge: "sales are in orders",
    previous: { run: "r1", question: "How many?", answer: "3", evidence: "SELECT 3" },
    settled: [{ words: "sales", meaning: "orders", environment: "shop", token: { column: "orders.id" } }],
  },
  workspaces: { shop: { environment: "shop", kind: "database", version: 0, state: { from: "orders" } } },
  allowed: ["api POST /orders"],
  asked: [{ words: ["sales"], question: "Which?", reply: "orders", declined: false }],
  pending: { id: "leave", action: ORDER },
  done: ["other"],
};
const kept = (content: JsonObject) => ({ id: "a", version: 1, expires: "", content });
const through = (content: JsonObject): JsonObject => JSON.parse(JSON.stringify(content)) as JsonObject;
const changed = (change: Record<string, Json>): JsonObject => ({ ...through(asKept(whole)), ...change });

describe("what is kept of a task", () => {
  it("comes back as it was, whether it holds everything or nothing", () => {
    expect(readKept(kept(through(asKept(whole))))).toEqual(whole);
    expect(readKept(kept(through(asKept({ workspaces: {} }))))).toEqual({ workspaces: {} });
  });

  it.each<[string, JsonObject]>([
    ["nothing", {}],
    ["no shape", { workspaces: {} }],
    ["the shape of a later version", changed({ shape: 2 })],
    ["a part that this version does not know", changed({ plan: ["first", "then"] })],
    ["no workspaces", { shape: 1 }],
    [
      "a workspace without a state",
      changed({ workspaces: { shop: { environment: "shop", kind: "d", version: 1 } } }),
    ],
    [
      "a workspace whose state is a list",
      changed({ workspaces: { shop: { environment: "shop", kind: "d", version: 1, state: [] } } }),
    ],
    ["a task without a question", changed({ task: {} })],
    ["an effect that ends at no time", changed({ pending: { id: 1, action: ORDER } as never })],
    ["ids that are none", changed({ done: [1] })],
  ])("is refused as damaged where it has %s", (_, content) => {
    expect(() => readKept(kept(content))).toThrow(
      expect.objectContaining({ code: "workspace-invalid", hint: "Open a new workspace." }),
    );
  });

  it("says where it is damaged, and nothing of what stands there", () => {
    const secret = "hunter2";
    const content = changed({
      workspaces: { shop: { environment: "shop", kind: "d", version: secret, state: {} } },
    });
    expect(() => readKept(kept(content))).toThrow(/\(at workspaces\.shop\.version\)/);
    expect(() => readKept(kept(content))).not.toThrow(secret);
  });
});
