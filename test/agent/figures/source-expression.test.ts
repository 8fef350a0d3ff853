import { describe, expect, it } from "vitest";
import { readSource } from "../../../src/agent/figures/source-expression.ts";

const term = (text: string) => readSource(text).source?.term;
const problem = (text: string) => readSource(text).problem;

describe("a source", () => {
  it("names a query, a row and a column, in quotes where the name is no plain word", () => {
    expect(term("q1:2.tickets")).toEqual({ type: "reference", query: "Q1", row: 2, column: "tickets" });
    expect(term('Q1:1."Box ""Office"" (EUR)"')).toMatchObject({ column: 'Box "Office" (EUR)' });
    expect(term("Q12")).toEqual({ type: "reference", query: "Q12" });
  });

  it("is read with products before sums, from left to right", () => {
    expect(term("1 - 2 - 3 * 4")).toMatchObject({
      operator: "-",
      left: { operator: "-", left: { digits: "1" } },
      right: { operator: "*" },
    });
  });

  it("declares what it is rounded to at its end", () => {
    expect(readSource("Q1:1.tickets to 1000").source?.roundedTo).toBe(1000);
    expect(problem("Q1:1.tickets to")).toContain("to 1000");
  });

  it.each([
    ["", "ends where"],
    ["tickets", "`Q1:2.tickets`"],
    ["Q1:1.", "name of a column"],
    ["Q1:x.a", "number of a row"],
    ["avrg(Q1.a)", "The functions are: sum, mean"],
    ["share(Q1:1.a)", "two values"],
    ["rank(Q1:1.a, 2)", "one reference"],
    ["sum(Q1.a > 2)", "only within count"],
    ["(Q1:1.a", "not closed"],
    ['Q1:1."a', "quote"],
    ["Q1:1.a; Q1:2.a", "bracket of its own"],
    ["Q1:1.a Q1:2.a", "more than one source"],
    ["Q1:1.a § 2", '"§" at character 8'],
  ])("that cannot be read says what to write: %s", (text, said) => {
    expect(problem(text)).toContain(said);
  });

  it("is bounded in length and depth", () => {
    expect(problem(`1${" + 1".repeat(200)}`)).toContain("500 characters");
    expect(term(`${"(".repeat(20)}1${")".repeat(20)}`)).toMatchObject({ digits: "1" });
    expect(problem(`${"(".repeat(21)}1${")".repeat(21)}`)).toContain("20 parentheses");
  });
});
