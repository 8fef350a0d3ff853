import { displayWidth, fitWidth } from "../../util/display-width.ts";
import { svgText } from "../../util/svg-text.ts";
import { LETTER } from "./bars-svg.ts";
import { labelText } from "./label-text.ts";
import type { SeriesChart } from "./series-chart.ts";
import { markSvg } from "./series-mark-svg.ts";

const LINE = 20;
const GAP = 6;
const BETWEEN = 16;

/** The names of the series, each behind what it is drawn with, in as many lines as they need. */
export function seriesLegendSvg(
  { kind, series }: SeriesChart,
  width: number,
): { readonly height: number; readonly content: string } {
  const sample = kind === "line" ? 30 : 12;
  let [x, y] = [0, 0];
  const parts = series.map(({ name }, at) => {
    const text = fitWidth(labelText(name), Math.floor((width - sample - GAP) / LETTER));
    const taken = sample + GAP + displayWidth(text) * LETTER;
    if (x > 0 && x + taken > width) [x, y] = [0, y + LINE];
    const part = sampleSvg(kind, at, x, y + LINE / 2, sample);
    const named = svgText(x + sample + GAP, y + LINE / 2 + 4.5, text, "start", "label");
    x += taken + BETWEEN;
    return part + named;
  });
  return { height: y + LINE, content: parts.join("") };
}

function sampleSvg(kind: SeriesChart["kind"], at: number, x: number, middle: number, width: number): string {
  if (kind === "bar")
    return `<rect class="sample s${at}" x="${x}" y="${middle - width / 2}" width="${width}" height="${width}" rx="2"/>`;
  const line = kind === "line" ? `<path class="line s${at}" d="M${x},${middle}H${x + width}"/>` : "";
  return line + markSvg(at, x + width / 2, middle);
}
