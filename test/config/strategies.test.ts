import { expect, it } from "vitest";
import { strategyNamed } from "../../src/config/strategies.ts";
import type { Switch } from "../../src/config/strategy-switches.ts";

it.each([
  ...["react", "decoupled", "dfsdt", "api-team", "restgpt"],
  ...["sequential", "iterative", "no-interaction", "guessing"],
])("there is a strategy %s", (name) => {
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
        nearest ??
          "Known: react, decoupled, dfsdt, api-team, restgpt, sequential, iterative, no-interaction, guessing, api-docs-prompt, triples-prompt.",
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
  ["sequential", ["looking", "checking"], { looking: false, mending: true, checking: false }],
  ["iterative", ["mending", "questions"], { mending: false, checking: true, questions: false }],
])("%s goes without %j", (name, without, options) => {
  expect(strategyNamed(name, without).options).toMatchObject(options);
});

it.each<[string, Switch, string]>([
  ["react", "supervisor", "It has: questions."],
  ["restgpt", "questions", "Leave --without out."],
  ["api-team", "looking", "It has: supervisor, questions, thoughts."],
  ["iterative", "looking", "It has: questions, mending, checking."],
])("%s has no %s to go without", (name, without, hint) => {
  expect(() => strategyNamed(name, [without])).toThrow(expect.objectContaining({ code: "usage", hint }));
});
