import { fitWidth } from "../../util/display-width.ts";
import { round, svgText } from "../../util/svg-text.ts";
import { visibleText } from "../../util/visible-text.ts";
import { LETTER } from "./bars-svg.ts";
import type { Chart } from "./chart-of.ts";
import { plotAxes } from "./plot-axes.ts";

const HEIGHT = 380;
const TOP = 34;
/** Of a line, up to which each point is marked. */
const MARKED_POINTS = 60;

/** Points over two axes with round numbers, joined where they follow each other in time. */
export function plotSvg(
  { kind, x, y }: Chart,
  width: number,
): { readonly height: number; readonly content: string } {
  const { content, xOf, yOf } = plotAxes(kind, x, y.values, { width, height: HEIGHT, top: TOP });
  const points = x.values.map((at, place) => [round(xOf(at)), round(yOf(y.values[place] ?? 0))] as const);
  const dots = kind === "scatter" || points.length <= MARKED_POINTS;
  return {
    height: HEIGHT,
    content: [
      svgText(0, TOP - 18, fitWidth(visibleText(y.name), Math.floor(width / LETTER)), "start", "name"),
      ...content,
      ...(kind === "line"
        ? [`<polyline class="line" points="${points.map((point) => point.join(",")).join(" ")}"/>`]
        : []),
      ...(dots
        ? points.map(
            ([cx, cy]) => `<circle class="dot" cx="${cx}" cy="${cy}" r="${kind === "line" ? 3 : 4}"/>`,
          )
        : []),
    ].join("\n"),
  };
}
