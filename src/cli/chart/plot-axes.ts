import { displayWidth, fitWidth } from "../../util/display-width.ts";
import { svgLine, svgText } from "../../util/svg-text.ts";
import { niceTicks, tickTexts } from "../../util/ticks.ts";
import { visibleText } from "../../util/visible-text.ts";
import { LETTER } from "./bars-svg.ts";
import type { Chart, ChartAxis } from "./chart-of.ts";
import { labelText } from "./label-text.ts";

const BOTTOM = 56;
const GAP = 8;

/** Two axes with round numbers, and where a point stands between them. */
export interface PlotAxes {
  readonly content: readonly string[];
  readonly left: number;
  readonly right: number;
  /** Undefined where the axis of numbers does not cross it. */
  readonly zero: number | undefined;
  xOf(at: number): number;
  yOf(value: number): number;
}

export interface PlotRoom {
  readonly width: number;
  readonly height: number;
  readonly top: number;
  /** Labels of moments are cut after so many letters. */
  readonly letters?: number;
}

/** Axes for `numbers` over `x`. */
export function plotAxes(
  kind: Chart["kind"],
  x: ChartAxis,
  numbers: readonly number[],
  { width, height, top, letters = Number.POSITIVE_INFINITY }: PlotRoom,
): PlotAxes {
  const ticks = niceTicks(Math.min(...numbers), Math.max(...numbers), 5);
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const texts = tickTexts(ticks);
  const left = Math.max(...texts.map((text) => text.length)) * LETTER + GAP;
  const right = width - 2 * GAP;
  const bottom = height - BOTTOM;
  const across = xTicks(x, kind).map(({ at, text }) => ({ at, text: fitWidth(text, letters) }));
  const [from, to] = [
    Math.min(...x.values, ...across.map(({ at }) => at)),
    Math.max(...x.values, ...across.map(({ at }) => at)),
  ];
  const xOf = (at: number): number =>
    left + GAP + ((at - from) / (to - from || 1)) * (right - left - 2 * GAP);
  const yOf = (value: number): number => bottom - ((value - low) / (high - low)) * (bottom - top);
  const placed = withoutOverlap(
    across.map(({ at, text }) => ({ x: xOf(at), text })),
    left,
    right,
  );
  const name = fitWidth(visibleText(x.name), Math.floor(width / LETTER));
  return {
    content: [
      ...ticks.map(
        (tick, at) =>
          svgLine(left, yOf(tick), right, yOf(tick), "grid") +
          svgText(left - GAP, yOf(tick) + 4.5, texts[at] ?? "", "end"),
      ),
      svgLine(left, bottom, right, bottom, "axis"),
      ...placed.map(
        (tick) =>
          svgLine(tick.at, bottom, tick.at, bottom + 4, "axis") +
          svgText(tick.x, bottom + 20, tick.text, tick.anchor),
      ),
      svgText((left + right) / 2, height - GAP, name, "middle", "name"),
    ],
    left,
    right,
    zero: low < 0 && high > 0 ? yOf(0) : undefined,
    xOf,
    yOf,
  };
}

interface Tick {
  readonly at: number;
  readonly text: string;
}

/** Moments are named as the result names them; numbers are round. */
function xTicks({ values, labels }: ChartAxis, kind: Chart["kind"]): readonly Tick[] {
  if (kind === "line") return values.map((at, place) => ({ at, text: labelText(labels?.[place] ?? "") }));
  const ticks = niceTicks(Math.min(...values), Math.max(...values), 6);
  const texts = tickTexts(ticks);
  return ticks.map((at, place) => ({ at, text: texts[place] ?? "" }));
}

/** The first and the last, and between them as many as have room. */
function withoutOverlap(
  ticks: readonly { readonly x: number; readonly text: string }[],
  left: number,
  right: number,
) {
  const placed = ticks.map(({ x, text }) => {
    const half = (displayWidth(text) * LETTER) / 2;
    const anchor =
      x - half < left - 20
        ? ("start" as const)
        : x + half > right + 2 * GAP
          ? ("end" as const)
          : ("middle" as const);
    const begins = anchor === "start" ? x : anchor === "end" ? x - 2 * half : x - half;
    return { at: x, x, text, anchor, begins, ends: begins + 2 * half };
  });
  const last = placed.at(-1);
  const step = Math.max(
    1,
    Math.ceil(
      (Math.max(...placed.map(({ begins, ends }) => ends - begins)) + 24) / ((right - left) / placed.length),
    ),
  );
  const kept: typeof placed = [];
  placed.forEach((tick, at) => {
    const before = kept.at(-1)?.ends ?? Number.NEGATIVE_INFINITY;
    const meetsLast = last !== undefined && tick !== last && tick.ends + 16 > last.begins;
    if (tick === last || (at % step === 0 && tick.begins > before + 12 && !meetsLast)) kept.push(tick);
  });
  return kept;
}
