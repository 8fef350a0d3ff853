import { displayWidth, fitWidth } from "../../util/display-width.ts";
import { escapeMarkup, round, svgLine, svgText } from "../../util/svg-text.ts";
import { numberText } from "../../util/ticks.ts";
import { LETTER } from "./bars-svg.ts";
import { labelText } from "./label-text.ts";
import { numbersIn, type SeriesChart } from "./series-chart.ts";

const MOST_LETTERS = 18;
const STEP = 15;
const THICK = 12;
const BETWEEN = 10;
const GAP = 8;

/** Bars that lie, those of a label together and in the order of the series: a bar that is missing leaves its place free. */
export function seriesBarsSvg(
  chart: SeriesChart,
  width: number,
  top: number,
): { readonly height: number; readonly content: string } {
  const { x, series } = chart;
  const all = (x.labels ?? []).map(labelText);
  const labels = all.map((label) => fitWidth(label, MOST_LETTERS));
  const numbers = numbersIn(chart);
  const roomOf = (some: readonly number[]): number =>
    some.length === 0 ? 0 : Math.max(...some.map((value) => numberText(value).length)) * LETTER + GAP;
  // One letter more: a short label may be of wide ones.
  const beside = (Math.max(...labels.map(displayWidth)) + 1) * LETTER + GAP;
  const left = beside + roomOf(numbers.filter((value) => value < 0));
  const right = width - roomOf(numbers.filter((value) => value >= 0));
  const least = Math.min(0, ...numbers);
  const unit = (right - left) / (Math.max(0, ...numbers) - least || 1);
  const zero = left - least * unit;
  const group = series.length * STEP + BETWEEN;
  const height = top + labels.length * group;
  const groups = labels.map((label, at) => {
    const begins = top + at * group + BETWEEN / 2;
    const bars = series.map(({ name, values }, place) => {
      const value = values[at] ?? null;
      if (value === null) return "";
      const middle = begins + place * STEP + STEP / 2;
      const length = value === 0 ? 0 : Math.max(1, round(Math.abs(value) * unit));
      const [from, text, anchor] =
        value < 0
          ? ([zero - length, zero - length - GAP / 2, "end"] as const)
          : ([zero, zero + length + GAP / 2, "start"] as const);
      const says = escapeMarkup(`${all[at]}, ${labelText(name)}: ${numberText(value)}`);
      return `<rect class="bar s${place}" x="${round(from)}" y="${middle - THICK / 2}" width="${length}" height="${THICK}" rx="2"><title>${says}</title></rect>${svgText(text, middle + 4.5, numberText(value), anchor)}`;
    });
    const middle = begins + (series.length * STEP) / 2;
    return [svgText(beside - GAP, middle + 4.5, label, "end", "label"), ...bars].join("");
  });
  return { height: height + GAP, content: [...groups, svgLine(zero, top, zero, height, "axis")].join("\n") };
}
