import { drawPlot, type Plot, type PlotAxis } from "../../../util/draw-plot.ts";
import { numberText } from "../../../util/ticks.ts";
import type { Measure } from "../../benchmark/benchmark.ts";

/** A plot whose words come from its points. */
export type PlotToDraw = Omit<Plot, "inWords">;

export interface DrawnPlot {
  readonly title: string;
  readonly html: string;
}

/** The plots that have points. */
export async function drawnPlots(plots: readonly PlotToDraw[]): Promise<readonly DrawnPlot[]> {
  const drawn: DrawnPlot[] = [];
  for (const plot of plots) {
    const html = await drawPlot({ ...plot, inWords: inWords(plot) });
    if (html !== undefined) drawn.push({ title: plot.title, html });
  }
  return drawn;
}

export function measureAxis({ name, unit }: Measure): PlotAxis {
  return { name, text: unit === "share" ? (value) => `${percent(value)} %` : undefined };
}

/** Of differences: numbers times 100 with their sign, and a line at 0. */
export function changeAxis(name: string): PlotAxis {
  const text = (value: number): string =>
    `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(percent(value))}`;
  return { name, text, holdsZero: true };
}

const percent = (value: number): number => Number((value * 100).toFixed(1));

function inWords({ form, x, y = x, rows = [], series }: PlotToDraw): string {
  const said = ({ text = numberText }: PlotAxis, value: number | null): string => text(value ?? 0);
  if (form !== "intervals") {
    const texts = series.map(
      ({ name, points }) =>
        `${name}: ${points.map(({ at, value }) => `${said(y, value)} at ${said(x, at)}`).join(", ")}`,
    );
    return texts.join("; ");
  }
  const ofRow = rows.map((row, place) => {
    const values = series.flatMap(({ name, points }) =>
      points
        .filter(({ at }) => at === place)
        .map(({ value }) => `${series.length > 1 ? `${name} ` : ""}${said(x, value)}`),
    );
    return `${row}: ${values.join(", ")}`;
  });
  return ofRow.join("; ");
}
