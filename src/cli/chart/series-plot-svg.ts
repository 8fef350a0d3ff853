import { round, svgLine } from "../../util/svg-text.ts";
import { numberText } from "../../util/ticks.ts";
import { labelText } from "./label-text.ts";
import { plotAxes } from "./plot-axes.ts";
import { numbersIn, type SeriesChart } from "./series-chart.ts";
import { markSvg } from "./series-mark-svg.ts";

const FIELD = 260;
const BELOW = 56;
const ABOVE = 8;
const MOST_LETTERS = 20;
/** Of a line, up to which each point is marked. */
const MARKED_POINTS = 31;

/** Several lines, or several kinds of points, over the same two axes. A line ends where a number is missing. */
export function seriesPlotSvg(
  chart: SeriesChart,
  width: number,
  above: number,
): { readonly height: number; readonly content: string } {
  const { kind, x, series } = chart;
  const top = above + ABOVE;
  const height = top + FIELD + BELOW;
  const room = { width, height, top, letters: MOST_LETTERS };
  const { content, left, right, zero, xOf, yOf } = plotAxes(kind, x, numbersIn(chart), room);
  const areMarked = kind === "scatter" || x.values.length <= MARKED_POINTS;
  const drawn = series.map(({ name, values }, place) => {
    const runs = runsOf(values);
    const marked = runs.filter((run) => areMarked || run.length === 1).flat();
    const lines = kind === "line" ? runs.filter((run) => run.length > 1) : [];
    return [
      ...lines.map((run) => {
        const points = run.map(({ at, value }) => `${round(xOf(x.values[at] ?? 0))},${round(yOf(value))}`);
        return `<polyline class="line s${place}" points="${points.join(" ")}"/>`;
      }),
      ...marked.map(({ at, value }) => {
        const across = x.values[at] ?? 0;
        const says = `${labelText(x.labels?.[at] ?? numberText(across))}, ${labelText(name)}: ${numberText(value)}`;
        return markSvg(place, xOf(across), yOf(value), says);
      }),
    ].join("");
  });
  const nought = zero === undefined ? [] : [svgLine(left, zero, right, zero, "axis")];
  return { height, content: [...content, ...nought, ...drawn].join("\n") };
}

interface Place {
  readonly at: number;
  readonly value: number;
}

/** What follows each other without a gap. */
function runsOf(values: readonly (number | null)[]): readonly (readonly Place[])[] {
  const runs: Place[][] = [];
  values.forEach((value, at) => {
    if (value === null) return;
    const last = runs.at(-1);
    if (last?.at(-1)?.at === at - 1) last.push({ at, value });
    else runs.push([{ at, value }]);
  });
  return runs;
}
