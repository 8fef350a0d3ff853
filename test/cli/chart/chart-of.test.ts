import { describe, expect, it } from "vitest";
import { chartsOf } from "../../../src/cli/chart/charts-of.ts";
import type { Json } from "../../../src/util/json.ts";

const chart = (columns: readonly string[], rows: readonly (readonly Json[])[], total = rows.length) =>
  chartsOf({ columns, rows, total })[0];

describe("a chart is drawn of", () => {
  it("a number for each label, as bars in the order of the result", () => {
    const made = chart(
      ["city", "n"],
      [
        ["Lyon", 2],
        [null, -1],
      ],
    );
    expect(made).toMatchObject({
      kind: "bar",
      x: { labels: ["Lyon", "NULL"] },
      series: [{ name: "n", values: [2, -1] }],
    });
  });

  it("the same with the number first, with exact decimals, and beside an identifier", () => {
    expect(
      chart(
        ["n", "city"],
        [
          [1, "a"],
          [2, "b"],
        ],
      ),
    ).toMatchObject({ kind: "bar", x: { name: "city" } });
    expect(
      chart(
        ["city", "n"],
        [
          ["a", "1.50"],
          ["b", "2.25"],
        ],
      )?.series[0]?.values,
    ).toEqual([1.5, 2.25]);
    expect(
      chart(
        ["city_id", "city", "n"],
        [
          [7, "a", 1],
          [8, "b", 2],
        ],
      ),
    ).toMatchObject({ kind: "bar", x: { name: "city" } });
  });

  it("parts of a whole, as shares", () => {
    expect(
      chart(
        ["g", "share"],
        [
          ["a", 0.25],
          ["b", 0.75],
        ],
      )?.kind,
    ).toBe("share");
    expect(
      chart(
        ["g", "percent"],
        [
          ["a", 40],
          ["b", 50],
        ],
      )?.kind,
    ).toBe("bar");
  });

  it("numbers over time, in its order", () => {
    const made = chart(
      ["month", "n"],
      [
        ["2024-03", 3],
        ["2024-01", 1],
        ["2024-02", 2],
      ],
    );
    expect(made).toMatchObject({
      kind: "line",
      x: { labels: ["2024-01", "2024-02", "2024-03"] },
      series: [{ values: [1, 2, 3] }],
    });
    expect(
      chart(
        ["year", "n"],
        [
          [2003, 3],
          [2001, 1],
          [2002, 2],
        ],
      ),
    ).toMatchObject({ kind: "line", series: [{ values: [1, 2, 3] }] });
  });

  it("two numbers each, as points", () => {
    expect(
      chart(
        ["a", "b"],
        [1, 2, 3, 4, 5].map((n) => [n, n * n]),
      )?.kind,
    ).toBe("scatter");
  });
});

describe("no chart is drawn of", () => {
  it.each<[string, readonly string[], readonly (readonly Json[])[]]>([
    ["one row", ["a", "n"], [["x", 1]]],
    ["more bars than can be read", ["a", "n"], Array.from({ length: 41 }, (_, at) => [`l${at}`, at])],
    [
      "labels that occur twice",
      ["a", "n"],
      [
        ["x", 1],
        ["x", 2],
      ],
    ],
    [
      "missing numbers",
      ["a", "n"],
      [
        ["x", 1],
        ["y", null],
      ],
    ],
    [
      "identifiers for numbers",
      ["name", "cinema_id"],
      [
        ["x", 1],
        ["y", 2],
      ],
    ],
    [
      "codes of digits",
      ["a", "zip"],
      [
        ["x", "01234"],
        ["y", "05678"],
      ],
    ],
    ["points on one line", ["a", "b"], [1, 2, 3, 4, 5].map((n) => [n, 7])],
  ])("%s", (_, columns, rows) => {
    expect(chart(columns, rows)).toBeUndefined();
  });

  it("a part of the rows", () => {
    expect(
      chart(
        ["a", "n"],
        [
          ["x", 1],
          ["y", 2],
        ],
        3,
      ),
    ).toBeUndefined();
  });
});
