import { expect, it } from "vitest";
import { withEgress } from "../../src/environment/egress/with-egress.ts";
import { testContext } from "../../src/testing/environment-under-test.ts";
import { ACTIONS, canaryApi } from "./canary-api.ts";
import { CANARY } from "./canary-database.ts";
import { observedTexts } from "./observed-texts.ts";

const TASK = { question: "Which ferries are there?" };

async function seenAt(level: "schema" | "masked" | "all") {
  const api = await canaryApi();
  const seen = await observedTexts(withEgress(api, level), TASK, ACTIONS, testContext());
  await api.close();
  return { seen, leaks: seen.filter(({ text }) => CANARY.test(text)) };
}

it("shows what responses hold at the level all", async () => {
  expect((await seenAt("all")).leaks.length).toBeGreaterThan(15);
});

it("tells nothing of a response but its form at the level schema: sizes, and members that the document names", async () => {
  const { seen, leaks } = await seenAt("schema");
  expect(leaks).toEqual([]);
  const json = seen.find(({ what }) => what.startsWith("call_operation") && what.includes("/json"))?.text;
  expect(json).toContain("6 items");
  expect(json).toContain("name: string");
});

it("tells forms of values at the level masked", async () => {
  const { seen, leaks } = await seenAt("masked");
  expect(leaks).toEqual([]);
  expect(seen.some(({ text }) => text.includes("Xxxxxx 9"))).toBe(true);
});
