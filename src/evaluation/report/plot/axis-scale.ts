import { niceTicks, tickTexts } from "../../../util/ticks.ts";
import type { PlotAxis } from "./plot.ts";

export interface AxisScale {
  readonly ticks: readonly { readonly at: number; readonly text: string }[];
  readonly from: number;
  readonly to: number;
}

/** Round numbers around the values; shares never leave 0 to 100 %. */
export function axisScale(
  { unit, range }: PlotAxis,
  points: readonly number[],
  count: number,
  fromZero = false,
): AxisScale {
  const values = [...points, ...(range ?? [])];
  const isChange = unit === "change";
  const least = Math.min(...values, ...(fromZero || isChange ? [0] : []));
  const most = Math.max(...values, ...(isChange ? [0] : []));
  if (isChange) {
    const isFlat = least === most;
    const [low, high] = isFlat ? [-10, 10] : [least * 100, most * 100];
    return scaleOf(niceTicks(low, high, count).map((at) => ({ at: at / 100, text: signedText(at) })));
  }
  if (unit !== "share") {
    const all = niceTicks(least, most, count);
    const ticks = unit === "whole" ? all.filter(Number.isInteger) : all;
    const texts = tickTexts(ticks);
    return scaleOf(ticks.map((at, place) => ({ at, text: texts[place] ?? "" })));
  }
  const isFlat = least === most;
  const span = [isFlat ? least - 0.1 : least, isFlat ? most + 0.1 : most];
  const [low = 0, high = 1] = span.map((value) => Math.min(1, Math.max(0, value)) * 100);
  return scaleOf(niceTicks(low, high, count).map((at) => ({ at: at / 100, text: `${at} %` })));
}

/** `+5`, `−2.5`, `0`. */
export function signedText(value: number): string {
  return `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value)}`;
}

function scaleOf(ticks: AxisScale["ticks"]): AxisScale {
  return { ticks, from: ticks[0]?.at ?? 0, to: ticks.at(-1)?.at ?? 1 };
}
