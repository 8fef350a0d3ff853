import type { DrawnPlot } from "../report/plot/drawn-plot.ts";
import { intervalsSvg } from "../report/plot/intervals-svg.ts";
import type { PlotAxis, PlotPoint } from "../report/plot/plot.ts";
import { plotSvg } from "../report/plot/plot-svg.ts";
import type { SimulationReport, SimulationRow } from "./simulation-row.ts";

/** All of them show 0 to 100 %, so that they can be held against each other. */
const WHOLE = [0, 1] as const;

/**
 * Of each set: success by class of faults with its interval, a drawing for each rate; and, where there are several rates, success over the rate, a drawing
 * for each class. Every title and every axis of success says that it is simulated.
 */
export function simulationPlots({ rows }: SimulationReport): readonly DrawnPlot[] {
  const sets = [...Map.groupBy(rows, ({ set }) => set)];
  return sets.flatMap(([set, own]) => {
    const rates = [...new Set(own.map(({ rate }) => rate))].filter((rate) => rate > 0).sort((a, b) => a - b);
    return [
      ...rates.flatMap((rate) => byClass(set, own, rate)),
      ...(rates.length < 2 ? [] : classesOf(own).flatMap((fault) => overRates(set, own, fault))),
    ];
  });
}

function byClass(set: string, rows: readonly SimulationRow[], rate: number): readonly DrawnPlot[] {
  const title = `Simulation: ${set} at a rate of ${rate}`;
  const arms = armsOf(rows);
  const drawn = ["none", ...classesOf(rows)].map((fault) => ({
    name: fault === "none" ? "no faults" : fault,
    points: arms.map((arm) => {
      const row = rows.find(
        (each) => each.arm === arm && each.fault === fault && (each.rate === rate || fault === "none"),
      );
      if (row?.success === undefined) return undefined;
      return { x: row.success, ...intervalOf(row) };
    }),
  }));
  const known = drawn.filter(({ points }) => points.some((point) => point !== undefined));
  const svg = intervalsSvg({ title, x: successAxis(rows), series: arms, rows: known });
  return svg === undefined ? [] : [{ title, svg }];
}

/** Without intervals, which would stand upon each other: those are in the other drawings. */
function overRates(set: string, rows: readonly SimulationRow[], fault: string): readonly DrawnPlot[] {
  const title = `Simulation: ${set}, ${fault}`;
  const series = armsOf(rows).map((arm) => ({
    name: arm,
    points: rows
      .filter((row) => row.arm === arm && (row.fault === fault || row.fault === "none"))
      .toSorted((a, b) => a.rate - b.rate)
      .flatMap(({ rate, success }): readonly PlotPoint[] =>
        success === undefined ? [] : [{ x: rate, y: success }],
      ),
  }));
  const x = { name: "Rate of injected faults", unit: "share" } as const;
  const svg = plotSvg({ title, x, y: successAxis(rows), series, joined: true, gaps: true });
  return svg === undefined ? [] : [{ title, svg }];
}

function successAxis(rows: readonly SimulationRow[]): PlotAxis {
  const measure = rows[0]?.measure ?? "success";
  const name = measure === "success" ? "Simulated success" : `Simulated success (${measure})`;
  return { name, unit: "share", range: WHOLE };
}

function intervalOf({ successLow, successHigh }: SimulationRow) {
  return successLow === undefined || successHigh === undefined ? {} : { low: successLow, high: successHigh };
}

function armsOf(rows: readonly SimulationRow[]): readonly string[] {
  return [...new Set(rows.map(({ arm }) => arm))];
}

function classesOf(rows: readonly SimulationRow[]): readonly string[] {
  return [...new Set(rows.map(({ fault }) => fault))].filter((fault) => fault !== "none");
}
