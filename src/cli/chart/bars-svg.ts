import { displayWidth, fitWidth } from "../../util/display-width.ts";
import { round, svgLine, svgText } from "../../util/svg-text.ts";
import { visibleText } from "../../util/visible-text.ts";
import type { Chart } from "./chart-of.ts";
import { barLabel } from "./chart-text.ts";
import { labelText } from "./label-text.ts";

/** Of a letter at 13 px, rather too much than too little: labels must not meet. */
export const LETTER = 8.4;
const MOST_LETTERS = 32;
const STEP = 26;
const THICK = 16;
const TOP = 30;
const GAP = 8;

/** Bars that lie, each with its label before it and its number at its end. */
export function barsSvg(chart: Chart, width: number): { readonly height: number; readonly content: string } {
  const { x, y } = chart;
  const labels = (x.labels ?? []).map((label) => fitWidth(labelText(label), MOST_LETTERS));
  const numbers = y.values.map((value) => barLabel(chart, value));
  const numberRoom = Math.max(...numbers.map((text) => text.length)) * LETTER + GAP;
  const negative = y.values.some((value) => value < 0);
  const left = Math.max(...labels.map(displayWidth)) * LETTER + GAP + (negative ? numberRoom : 0);
  const most = Math.max(0, ...y.values);
  const least = Math.min(0, ...y.values);
  const unit = (width - left - numberRoom) / (most - least || 1);
  const zero = left - least * unit;
  const height = TOP + labels.length * STEP + GAP;
  const rows = y.values.map((value, at) => {
    const middle = TOP + at * STEP + STEP / 2;
    const length = Math.abs(value) * unit;
    const end = value < 0 ? zero - length : zero + length;
    return [
      svgText(left - GAP - (negative ? numberRoom : 0), middle + 4.5, labels[at] ?? "", "end", "label"),
      `<rect class="bar" x="${round(Math.min(zero, end))}" y="${middle - THICK / 2}" width="${value === 0 ? 0 : Math.max(1, round(length))}" height="${THICK}" rx="2"/>`,
      svgText(
        value < 0 ? end - GAP / 2 : end + GAP / 2,
        middle + 4.5,
        numbers[at] ?? "",
        value < 0 ? "end" : "start",
      ),
    ].join("");
  });
  const heads = svgText(
    zero,
    TOP - 12,
    fitWidth(visibleText(y.name), Math.floor((width - zero) / LETTER)),
    "start",
    "name",
  );
  return { height, content: [heads, ...rows, svgLine(zero, TOP, zero, height - GAP, "axis")].join("\n") };
}
