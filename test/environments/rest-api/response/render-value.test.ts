import { describe, expect, it } from "vitest";
import { renderValue } from "../../../../src/environments/rest-api/response/render-value.ts";

describe("an extracted value as text", () => {
  it.each([
    ["Pulp Fiction", '"Pulp Fiction"'],
    [8.5, "8.5"],
    [null, "null"],
    [[], "an empty list"],
    [[1, "a", null], '3 values: 1, "a", null'],
    [{ a: [1, 2] }, "{a: [1, 2]}"],
    [[[1, 2], [3]], "2 values:\n[[1, 2], [3]]"],
  ])("of %j is short", (value, text) => {
    expect(renderValue(value)).toBe(text);
  });

  it("is a row for each object of a flat list", () => {
    expect(
      renderValue([
        { id: 680, title: "Pulp Fiction" },
        { id: 24, title: "Kill\nBill", year: null },
      ]),
    ).toBe(["2 rows:", "id | title | year", "680 | Pulp Fiction | ", "24 | Kill\\nBill | null"].join("\n"));
  });

  it("tells what was cut", () => {
    const names = Array.from({ length: 1000 }, (_, i) => `Film ${i}`);
    expect(renderValue(names, 200)).toMatch(/^1,000 values: .*, … 9\d\d more$/);
    expect(
      renderValue(
        names.map((name, id) => ({ id, name })),
        200,
      ),
    ).toMatch(/\n… 9\d\d more$/);
    expect(renderValue("x".repeat(3000), 100)).toMatch(/… \(3,002 characters\)$/);
  });

  it("keeps to the budget", () => {
    const values = [
      Array.from({ length: 5000 }, (_, i) => ({ id: i, text: "word ".repeat(i % 50) })),
      Array.from({ length: 5000 }, () => "word ".repeat(100)),
      Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`key${i}`, i])),
      Array.from({ length: 50 }, (_, i) => ({ id: i, list: [i], more: { deep: "x".repeat(300) } })),
    ];
    for (const value of values)
      for (const budget of [300, 1500])
        expect(renderValue(value, budget).length).toBeLessThanOrEqual(budget + 30);
  });
});
