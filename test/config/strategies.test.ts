import { expect, it } from "vitest";
import { type Switch, strategyNamed } from "../../src/config/strategies.ts";

it.each(["react", "decoupled", "dfsdt", "api-team", "restgpt"])("there is a strategy %s", (name) => {
  expect(strategyNamed(name).name).toBe(name);
});

it.each([
  ["apiteam", "api-team"],
  ["raect", "react"],
  ["toString", undefined],
])("%s is none, and the nearest is named", (name, nearest) => {
  expect(() => strategyNamed(name)).toThrow(
    expect.objectContaining({
      code: "usage",
      hint: expect.stringContaining(
        nearest ?? "Known: react, decoupled, dfsdt, api-team, restgpt, api-docs-prompt, triples-prompt.",
      ),
    }),
  );
});

it.each<[string, readonly Switch[], object]>([
  ["react", ["questions"], { asking: false }],
  [
    "api-team",
    ["supervisor", "thoughts"],
    { supervisor: false, questions: expect.any(Boolean), thoughts: false },
  ],
])("%s goes without %j", (name, without, options) => {
  expect(strategyNamed(name, without).options).toMatchObject(options);
});

it.each<[string, Switch, string]>([
  ["react", "supervisor", "It has: questions."],
  ["restgpt", "questions", "Leave --without out."],
])("%s has no %s to go without", (name, without, hint) => {
  expect(() => strategyNamed(name, [without])).toThrow(expect.objectContaining({ code: "usage", hint }));
});
