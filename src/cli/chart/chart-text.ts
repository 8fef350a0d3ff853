import { fitWidth } from "../../util/display-width.ts";
import { numberText } from "../../util/ticks.ts";
import { visibleText } from "../../util/visible-text.ts";
import { barsText } from "./bars-text.ts";
import type { Chart } from "./chart-of.ts";
import { labelText } from "./label-text.ts";
import { plotText } from "./plot-text.ts";

const WIDEST = 100;
const FEWEST_COLUMNS = 30;

/** A chart in block characters for a terminal of so many columns, no line longer; undefined where the terminal is too narrow for one. */
export function chartText(chart: Chart, columns: number): string | undefined {
  const width = widthOfChart(columns);
  if (width === undefined) return undefined;
  const title = fitWidth(visibleText(chartTitle(chart)), width);
  const { kind, x, y } = chart;
  const lines =
    kind === "bar" || kind === "share"
      ? barsText(
          y.values.map((value, at) => ({
            label: labelText(x.labels?.[at] ?? ""),
            value,
            text: barLabel(chart, value),
          })),
          width,
        )
      : plotText({ kind, x, values: y.values }, width);
  return [title, ...lines].join("\n");
}

/** Columns that a chart takes of so many; undefined where they are too few. */
export function widthOfChart(columns: number): number | undefined {
  const width = Math.min(WIDEST, columns - 1);
  return width < FEWEST_COLUMNS ? undefined : width;
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
