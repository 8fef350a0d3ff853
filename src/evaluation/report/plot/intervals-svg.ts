import { displayWidth, fitWidth } from "../../../util/display-width.ts";
import { round, svgLine, svgText } from "../../../util/svg-text.ts";
import { visibleText } from "../../../util/visible-text.ts";
import { axisScale } from "./axis-scale.ts";
import { colourOf, legendSvg, plotFrame } from "./legend-svg.ts";
import { type IntervalPlot, LETTER, MARGIN, PLOT_WIDTH } from "./plot.ts";
import { valueText } from "./plot-svg.ts";

const STEP = 15;
const GAP = 12;
const MOST_LETTERS = 20;

/** Means with their intervals, one row for each part and in it one line for each series; undefined where there is none. */
export function intervalsSvg(plot: IntervalPlot): string | undefined {
  const { title, x, series, rows } = plot;
  const points = rows.flatMap((row) => row.points.flatMap((point) => point ?? []));
  if (points.length === 0) return undefined;
  const legend = legendSvg(series.length > 1 ? series : [], 0);
  const labels = rows.map(({ name }) => fitWidth(visibleText(name), MOST_LETTERS));
  const left = Math.max(...labels.map(displayWidth)) * LETTER + 14;
  const right = PLOT_WIDTH - MARGIN;
  const top = legend.height + 8;
  const height = Math.max(series.length * STEP, STEP + 4) + GAP;
  const bottom = top + rows.length * height;
  const scale = axisScale(
    x,
    points.flatMap((point) => [point.x, point.low ?? point.x, point.high ?? point.x]),
    5,
  );
  const xOf = (value: number): number =>
    round(left + ((value - scale.from) / (scale.to - scale.from)) * (right - left));
  const drawn = rows.map((row, at) => {
    const middle = top + at * height + height / 2;
    const lines = row.points.map((point, place) => {
      if (point === undefined) return "";
      const y = round(middle + (place - (series.length - 1) / 2) * STEP);
      const { low = point.x, high = point.x } = point;
      return (
        `<line class="whisker ${colourOf(place)}" x1="${xOf(low)}" y1="${y}" x2="${xOf(high)}" y2="${y}"/>` +
        `<circle class="${colourOf(place)}" cx="${xOf(point.x)}" cy="${y}" r="5"/>`
      );
    });
    const rule = at === 0 ? "" : svgLine(0, top + at * height, right, top + at * height, "grid");
    return rule + svgText(left - 12, middle + 4.5, labels[at] ?? "", "end", "label") + lines.join("");
  });
  const content = [
    legend.content,
    ...scale.ticks.map(
      ({ at, text }) =>
        svgLine(xOf(at), top, xOf(at), bottom, at === 0 && x.unit === "change" ? "axis" : "grid") +
        svgText(xOf(at), bottom + 18, text, "middle"),
    ),
    ...drawn,
    svgLine(left, bottom, right, bottom, "axis"),
    svgText((left + right) / 2, bottom + 37, fitWidth(visibleText(x.name), 50), "middle", "name"),
  ];
  return plotFrame(title, inWords(plot), bottom + 44, content.join("\n"));
}

function inWords({ x, series, rows }: IntervalPlot): string {
  return rows
    .map(({ name, points }) => {
      const values = points.flatMap((point, at) =>
        point === undefined
          ? []
          : [`${series.length > 1 ? `${series[at] ?? ""} ` : ""}${valueText(x, point.x)}`],
      );
      return `${name}: ${values.join(", ")}`;
    })
    .join("; ");
}
