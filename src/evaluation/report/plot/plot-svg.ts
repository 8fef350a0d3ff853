import { displayWidth, fitWidth } from "../../../util/display-width.ts";
import { round, svgLine, svgText } from "../../../util/svg-text.ts";
import { numberText } from "../../../util/ticks.ts";
import { visibleText } from "../../../util/visible-text.ts";
import { measureText } from "../figure-text.ts";
import { axisScale, signedText } from "./axis-scale.ts";
import { colourOf, legendSvg, plotFrame } from "./legend-svg.ts";
import { placeLabels } from "./place-labels.ts";
import { LETTER, MARGIN, PLOT_WIDTH, type Plot, type PlotAxis, type PlotPoint, TICK_LETTER } from "./plot.ts";

const FIELD = 230;
const BELOW = 44;
const MOST_LETTERS = 26;

/** Points with their intervals, joined to lines or named one by one; undefined for none. */
export function plotSvg(plot: Plot): string | undefined {
  const { title, x, y, series, joined, gaps = false } = plot;
  const points = series.flatMap((each) => each.points);
  if (points.length === 0) return undefined;
  const legend = legendSvg(joined ? series.map(({ name }) => name) : [], 0);
  const top = legend.height + 30;
  const bottom = top + FIELD;
  const down = axisScale(
    y,
    points.flatMap((point) => [point.y, point.low ?? point.y, point.high ?? point.y]),
    5,
  );
  const across = axisScale(
    x,
    points.map((point) => point.x),
    6,
    true,
  );
  const left = Math.max(...down.ticks.map(({ text }) => text.length)) * TICK_LETTER + 10;
  const right = PLOT_WIDTH - MARGIN;
  const xOf = (value: number): number =>
    round(left + ((value - across.from) / (across.to - across.from)) * (right - left));
  const yOf = (value: number): number =>
    round(bottom - ((value - down.from) / (down.to - down.from)) * (bottom - top));
  const content = [
    legend.content,
    svgText(0, top - 15, axisName(y), "start", "name"),
    ...down.ticks.map(
      ({ at, text }) =>
        svgLine(left, yOf(at), right, yOf(at), "grid") + svgText(left - 8, yOf(at) + 4.5, text, "end"),
    ),
    svgLine(left, bottom, right, bottom, "axis"),
    ...across.ticks.map(
      ({ at, text }) =>
        svgLine(xOf(at), bottom, xOf(at), bottom + 4, "axis") + svgText(xOf(at), bottom + 19, text, "middle"),
    ),
    svgText((left + right) / 2, bottom + 38, axisName(x), "middle", "name"),
    ...series.map((each, at) => {
      const line = each.points.map((point) => `${xOf(point.x)},${yOf(point.y)}`).join(" ");
      if (each.isLevel === true) return `<polyline class="level ${colourOf(at)}" points="${line}"/>`;
      return [
        ...(joined
          ? [`<polyline class="${colourOf(at)}${gaps && at > 0 ? ` gaps${at}` : ""}" points="${line}"/>`]
          : []),
        ...each.points.map((point) => pointSvg(point, at, xOf, yOf)),
      ].join("");
    }),
    ...(joined ? [] : names(plot, { left, right, top, bottom }, xOf, yOf)),
  ];
  return plotFrame(title, inWords(plot), bottom + BELOW, content.join("\n"));
}

type Scale = (value: number) => number;

function pointSvg({ x, y, low, high }: PlotPoint, at: number, xOf: Scale, yOf: Scale): string {
  const whisker =
    low === undefined || high === undefined
      ? ""
      : `<line class="whisker ${colourOf(at)}" x1="${xOf(x)}" y1="${yOf(low)}" x2="${xOf(x)}" y2="${yOf(high)}"/>`;
  return `${whisker}<circle class="${colourOf(at)}" cx="${xOf(x)}" cy="${yOf(y)}" r="5"/>`;
}

function names(
  { series }: Plot,
  inside: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number },
  xOf: Scale,
  yOf: Scale,
): readonly string[] {
  const named = series.flatMap(({ name, points }) => {
    const text = fitWidth(visibleText(name), MOST_LETTERS);
    return points.map(({ x, y }) => ({ text, x: xOf(x), y: yOf(y), width: displayWidth(text) * LETTER }));
  });
  const placed = placeLabels(named, { ...inside, right: PLOT_WIDTH, top: inside.top - 8 });
  return placed.map((place, at) =>
    place === undefined ? "" : svgText(place.x, place.y, named[at]?.text ?? "", place.anchor, "label"),
  );
}

const axisName = ({ name }: PlotAxis): string => fitWidth(visibleText(name), Math.floor(PLOT_WIDTH / LETTER));

function inWords({ x, y, series }: Plot): string {
  return series
    .map(
      ({ name, points }) =>
        `${name}: ${points.map((point) => `${valueText(y, point.y)} at ${valueText(x, point.x)}`).join(", ")}`,
    )
    .join("; ");
}

export function valueText({ unit }: PlotAxis, value: number): string {
  if (unit === "change") return signedText(Number((value * 100).toFixed(1)));
  return unit === "number" || unit === "whole"
    ? numberText(Number(value.toPrecision(5)))
    : measureText(unit, value);
}
