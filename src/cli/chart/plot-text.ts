import { fitWidth } from "../../util/display-width.ts";
import { niceTicks, numberText, tickTexts } from "../../util/ticks.ts";
import type { Chart, ChartAxis } from "./chart.ts";
import { labelText } from "./label-text.ts";

const ROWS = 12;
/** By which quarters of a cell are set: upper left 1, upper right 2, lower left 4, lower right 8. */
const QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█";

/** `values` has one for each of the axis; null is a gap. */
export interface Plotted {
  readonly kind: Chart["kind"];
  readonly x: ChartAxis;
  readonly values: readonly (number | null)[];
}

export interface PlotSize {
  /** Numbers that the upright axis spans: those of several plots, where they are to be held against each other. */
  readonly over?: readonly number[];
  readonly rows?: number;
}

/** Points over two axes, joined in a line where they follow each other without a gap. */
export function plotText(
  { kind, x, values }: Plotted,
  width: number,
  { over = values.flatMap((value) => value ?? []), rows = ROWS }: PlotSize = {},
): readonly string[] {
  const ticks = niceTicks(Math.min(...over), Math.max(...over), 4);
  const [bottom = 0, top = 1] = [ticks[0], ticks.at(-1)];
  const texts = tickTexts(ticks);
  const axis = new Map(
    ticks.map((tick, at) => [Math.round(((top - tick) / (top - bottom)) * (rows - 1)), texts[at] ?? ""]),
  );
  const axisWidth = Math.max(...[...axis.values()].map((text) => text.length));
  const columns = width - axisWidth - 3;
  const cells = Array.from({ length: rows }, () => new Uint8Array(columns));
  const [first, last] = [Math.min(...x.values), Math.max(...x.values)];
  const points = x.values.map((at, place) => {
    const value = values[place] ?? null;
    if (value === null) return undefined;
    return {
      across: Math.round(((at - first) / (last - first || 1)) * (columns * 2 - 1)),
      down: Math.round(((top - value) / (top - bottom)) * (rows * 2 - 1)),
    };
  });
  const set = (across: number, down: number): void => {
    const row = cells[down >> 1];
    if (row !== undefined)
      row[across >> 1] = (row[across >> 1] ?? 0) | (1 << ((across & 1) + (down & 1) * 2));
  };
  points.forEach((point, at) => {
    if (point === undefined) return;
    const before = kind === "line" ? points[at - 1] : undefined;
    const steps =
      before === undefined
        ? 0
        : Math.max(Math.abs(point.across - before.across), Math.abs(point.down - before.down));
    for (let step = 0; step < steps; step += 1) {
      const share = step / steps;
      const { across, down } = before ?? point;
      set(
        Math.round(across + (point.across - across) * share),
        Math.round(down + (point.down - down) * share),
      );
    }
    set(point.across, point.down);
  });
  const drawn = cells.map((row, at) => {
    const label = axis.get(at) ?? "";
    return `${label.padStart(axisWidth)} ${label === "" ? "│" : "┤"}${[...row].map((quarters) => QUARTERS[quarters]).join("")}`.trimEnd();
  });
  const [begins, ends] = [x.labels?.[0], x.labels?.at(-1)];
  const from = begins === undefined ? numberText(first) : labelText(begins);
  const to = ends === undefined ? numberText(last) : labelText(ends);
  const half = Math.floor((columns - 1) / 2);
  const below = `${fitWidth(from, half)}${fitWidth(to, half).padStart(columns - Math.min(from.length, half))}`;
  return [
    ...drawn,
    `${" ".repeat(axisWidth)} └${"─".repeat(columns)}`,
    `${" ".repeat(axisWidth + 2)}${below}`,
  ];
}
