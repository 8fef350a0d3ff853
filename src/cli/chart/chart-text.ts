import { displayWidth, fitWidth } from "../../util/display-width.ts";
import { numberText } from "../../util/ticks.ts";
import { visibleText } from "../../util/visible-text.ts";
import type { Chart } from "./chart-of.ts";
import { plotText } from "./plot-text.ts";

const WIDEST = 100;
const FEWEST_COLUMNS = 30;

/** A chart in block characters for a terminal of so many columns, no line longer; undefined where the terminal is too narrow for one. */
export function chartText(chart: Chart, columns: number): string | undefined {
  const width = Math.min(WIDEST, columns - 1);
  if (width < FEWEST_COLUMNS) return undefined;
  const title = fitWidth(visibleText(chartTitle(chart)), width);
  const lines =
    chart.kind === "bar" || chart.kind === "share" ? barsText(chart, width) : plotText(chart, width);
  return [title, ...lines].join("\n");
}

export function chartTitle({ x, y }: Chart): string {
  return `${y.name} by ${x.name}`;
}

/** What a bar is of, in words: a share is said in per cent. */
export function barLabel({ kind, y }: Chart, value: number): string {
  const isOfOne = kind === "share" && y.values.reduce((sum, each) => sum + each, 0) < 2;
  if (isOfOne) return `${numberText(Number((value * 100).toPrecision(4)))} %`;
  return kind === "share" ? `${numberText(value)} %` : numberText(value);
}

const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** Bars lie, so that labels can be read; those below zero grow to the left of it. */
function barsText(chart: Chart, width: number): readonly string[] {
  const { x, y } = chart;
  const labels = (x.labels ?? []).map((label) => fitWidth(visibleText(label), Math.floor(width * 0.4)));
  const labelWidth = Math.max(...labels.map(displayWidth));
  const numbers = y.values.map((value) => barLabel(chart, value));
  const numberWidth = Math.max(...numbers.map((text) => text.length));
  const room = width - labelWidth - numberWidth - 3;
  const most = Math.max(0, ...y.values);
  const least = Math.min(0, ...y.values);
  const unit = most - least === 0 ? 0 : room / (most - least);
  const below = Math.min(room, Math.ceil(-least * unit));
  return y.values.map((value, at) => {
    const label = labels[at] ?? "";
    const head = `${label}${" ".repeat(labelWidth - displayWidth(label))}  `;
    const left = value < 0 ? leftBar(-value * unit, below) : " ".repeat(below);
    const bar = value > 0 ? rightBar(value * unit, room - below) : "";
    return `${head}${left}${bar}${bar === "" ? "" : " "}${numbers[at]}`;
  });
}

/** Something is drawn for whatever is not zero. */
function rightBar(length: number, room: number): string {
  const eighths = Math.min(room * 8, Math.max(1, Math.round(length * 8)));
  return `${"█".repeat(Math.floor(eighths / 8))}${EIGHTHS[eighths % 8]}`;
}

function leftBar(length: number, room: number): string {
  const halves = Math.min(room * 2, Math.max(1, Math.round(length * 2)));
  return (
    `${halves % 2 === 1 ? "▐" : ""}${"█".repeat(Math.floor(halves / 2))}`.padStart(room) +
    (room > 0 ? " " : "")
  );
}
