import { describe, expect, it } from "vitest";
import { charts, type Rows } from "./made-chart.ts";

const crossed = (first: Rows[number], second: Rows[number]): Rows =>
  first.flatMap((one, at) => second.map((other, place) => [one, other, at * 10 + place + 1]));

const MONTHS = ["2024-01", "2024-02", "2024-03"];
const CITIES = ["Rome", "Lyon", "Bonn", "Graz", "Oslo"];
const days = (count: number): Rows =>
  Array.from({ length: count }, (_, at) => [new Date(at * 864e5).toISOString().slice(0, 10), at, at]);

describe("a chart is drawn of", () => {
  it.each<[string, string, string | Rows, object]>([
    [
      "a number for each label, as bars in the order of the result",
      "city n",
      "Lyon 2; null -1",
      { kind: "bar", x: { labels: ["Lyon", "NULL"] }, series: [{ name: "n", values: [2, -1] }] },
    ],
    ["the number first", "n city", "1 a; 2 b", { kind: "bar", x: { name: "city" } }],
    ["exact decimals", "city n", "a '1.50; b '2.25", { series: [{ values: [1.5, 2.25] }] }],
    ["an identifier beside", "city_id city n", "7 a 1; 8 b 2", { kind: "bar", x: { name: "city" } }],
    ["parts of a whole, as shares", "g share", "a 0.25; b 0.75", { kind: "share" }],
    ["parts that are no whole", "g percent", "a 40; b 50", { kind: "bar" }],
    [
      "numbers over time, in its order",
      "month n",
      "2024-03 3; 2024-01 1; 2024-02 2",
      { kind: "line", x: { labels: MONTHS }, series: [{ values: [1, 2, 3] }] },
    ],
    ["years", "year n", "2003 3; 2001 1; 2002 2", { kind: "line", series: [{ values: [1, 2, 3] }] }],
    ["two numbers each, as points", "a b", "1 1; 2 4; 3 9; 4 16; 5 25", { kind: "scatter" }],
    [
      "a number for each pair of labels, as a line for each label of one column along the time of the other",
      "month region sold",
      "2024-03 north 3; 2024-01 north 1; 2024-02 north 2; 2024-01 south 10; 2024-02 south 20; 2024-03 south 30",
      {
        kind: "line",
        x: { name: "month", labels: MONTHS },
        series: [
          { name: "north", values: [1, 2, 3] },
          { name: "south", values: [10, 20, 30] },
        ],
        measured: { name: "sold", by: "region" },
      },
    ],
    [
      "pairs with a gap where one is missing, or its number",
      "month region sold",
      "2024-01 north 1; 2024-03 north 3; 2024-01 south 10; 2024-02 south null; 2024-03 south 30; 2024-02 west 5; 2024-03 west '6.50",
      { series: [{ values: [1, null, 3] }, { values: [10, null, 30] }, { values: [null, 5, 6.5] }] },
    ],
    ...(["city kind n", "kind city n"] as const).map((columns): [string, string, Rows, object] => [
      `pairs (${columns}), as bars grouped by the column with more labels`,
      columns,
      columns.startsWith("city") ? crossed(CITIES, ["new", null]) : crossed(["new", null], CITIES),
      { kind: "bar", x: { name: "city", labels: CITIES }, series: [{ name: "new" }, { name: "NULL" }] },
    ]),
    [
      "several numbers of like size for each label, as bars",
      "city sold returned",
      "Rome 10 8; Lyon null 12; Bonn 7 9",
      {
        kind: "bar",
        x: { labels: ["Rome", "Lyon", "Bonn"] },
        series: [
          { name: "sold", values: [10, null, 7] },
          { name: "returned", values: [8, 12, 9] },
        ],
      },
    ],
    [
      "several numbers over time",
      "year sold returned",
      "2003 2003 2100; 2001 2001 2100; 2002 2002 2100",
      { kind: "line", x: { labels: ["2001", "2002", "2003"] }, series: [{ values: [2001, 2002, 2003] }, {}] },
    ],
    ["as many as 1,000 rows", "day a b", days(1001).slice(1), {}],
  ])("%s", (_, columns, rows, expected) => {
    expect(charts(columns, rows)).toMatchObject([expected]);
  });

  it("numbers of very different size, and shares, with a chart each", () => {
    const rows = "Rome 9000 12 60 8000; Lyon 8000 15 40 9000";
    const columns = "city revenue orders percent cost";
    expect(charts(columns, rows)).toMatchObject([
      { kind: "bar", series: [{ name: "revenue" }, { name: "cost" }] },
      { kind: "bar", series: [{ name: "orders" }] },
      { kind: "share", series: [{ name: "percent" }] },
    ]);
    expect(charts(columns, `${rows}; Bonn 7000 null 0 5000`)).toMatchObject([
      { series: [{ name: "revenue" }, { name: "cost" }] },
      { series: [{ name: "orders", values: [12, 15, null] }] },
      { kind: "share" },
    ]);
  });
});

describe("no chart is drawn of", () => {
  it.each<[string, string, string | Rows, number?]>([
    ["one row", "a n", "x 1"],
    ["more bars than can be read", "a n", Array.from({ length: 41 }, (_, at) => [`l${at}`, at])],
    ["labels that occur twice", "a n", "x 1; x 2"],
    ["missing numbers", "a n", "x 1; y null"],
    ["identifiers for numbers", "name cinema_id", "x 1; y 2"],
    ["codes of digits", "a zip", "x '01234; y '05678"],
    ["points on one line", "a b", "1 7; 2 7; 3 7; 4 7; 5 7"],
    ["a part of the rows", "a n", "x 1; y 2", 3],
    ["a pair that occurs twice", "m r n", [...crossed(MONTHS, ["a", "b"]), ["2024-01", "a", 9]]],
    ["a fifth series", "m r n", crossed([...MONTHS, "2024-04", "2024-05"], [..."abcde"])],
    [
      "more than 48 bars",
      "m r n",
      crossed(
        [...Array(25).keys()].map((at) => `city ${at}`),
        ["a", "b"],
      ),
    ],
    ["a label that the other implies", "city country n", "Rome IT 1; Pisa IT 2; Bonn DE 3; Kiel DE 4"],
    ["a pair's text", "m r n", crossed(MONTHS, ["a", "b"]).map(([m = null, r = null]) => [m, r, "x"])],
    ["two labels that read alike", "m r n", crossed(MONTHS, ["NULL", null])],
    ["several numbers of a label that occurs twice", "city a b", "x 1 2; x 3 4; y 5 6"],
    ["more than four numbers", "city a b c d e", "x 1 2 3 4 5; y 1 2 3 4 5"],
    ["a place on the map", "city latitude longitude", "x 1.5 2; y 3 4"],
    ["a year beside another number", "film release_year minutes", "x 1999 120; y 2001 95"],
    ["several numbers of a part of the rows", "city a b", "x 1 2; y 3 4", 3],
    ["more than 1,000 rows", "day a b", days(1001)],
  ])("%s", (_, columns, rows, total) => {
    expect(charts(columns, rows, total)).toEqual([]);
  });
});
