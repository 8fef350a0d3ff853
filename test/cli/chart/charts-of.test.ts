import { describe, expect, it } from "vitest";
import { chartsOf } from "../../../src/cli/chart/charts-of.ts";
import type { Json } from "../../../src/util/json.ts";

type Rows = readonly (readonly Json[])[];

const charts = (columns: readonly string[], rows: Rows, total = rows.length) =>
  chartsOf({ columns, rows, total });

const crossed = (first: readonly Json[], second: readonly Json[]): Rows =>
  first.flatMap((one, at) => second.map((other, place) => [one, other, at * 10 + place + 1]));

const MONTHS = ["2024-01", "2024-02", "2024-03"];

describe("of a number for each pair of labels", () => {
  it("a line for each label of the one column runs along the time of the other, in its order", () => {
    const rows: Rows = [
      ["2024-03", "north", 3],
      ["2024-01", "north", 1],
      ["2024-02", "north", 2],
      ["2024-01", "south", 10],
      ["2024-02", "south", 20],
      ["2024-03", "south", 30],
    ];
    expect(charts(["month", "region", "sold"], rows)).toMatchObject([
      {
        kind: "line",
        x: { name: "month", labels: MONTHS },
        series: [
          { name: "north", values: [1, 2, 3] },
          { name: "south", values: [10, 20, 30] },
        ],
        measured: { name: "sold", by: "region" },
      },
    ]);
  });

  it("a pair that is missing, and a number that is, are gaps", () => {
    const rows: Rows = [
      ["2024-01", "north", 1],
      ["2024-03", "north", 3],
      ["2024-01", "south", 10],
      ["2024-02", "south", null],
      ["2024-03", "south", 30],
      ["2024-02", "west", 5],
      ["2024-03", "west", "6.50"],
    ];
    expect(charts(["month", "region", "sold"], rows)).toMatchObject([
      { series: [{ values: [1, null, 3] }, { values: [10, null, 30] }, { values: [null, 5, 6.5] }] },
    ]);
  });

  it("bars are grouped by the column with more labels, whichever stands first", () => {
    const cities = ["Rome", "Lyon", "Bonn", "Graz", "Oslo"];
    for (const [columns, rows] of [
      [["city", "kind", "n"], crossed(cities, ["new", null])],
      [["kind", "city", "n"], crossed(["new", null], cities)],
    ] as const) {
      expect(charts(columns, rows)).toMatchObject([
        { kind: "bar", x: { name: "city", labels: cities }, series: [{ name: "new" }, { name: "NULL" }] },
      ]);
    }
  });

  it.each<[string, readonly string[], Rows]>([
    ["occurs twice", ["m", "r", "n"], [...crossed(MONTHS, ["a", "b"]), ["2024-01", "a", 9]]],
    ["would be of a fifth series", ["m", "r", "n"], crossed([...MONTHS, "2024-04", "2024-05"], [..."abcde"])],
    [
      "would be more than 48 bars",
      ["m", "r", "n"],
      crossed(
        Array.from({ length: 25 }, (_, at) => `city ${at}`),
        ["a", "b"],
      ),
    ],
    [
      "only says what the other label says already",
      ["city", "country", "n"],
      [
        ["Rome", "IT", 1],
        ["Pisa", "IT", 2],
        ["Bonn", "DE", 3],
        ["Kiel", "DE", 4],
      ],
    ],
    [
      "has a text in its place",
      ["m", "r", "n"],
      crossed(MONTHS, ["a", "b"]).map(([m = null, r = null]) => [m, r, "x"]),
    ],
    ["is of two labels that read alike", ["m", "r", "n"], crossed(MONTHS, ["NULL", null])],
  ])("nothing is drawn where a pair %s", (_, columns, rows) => {
    expect(charts(columns, rows as Rows)).toEqual([]);
  });
});

describe("of several numbers for each label", () => {
  it("those of like size stand in one chart, as bars or over time", () => {
    const rows: Rows = [
      ["Rome", 10, 8],
      ["Lyon", null, 12],
      ["Bonn", 7, 9],
    ];
    expect(charts(["city", "sold", "returned"], rows)).toMatchObject([
      {
        kind: "bar",
        x: { labels: ["Rome", "Lyon", "Bonn"] },
        series: [
          { name: "sold", values: [10, null, 7] },
          { name: "returned", values: [8, 12, 9] },
        ],
      },
    ]);
    expect(
      charts(
        ["year", "sold", "returned"],
        [2003, 2001, 2002].map((year) => [year, year, 2100]),
      ),
    ).toMatchObject([
      { kind: "line", x: { labels: ["2001", "2002", "2003"] }, series: [{ values: [2001, 2002, 2003] }, {}] },
    ]);
  });

  it("those of very different size, and shares, have charts of their own", () => {
    const rows: Rows = [
      ["Rome", 9000, 12, 60, 8000],
      ["Lyon", 8000, 15, 40, 9000],
    ];
    const gap: Rows = [...rows, ["Bonn", 7000, null, 0, 5000]];
    const columns = ["city", "revenue", "orders", "percent", "cost"];
    expect(charts(columns, rows)).toMatchObject([
      { kind: "bar", series: [{ name: "revenue" }, { name: "cost" }] },
      { kind: "bar", series: [{ name: "orders" }] },
      { kind: "share", series: [{ name: "percent" }] },
    ]);
    expect(charts(columns, gap)).toMatchObject([
      { series: [{ name: "revenue" }, { name: "cost" }] },
      { series: [{ name: "orders", values: [12, 15, null] }] },
      { kind: "share" },
    ]);
  });

  it.each<[string, readonly string[], Rows]>([
    [
      "the label occurs twice",
      ["city", "a", "b"],
      [
        ["x", 1, 2],
        ["x", 3, 4],
        ["y", 5, 6],
      ],
    ],
    [
      "there are more than four",
      ["city", "a", "b", "c", "d", "e"],
      [
        ["x", 1, 2, 3, 4, 5],
        ["y", 1, 2, 3, 4, 5],
      ],
    ],
    [
      "one is a place on the map",
      ["city", "latitude", "longitude"],
      [
        ["x", 1.5, 2],
        ["y", 3, 4],
      ],
    ],
    [
      "one is a year",
      ["film", "release_year", "minutes"],
      [
        ["x", 1999, 120],
        ["y", 2001, 95],
      ],
    ],
  ])("nothing is drawn where %s", (_, columns, rows) => {
    expect(charts(columns, rows)).toEqual([]);
  });

  it("nothing is drawn of a part of the rows, or of more than 1,000", () => {
    expect(
      charts(
        ["city", "a", "b"],
        [
          ["x", 1, 2],
          ["y", 3, 4],
        ],
        3,
      ),
    ).toEqual([]);
    const many = Array.from({ length: 1001 }, (_, at) => [
      new Date(at * 864e5).toISOString().slice(0, 10),
      at,
      at,
    ]);
    expect(charts(["day", "a", "b"], many)).toEqual([]);
    expect(charts(["day", "a", "b"], many.slice(1))).toHaveLength(1);
  });
});
