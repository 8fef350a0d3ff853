import { Parser } from "@traqula/parser-sparql-1-1";
import { describe, expect, it } from "vitest";
import { TripleStoreError } from "../../../../../src/environments/knowledge-base/store/triple-store-error.ts";
import { embeddedQuery } from "../../../../../src/environments/knowledge-base/stores/embedded/query/embedded-query.ts";
import { boundedMatch } from "../../../../../src/environments/knowledge-base/stores/embedded/query/expressions/bounded-match.ts";
import { tableOf } from "../../../../support/table-of.ts";

const test = (expression: RegExp, text: string) =>
  boundedMatch(expression, text, () => expression.test(text));

async function queried(query: string): Promise<unknown> {
  const parsed = new Parser().parse(query) as Parameters<typeof embeddedQuery>[1];
  const bounds = { milliseconds: 10_000, signal: new AbortController().signal };
  return embeddedQuery(await tableOf([]), parsed, { maxRows: 10 }, bounds);
}

describe("a regular expression of a query", () => {
  it.each([
    ["with a repeated group", /^(a+)+$/u, `${"a".repeat(48)}!`],
    ["with many repetitions", /a*a*a*a*a*a*a*a*a*b/u, "a".repeat(5000)],
    ["with many choices", new RegExp(`^${"(a|a)".repeat(60)}b`, "u"), "a".repeat(80)],
  ])("%s is stopped when it takes too long", (_, expression, text) => {
    expect(() => test(expression, text)).toThrow(TripleStoreError);
  });

  it.each([
    `SELECT (REPLACE("${"a".repeat(48)}!", "^(a+)+$", "x") AS ?x) {}`,
    `SELECT (REGEX("${"a".repeat(48)}!", "^(a+)+$") AS ?x) {}`,
  ])("ends the query alone: %s", async (query) => {
    await expect(queried(query)).rejects.toMatchObject({ facts: { kind: "time-limit" } });
  });

  it("matches as ever, with a clock or without", () => {
    expect(test(/^He(at|ll)$/u, "Heat")).toBe(true);
    expect(test(/^(He|at)+$/u, "Heat")).toBe(true);
    expect(test(/^(He|at)+$/u, "Heart")).toBe(false);
    expect(boundedMatch(/(ab)+/gu, "xababy", () => "xababy".replace(/(ab)+/gu, "-"))).toBe("x-y");
  });
});
