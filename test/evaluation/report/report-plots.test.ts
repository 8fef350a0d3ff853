import { describe, expect, it } from "vitest";
import { buildReport } from "../../../src/evaluation/report/build-report.ts";
import { placeLabels } from "../../../src/evaluation/report/plot/place-labels.ts";
import type { Plot } from "../../../src/evaluation/report/plot/plot.ts";
import { plotSvg } from "../../../src/evaluation/report/plot/plot-svg.ts";
import { reportPlots } from "../../../src/evaluation/report/plot/report-plots.ts";
import type { Configuration } from "../../../src/evaluation/run/configuration.ts";
import type { ItemRecord } from "../../../src/evaluation/run/item-record.ts";
import { configuration, MEASURES, manifest, record } from "./made-up-run.ts";

function plots(
  configurations: readonly Configuration[],
  more: (task: number) => Partial<ItemRecord> = () => ({}),
) {
  const records = configurations.flatMap(({ id }) =>
    [0, 1, 2, 3].map((task) => record(`t${task}`, { configuration: id, ...more(task) })),
  );
  return reportPlots(buildReport(manifest({ configurations }), records, { id: "r1", measures: MEASURES }));
}

const titles = (all: ReturnType<typeof plots>): readonly string[] => all.map(({ title }) => title);

describe("the plots of a report", () => {
  it("show accuracy against tokens where there is something to compare", () => {
    expect(titles(plots([configuration("react"), configuration("decoupled")]))).toEqual([
      "EX against tokens",
    ]);
    expect(plots([configuration("react")])).toEqual([]);
    const unknown = { usage: { calls: 1 } };
    expect(plots([configuration("react"), configuration("decoupled")], () => unknown)).toEqual([]);
    const unasked = { usage: { calls: 0 }, cost: 0 };
    expect(plots([configuration("react"), configuration("decoupled")], () => unasked)).toEqual([]);
  });

  it("show groups where there are several", () => {
    const groups = (task: number) => ({ groups: { difficulty: task % 2 === 0 ? "simple" : "hard" } });
    expect(titles(plots([configuration("react")], groups))).toEqual(["EX by difficulty"]);
  });

  it("show a sweep as one line for configurations that differ in nothing else", () => {
    const swept = [0, 5, 20].map((sampleRows) => configuration(`rows=${sampleRows}`, { sampleRows }));
    const [, sweep, ...more] = plots([...swept, configuration("other", { strategy: "decoupled" })]);
    expect(more).toEqual([]);
    expect(sweep?.title).toBe("EX over sample rows per table");
    expect(sweep?.svg.match(/<polyline/gu)).toHaveLength(1);
    expect(sweep?.svg).toContain("react, made-up/small: 100.0 % at 0, 100.0 % at 5, 100.0 % at 20");
  });

  it("show a measure against the count that it is held against, with guessing as a level", () => {
    const measures = [
      { id: "match", name: "Match", description: "", unit: "share", against: "valid" },
      { id: "valid", name: "Valid queries", description: "", unit: "count" },
    ] as const;
    const configurations = [configuration("sequential"), configuration("guess", { strategy: "guessing" })];
    const records = [0, 1, 2, 3].flatMap((task) => [
      record(`t${task}`, { configuration: "sequential", scores: { match: task % 2, valid: task } }),
      record(`t${task}`, { configuration: "guess", scores: { match: Number(task === 0), valid: 0 } }),
    ]);
    const drawn = reportPlots(
      buildReport(manifest({ configurations }), records, { id: "r1", measures }),
    ).find(({ title }) => title === "Match against valid queries");
    expect(drawn?.svg).toContain("sequential: 0.0 % at 0, 100.0 % at 1, 0.0 % at 2, 100.0 % at 3");
    expect(drawn?.svg).toContain("guess: 25.0 % at 0, 25.0 % at 3");
    expect(drawn?.svg.match(/<polyline class="level/gu)).toHaveLength(1);
    expect(drawn?.svg.match(/<circle/gu)).toHaveLength(4);
  });

  it("show no groups to which the measure does not apply", () => {
    const groups = (task: number) => ({
      groups: { type: task === 0 ? "conclusive" : "interpretive" },
      scores: task === 0 ? { ex: 1 } : { va: 1 },
    });
    expect(plots([configuration("react")], groups)).toEqual([]);
  });

  it("never show a share outside 0 to 100 per cent", () => {
    const plot: Plot = {
      title: "p",
      x: { name: "x", unit: "number" },
      y: { name: "y", unit: "share" },
      series: [{ name: "s", points: [{ x: 1, y: 1, low: 0.97, high: 1 }] }],
      joined: false,
    };
    const ticks = [...(plotSvg(plot) ?? "").matchAll(/>(-?[\d.]+) %</gu)].map(([, text]) => Number(text));
    expect(ticks.length).toBeGreaterThan(1);
    expect(Math.max(...ticks)).toBeLessThanOrEqual(100);
    expect(Math.min(...ticks)).toBeGreaterThanOrEqual(0);
  });

  it("are drawn for one point, for equal points, and for names of data, which stay text", () => {
    const one = { x: 3, y: 0.5 };
    const name = `"><script>alert(1)</script>\u202e`;
    const svg = plotSvg({
      title: name,
      x: { name, unit: "number" },
      y: { name, unit: "ratio" },
      series: [
        { name, points: [one] },
        { name: "b", points: [one] },
      ],
      joined: false,
    });
    expect(svg).not.toMatch(/<script|NaN|Infinity|\u202e/u);
    expect(
      plotSvg({
        title: "p",
        x: { name: "x", unit: "number" },
        y: { name: "y", unit: "share" },
        series: [],
        joined: true,
      }),
    ).toBeUndefined();
  });

  it("put names where they meet neither each other nor the border", () => {
    const points = [0, 4, 8, 12, 200, 204].map((x) => ({ x: 100 + x, y: 100 + (x % 8), width: 90 }));
    const placed = placeLabels(points, { left: 0, right: 320, top: 0, bottom: 240 });
    const boxes = placed.flatMap((place) => {
      if (place === undefined) return [];
      const left = place.x - (place.anchor === "start" ? 0 : place.anchor === "end" ? 90 : 45);
      return [{ left, right: left + 90, top: place.y - 11.5, bottom: place.y + 2.5 }];
    });
    expect(boxes.length).toBeGreaterThan(3);
    boxes.forEach((a, at) => {
      expect(a.left).toBeGreaterThanOrEqual(0);
      expect(a.right).toBeLessThanOrEqual(320);
      for (const b of boxes.slice(at + 1)) {
        expect(a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom).toBe(false);
      }
    });
  });
});
