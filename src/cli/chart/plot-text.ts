import { fitWidth } from "../../util/display-width.ts";
import { niceTicks, numberText, tickTexts } from "../../util/ticks.ts";
import { visibleText } from "../../util/visible-text.ts";
import type { Chart } from "./chart-of.ts";

const ROWS = 12;
/** By which quarters of a cell are set: upper left 1, upper right 2, lower left 4, lower right 8. */
const QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█";

/** Points over two axes, joined in a line where they follow each other. */
export function plotText({ kind, x, y }: Chart, width: number): readonly string[] {
  const ticks = niceTicks(Math.min(...y.values), Math.max(...y.values), 4);
  const [bottom = 0, top = 1] = [ticks[0], ticks.at(-1)];
  const texts = tickTexts(ticks);
  const axis = new Map(
    ticks.map((tick, at) => [Math.round(((top - tick) / (top - bottom)) * (ROWS - 1)), texts[at] ?? ""]),
  );
  const axisWidth = Math.max(...[...axis.values()].map((text) => text.length));
  const columns = width - axisWidth - 3;
  const cells = Array.from({ length: ROWS }, () => new Uint8Array(columns));
  const [first, last] = [Math.min(...x.values), Math.max(...x.values)];
  const points = x.values.map((at, place) => ({
    across: Math.round(((at - first) / (last - first || 1)) * (columns * 2 - 1)),
    down: Math.round(((top - (y.values[place] ?? 0)) / (top - bottom)) * (ROWS * 2 - 1)),
  }));
  const set = (across: number, down: number): void => {
    const row = cells[down >> 1];
    if (row !== undefined)
      row[across >> 1] = (row[across >> 1] ?? 0) | (1 << ((across & 1) + (down & 1) * 2));
  };
  points.forEach((point, at) => {
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
  const from = visibleText(x.labels?.[0] ?? numberText(first));
  const to = visibleText(x.labels?.at(-1) ?? numberText(last));
  const half = Math.floor((columns - 1) / 2);
  const ends = `${fitWidth(from, half)}${fitWidth(to, half).padStart(columns - Math.min(from.length, half))}`;
  return [
    ...drawn,
    `${" ".repeat(axisWidth)} └${"─".repeat(columns)}`,
    `${" ".repeat(axisWidth + 2)}${ends}`,
  ];
}
