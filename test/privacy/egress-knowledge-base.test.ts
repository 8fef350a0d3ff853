import { afterAll, beforeAll, expect, it } from "vitest";
import { withEgress } from "../../src/environment/egress/with-egress.ts";
import type { KnowledgeBaseEnvironment } from "../../src/environments/knowledge-base/create-knowledge-base-environment.ts";
import { testContext } from "../../src/testing/environment-under-test.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { CANARY } from "./canary-database.ts";
import { ACTIONS, canaryKnowledgeBase } from "./canary-knowledge-base.ts";
import { observedTexts } from "./observed-texts.ts";

const TASK = { question: "Which ferry lies at which harbour?" };
const context = testContext();

let base: KnowledgeBaseEnvironment;
beforeAll(async () => {
  base = await canaryKnowledgeBase(temporaryFolder());
});
afterAll(() => base.close());

async function seenAt(level: "schema" | "masked" | "all") {
  const seen = await observedTexts(withEgress(base, level), TASK, ACTIONS, context);
  return { seen, leaks: seen.filter(({ text }) => CANARY.test(text)) };
}

it("shows labels, literals and identifiers at the level all", async () => {
  expect((await seenAt("all")).leaks.length).toBeGreaterThan(10);
});

it("tells none at the level schema, and still names classes, relations and sizes", async () => {
  const { seen, leaks } = await seenAt("schema");
  expect(leaks).toEqual([]);
  const texts = seen.map(({ text }) => text).join("\n");
  expect(texts).toContain('example:Ferry "ferry boat": 5');
  expect(texts).toContain('example:berth "lies at" → harbour');
  expect(texts).toContain("#0: 5 entities (ferry boat): •, •, •, •, •");
});

it("tells forms only at the level masked", async () => {
  const { seen, leaks } = await seenAt("masked");
  expect(leaks).toEqual([]);
  expect(seen.some(({ text }) => text.includes("Xxxxxx 9"))).toBe(true);
});

it("repeats the name that a model asks about, and goes on with it", async () => {
  const environment = withEgress(base, "schema");
  const workspace = await environment.openWorkspace(TASK, context);
  const act = (tool: string, given: Record<string, string>) =>
    environment.act(workspace, { environment: "kb", tool, arguments: given }, context);
  expect((await act("find_entities", { text: "Canary 2" })).observation?.text).toContain('"Canary 2"');
  expect((await act("get_relations", { variable: "Canary 2" })).observation?.text).toContain("lies at");
});

it("keeps the answer whole", async () => {
  const environment = withEgress(base, "schema");
  let workspace = await environment.openWorkspace(TASK, context);
  const made = await environment.act(
    workspace,
    { environment: "kb", tool: "instances", arguments: { class: "Harbour" } },
    context,
  );
  workspace = made.workspace ?? workspace;
  const { answer } = await environment.conclude(workspace, { text: "#0" }, context);
  expect(answer?.text).toContain("Canary Port 0");
});
