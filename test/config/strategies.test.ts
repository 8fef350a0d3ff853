import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { environmentsFor, STRATEGY_NAMES, type Switch, strategyNamed } from "../../src/config/strategies.ts";
import type { Environment } from "../../src/environment/environment.ts";

it.each(STRATEGY_NAMES)("there is a strategy %s", async (name) => {
  expect((await strategyNamed(name)).name).toBe(name);
});

it.each(STRATEGY_NAMES)(
  "%s has a row in docs/ports/strategy.md, and stands in docs/cli.md or docs/reports.md",
  (name) => {
    expect(readFileSync("docs/ports/strategy.md", "utf8")).toMatch(new RegExp(`^\\|[^|]*\`${name}\``, "mu"));
    expect(["docs/cli.md", "docs/reports.md"].map((page) => readFileSync(page, "utf8")).join("")).toContain(
      `\`${name}\``,
    );
  },
);

it.each([
  ["apiteam", "api-team"],
  ["raect", "react"],
  ["toString", undefined],
])("%s is none, and the nearest is named", async (name, nearest) => {
  await expect(strategyNamed(name)).rejects.toEqual(
    expect.objectContaining({
      code: "usage",
      hint: expect.stringContaining(nearest ?? `Known: ${STRATEGY_NAMES.join(", ")}.`),
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
])("%s goes without %j", async (name, without, options) => {
  expect((await strategyNamed(name, without)).options).toMatchObject(options);
});

it.each<[string, Switch, string]>([
  ["react", "supervisor", "It has: questions."],
  ["restgpt", "questions", "Leave --without out."],
  ["api-team", "looking", "It has: supervisor, questions, thoughts, shortcuts."],
  ["iterative", "looking", "It has: questions, mending, checking."],
])("%s has no %s to go without", async (name, without, hint) => {
  await expect(strategyNamed(name, [without])).rejects.toEqual(
    expect.objectContaining({ code: "usage", hint }),
  );
});

it.each(["pangu", "kb-binder"])("%s is refused over what is no knowledge base", async (name) => {
  const shop = { id: "shop", kind: "database" } as Environment;
  const graph = { id: "films", kind: "knowledge-base" } as Environment;
  await expect(environmentsFor(name, [shop])).rejects.toMatchObject({
    code: "usage",
    message: "shop is no knowledge base, and this strategy works with these alone.",
  });
  expect(await environmentsFor(name, [graph])).toEqual([graph]);
});
