import { describe, expect, it } from "vitest";
import { evaluateSource } from "../../../src/agent/figures/source.ts";
import type { WholeTable } from "../../../src/agent/figures/tables.ts";
import { RESULTS } from "./results.ts";

const value = (source: string, tables = RESULTS) => evaluateSource(source, tables).value;
const problem = (source: string, tables = RESULTS) => evaluateSource(source, tables).problem;
const column = (...cells: WholeTable["rows"][number]): ReadonlyMap<string, WholeTable> =>
  new Map([["Q1", { columns: ["a"], rows: cells.map((cell) => [cell]) }]]);

describe("a source over results", () => {
  it.each([
    ["Q1:2.tickets", 2000],
    ["Q1:1.place", "Paris"],
    ["Q2", 42],
    ["Q2.N", 42],
    ["Q1:2.tickets - Q1:1.tickets", 766],
    ["share(Q1:1.tickets, Q1:2.tickets)", 61.7],
    ["change(Q1:2.tickets, Q1:1.tickets)", -38.3],
    ["rank(Q1:1.tickets)", 2],
    ["rank_up(Q1:1.tickets)", 2],
    ["count(Q1)", 3],
    ['count(Q1."Box Office (EUR)")', 2],
    ["count(Q1.tickets >= 1234)", 2],
    ["count(Q1.place = 'Rome')", 1],
    ["count(Q1.tickets > mean(Q1.tickets))", 2],
    ["distinct(Q1.place)", 3],
    ["max(Q1.day)", "2025-01-01"],
    ["median(Q1.tickets)", 1234],
    ["mean(Q1.tickets)", 1074],
    ["-(Q1:3.tickets)", 12],
    ["q1:2.tickets", 2000],
    ["1 - 2 - 3 * 4", -13],
    ["Q1:1.tickets to 1000", 1234],
    [`${"(".repeat(20)}1${")".repeat(20)}`, 1],
  ])("%s comes to %s", (source, expected) => {
    expect(value(source)).toBe(expected);
  });

  it("reads text as numbers where a column is such throughout, with commas or spaces, and leaves codes alone", () => {
    expect(value('sum(Q1."Box Office (EUR)")')).toBe(9_237_024);
    expect(value("sum(Q1.fee)")).toBe(1270.4);
    expect(value("Q1:1.code")).toBe("007");
    expect(value("sum(Q1.a)", column("1,204", "12.5"))).toBe(1216.5);
    expect(value("sum(Q1.a)", column("€ 12.50", "$ 3"))).toBeUndefined();
  });

  it("names a column in quotes where it is no plain word", () => {
    const tables = new Map([["Q1", { columns: ['Box "Office" (EUR)'], rows: [[7]] }]]);
    expect(value('Q1:1."Box ""Office"" (EUR)"', tables)).toBe(7);
  });

  it("is no figure of columns that share a name and differ, since nothing tells which is meant", () => {
    const joined = (...rows: WholeTable["rows"]): ReadonlyMap<string, WholeTable> =>
      new Map([["Q1", { columns: ["id", "name", "id", "name"], rows }]]);
    const tables = joined([1, "Ann", 1, "Rome"]);
    expect(problem("Q1:1.name", tables)).toContain('Q1 has several columns "name"');
    expect(value("Q1:1.id", tables)).toBe(1);
  });

  it("is no figure of a product that is longer than anybody reads", () => {
    const power = Array.from({ length: 100 }, () => "Q1").join(" * ");
    expect(problem(power, column(1e300))).toContain("too many digits");
  });

  it("gives a cell's NULL, and no more than the beginning of a long text", () => {
    expect(value('Q1:3."Box Office (EUR)"')).toBeNull();
    expect(value("Q1:1.a", column("x".repeat(5000)))).toBe("x".repeat(1000));
  });

  it("has no noise of floating point", () => {
    expect(value("sum(Q1.a)", column(0.1, 0.2))).toBe(0.3);
    expect(value("10 / 4")).toBe(2.5);
  });

  it("says of shares and changes that they are in per cent", () => {
    expect(evaluateSource("share(1, 4)", RESULTS)).toEqual({
      source: "share(1, 4)",
      value: 25,
      percent: true,
    });
    expect(evaluateSource("1 / 4", RESULTS).percent).toBeUndefined();
  });

  it("finds the correlation of two columns of one query", () => {
    const rows = [1, 2, 3, 4].map((x) => [x, 10 - 2 * x, 7]);
    const tables = new Map([["Q1", { columns: ["x", "y", "z"], rows }]]);
    expect(value("correlation(Q1.x, Q1.y)", tables)).toBe(-1);
    expect(problem("correlation(Q1.x, Q1.z)", tables)).toContain("same in every row");
    expect(problem("correlation(Q1.tickets, Q2.n)")).toContain("different queries");
  });

  it.each([
    ["Q7:1.a", "The queries are: Q1, Q2"],
    ["Q1:1.ticket", "The nearest: Q1.tickets"],
    ["Q1:9.tickets", "1 to 3"],
    ["Q1.tickets", "`sum(Q1.tickets)`"],
    ["Q1", "6 columns"],
    ['Q1:3."Box Office (EUR)" + 1', "NULL"],
    ["Q1:1.place + 1", "no number"],
    ["sum(Q1.place)", "no number"],
    ["Q1:1.tickets / (Q2 - 42)", "division by 0"],
    ["change(0, 5)", "division by 0"],
    ["count(Q1.place > 3)", "cannot be compared"],
    ["rank(Q1.tickets)", "one cell"],
    ["", "ends where"],
    ["tickets", "`Q1:2.tickets`"],
    ["Q1:1.", "name of a column"],
    ["Q1:x.a", "number of a row"],
    ["avrg(Q1.a)", "The functions are: sum, mean"],
    ["share(Q1:1.a)", "two values"],
    ["rank(Q1:1.a, 2)", "one reference"],
    ["median(Q1.a, Q1.b)", "one column"],
    ["sum(Q1.a > 2)", "only within count"],
    ["(Q1:1.a", "not closed"],
    ['Q1:1."a', "quote"],
    ["Q1:1.a; Q1:2.a", "bracket of its own"],
    ["Q1:1.a Q1:2.a", "more than one source"],
    ["Q1:1.a § 2", '"§" at character 8'],
    ["Q1:1.tickets to", "to 1000"],
    [`1${" + 1".repeat(200)}`, "500 characters"],
    [`${"(".repeat(21)}1${")".repeat(21)}`, "20 parentheses"],
  ])("%s comes to nothing and says why", (source, said) => {
    expect(value(source)).toBeUndefined();
    expect(problem(source)).toContain(said);
  });

  it("is no figure of a whole column of which only the first rows are kept", () => {
    const tables = new Map([["Q1", { columns: ["a"], rows: [[1], [2]], total: 50 }]]);
    expect(problem("sum(Q1.a)", tables)).toContain("first 2 of the 50 rows");
    expect(problem("Q1:3.a", tables)).toContain("of 50");
    expect([value("Q1:2.a", tables), value("count(Q1)", tables)]).toEqual([2, 50]);
  });
});
