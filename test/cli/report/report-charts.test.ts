import { describe, expect, it } from "vitest";
import { drawnCharts } from "../../../src/cli/report/report-charts.ts";
import type { LongFormAnswer, ReportChart } from "../../../src/trajectory/long-form-answer.ts";
import type { Json } from "../../../src/util/json.ts";

function drawn(form: ReportChart["form"], columns: readonly string[], rows: readonly (readonly Json[])[]) {
  const [x = "", ...y] = columns;
  const report: LongFormAnswer = {
    title: "",
    summary: [],
    findings: [],
    notFound: [],
    plan: [],
    charts: [{ title: "", form, query: "Q1", x, y }],
    queries: [
      {
        name: "Q1",
        purpose: "",
        environment: "shop",
        sql: "SELECT 1",
        outcome: "rows",
        columns,
        rows,
        total: rows.length,
      },
    ],
  };
  return drawnCharts(report).flatMap(({ charts }) => charts);
}

const rowsOf = (...series: readonly (readonly number[])[]): readonly (readonly Json[])[] =>
  (series[0] ?? []).map((_, at) => [`2024-0${at + 1}`, ...series.map((values) => values[at] ?? null)]);

const namesOf = (charts: ReturnType<typeof drawn>): readonly (readonly string[])[] =>
  charts.map(({ series }) => series.map(({ name }) => name));

describe("series of one report chart", () => {
  it("share one chart below twenty times the size of another, whatever their sign, and none from there on", () => {
    expect(namesOf(drawn("bar", ["m", "a", "b"], rowsOf([199, 3], [-10, 4])))).toEqual([["a", "b"]]);
    expect(namesOf(drawn("bar", ["m", "a", "b"], rowsOf([200, 3], [-10, 4])))).toEqual([["a"], ["b"]]);
  });

  it("are not shares beside amounts", () => {
    expect(namesOf(drawn("bar", ["m", "sold", "percent_sold"], rowsOf([60, 40], [60, 40])))).toHaveLength(2);
  });

  it("keep their gaps, over every row in which one has a number, in the order of the dates", () => {
    const rows: readonly (readonly Json[])[] = [
      ["2024-03", 3, "30.5"],
      ["2024-01", 1, null],
      ["2024-04", null, null],
      ["2024-02", null, 20],
    ];
    expect(drawn("line", ["m", "a", "b"], rows)).toMatchObject([
      {
        x: { labels: ["2024-01", "2024-02", "2024-03"] },
        series: [{ values: [1, null, 3] }, { values: [null, 20, 30.5] }],
      },
    ]);
  });
});
