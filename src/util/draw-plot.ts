import type { PlotOptions } from "@observablehq/plot";
import { displayWidth, fitWidth } from "./display-width.ts";
import { escapeMarkup } from "./escape-markup.ts";
import { niceTicks, numberText, tickTexts } from "./ticks.ts";
import { visibleText } from "./visible-text.ts";

export interface PlotAxis {
  readonly name: string;
  /** Formats its numbers; by default as in tables. */
  readonly text?: ((value: number) => string) | undefined;
  /** True if only whole numbers occur. */
  readonly isWhole?: boolean;
  readonly holdsZero?: boolean;
  /** Labels for some of its numbers, ascending: moments as the data name them. */
  readonly labels?: readonly (readonly [at: number, text: string])[] | undefined;
}

export interface PlotPoint {
  /** Position on the horizontal axis; for bars and intervals the position of the row. */
  readonly at: number;
  /** Null is a gap in a line. */
  readonly value: number | null;
  /** The interval around the value. */
  readonly low?: number | undefined;
  readonly high?: number | undefined;
}

export interface PlotSeries {
  readonly name: string;
  readonly points: readonly PlotPoint[];
  /** True for a reference level: a dashed line without points. */
  readonly isLevel?: boolean;
}

/** Series over the same axes. `bars` and `intervals` are horizontal: `rows` names their positions and `x` is the axis of the values. */
export interface Plot {
  readonly form: "bars" | "intervals" | "lines" | "points";
  readonly title: string;
  /** A description for readers who cannot see the plot. */
  readonly inWords: string;
  readonly x: PlotAxis;
  readonly y?: PlotAxis;
  readonly rows?: readonly string[];
  readonly series: readonly PlotSeries[];
}

/** Legible at 360 pixels; the page scales it. */
const WIDTH = 480;
/** Width of a letter at 13 px, rather too large: labels must not touch. */
const LETTER = 7.8;
const MOST_LETTERS = 26;
const FIELD = 250;
const ROW = 15;
/** Lines with more points have no markers. */
const MOST_MARKED = 60;
const COLOURS = 8;
const SHAPES = ["circle", "square", "triangle", "diamond"] as const;
const SHAPE_PATHS = [
  "M11,6a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z",
  "M11,2h8v8h-8z",
  "M15,1l5,8.6h-10z",
  "M15,0l5,6l-5,6l-5,-6z",
] as const;
const DASHES = ["none", "8 4", "2 3", "10 3 2 3"] as const;

/** Colours for light and dark pages. The series differ in lightness, for colour-blind readers. */
export const PLOT_COLOURS = {
  light:
    "--series-0:#2f6fb2;--series-1:#d9730d;--series-2:#1f2f46;--series-3:#a8326e;--series-4:#2a8a5f;--series-5:#7d8fa3;--series-6:#6b4a12;--series-7:#8a6fd6",
  dark: "--series-0:#6aaaf0;--series-1:#f0a24f;--series-2:#f4f1d0;--series-3:#c4507f;--series-4:#5fc49a;--series-5:#8b98a6;--series-6:#a9782f;--series-7:#c9b3f5",
} as const;

export const PLOT_STYLE = `svg.plot{display:block;width:100%;max-width:38rem;height:auto;overflow:visible;color:var(--dim);font:13px system-ui,sans-serif}svg.plot text{white-space:pre}
svg.plot .labels{fill:var(--text)}.legend{display:flex;flex-wrap:wrap;gap:.1rem 1.2rem;list-style:none;margin:0 0 .4rem;padding:0;font-size:.9rem;overflow-wrap:anywhere}.legend svg{width:30px;height:12px;margin-right:.4rem;overflow:visible}`;

/**
 * The plot as one SVG element for a page with `PLOT_STYLE` and `PLOT_COLOURS`, with a legend above if there are several series; undefined if there
 * are no points. Loads the library with the first plot.
 */
export async function drawPlot(plot: Plot): Promise<string | undefined> {
  const { form, title, inWords, series } = plot;
  const points = series.flatMap((each) => each.points).filter(({ value }) => value !== null);
  if (points.length === 0) return undefined;
  const [library, { parseHTML }] = await Promise.all([import("@observablehq/plot"), import("linkedom")]);
  const { document } = parseHTML("<html></html>");
  const isLying = form === "bars" || form === "intervals";
  const options = isLying ? lying(plot, points, library) : upright(plot, points, library);
  const svg = library.plot({ ...options, document, width: WIDTH, className: "plot" });
  svg.querySelector("style")?.remove();
  const label = escapeMarkup(visibleText(`${title}. ${inWords}`));
  const drawing = `<svg role="img" aria-label="${label}"${svg.outerHTML.slice("<svg".length)}`;
  return (series.length > 1 ? legend(plot) : "") + drawing;
}

type Library = typeof import("@observablehq/plot");

function upright(plot: Plot, points: readonly PlotPoint[], library: Library): PlotOptions {
  const { form, x, y = x, series } = plot;
  const up = scaleOf(y, extentOf(points), 5);
  const across =
    x.labels === undefined
      ? scaleOf(
          x,
          points.map(({ at }) => at),
          6,
        )
      : momentsOf(x.labels);
  const marginLeft = widest(up.texts) + 14;
  const isMarked = form === "points" || points.length <= MOST_MARKED * series.length;
  return {
    height: FIELD + 90,
    ...{ marginLeft, marginRight: 34, marginTop: 34, marginBottom: 52 },
    x: {
      ...across.scale,
      label: cut(x.name, 50),
      labelAnchor: "center",
      labelArrow: "none",
      inset: 4,
    } as const,
    y: { ...up.scale, label: cut(y.name, 50), labelArrow: "none", grid: true } as const,
    marks: [
      ...(holdsZeroInside(up.scale.domain) ? [library.ruleY([0], { stroke: "var(--dim)" })] : []),
      ...series.flatMap(({ name, points: all, isLevel = false }, place) => {
        const stroke = colourOf(place);
        const says = ({ at, value }: PlotPoint) =>
          `${labelAt(x, at)}, ${visibleText(name)}: ${textOf(y, value ?? 0)}`;
        const strokeDasharray = isLevel ? "6 4" : (DASHES[place % DASHES.length] ?? "none");
        return [
          ...(form === "lines" || isLevel
            ? [library.line(all, { x: "at", y: "value", stroke, strokeWidth: 2, strokeDasharray })]
            : []),
          library.ruleX(withInterval(all), { x: "at", y1: "low", y2: "high", stroke, strokeOpacity: 0.6 }),
          ...(isMarked && !isLevel
            ? [library.dot(all, { x: "at", y: "value", title: says, r: 4, ...markOf(place) })]
            : []),
        ];
      }),
    ],
  };
}

/** Horizontal plots: each row is a facet, with one line for each series. */
function lying(plot: Plot, points: readonly PlotPoint[], library: Library): PlotOptions {
  const { form, x, rows = [], series } = plot;
  const labels = rows.map((row) => cut(row, MOST_LETTERS));
  const values = extentOf(points);
  const numbers = scaleOf(form === "bars" ? { ...x, holdsZero: true } : x, values, 5);
  const least = Math.min(0, ...values);
  const extent =
    form === "bars" ? [least, Math.max(0, ...values) || (least < 0 ? 0 : 1)] : numbers.scale.domain;
  const beside = form === "bars" ? widest(values.map((value) => textOf(x, value))) + 10 : 26;
  const height = rows.length * (series.length * ROW + 12);
  return {
    height: height + (form === "bars" ? 36 : 60),
    ...{ marginLeft: widest(labels) + 14, marginRight: 4, marginTop: form === "bars" ? 30 : 8 },
    marginBottom: form === "bars" ? 6 : 52,
    x: {
      ...(form === "bars"
        ? { axis: "top", ticks: [] }
        : { ...numbers.scale, grid: true, labelAnchor: "center" }),
      ...{ domain: extent, label: cut(x.name, 50), labelArrow: "none" },
      ...{ insetRight: beside, insetLeft: values.some((value) => value < 0) && form === "bars" ? beside : 4 },
    } as const,
    y: { domain: series.map((_, place) => place), axis: null, padding: form === "bars" ? 0.15 : 0.5 },
    fy: {
      ...{ domain: rows.map((_, at) => at), axis: "left", label: null, padding: 0.12 },
      tickFormat: (at: number) => labels[at] ?? "",
    } as const,
    marks: [
      ...series.flatMap(({ name, points: all }, place) => {
        const known = all.flatMap((point) =>
          point.value === null ? [] : [{ ...point, place, value: point.value }],
        );
        const own = { fy: "at", y: "place" } as const;
        if (form === "intervals")
          return [
            library.link(withInterval(known), {
              ...{ ...own, x1: "low", x2: "high", y1: "place", y2: "place" },
              ...{ stroke: colourOf(place), strokeOpacity: 0.6, strokeWidth: 1.5 },
            }),
            library.dot(known, { ...own, x: "value", r: 4.5, ...markOf(place) }),
          ];
        const says = ({ at, value }: PlotPoint) =>
          `${visibleText(rows[at] ?? "")}, ${visibleText(name)}: ${textOf(x, value ?? 0)}`;
        const number = { ...own, x: "value", text: ({ value }: PlotPoint) => textOf(x, value ?? 0) } as const;
        return [
          library.barX(known, { ...own, x: "value", fill: colourOf(place), title: says, rx: 2 }),
          library.text(
            known.filter(({ value }) => value >= 0),
            { ...number, textAnchor: "start", dx: 4 },
          ),
          library.text(
            known.filter(({ value }) => value < 0),
            { ...number, textAnchor: "end", dx: -4 },
          ),
        ];
      }),
      ...(form === "bars" || x.holdsZero === true ? [library.ruleX([0], { stroke: "var(--dim)" })] : []),
    ],
  };
}

function legend({ form, series }: Plot): string {
  const names = series.map(({ name, isLevel = false }, at) => {
    const colour = colourOf(at);
    const dash = isLevel ? "6 4" : DASHES[at % DASHES.length];
    const line =
      form === "lines" || isLevel
        ? `<path d="M0,6H30" fill="none" stroke="${colour}" stroke-width="2" stroke-dasharray="${dash}"/>`
        : "";
    const path = form === "bars" ? "M8,0h14v12h-14z" : SHAPE_PATHS[at % SHAPE_PATHS.length];
    const mark = isLevel ? "" : `<path d="${path}" fill="${colour}"/>`;
    const sample = `<svg viewBox="0 0 30 12" aria-hidden="true">${line}${mark}</svg>`;
    return `<li dir="auto">${sample}${escapeMarkup(visibleText(name))}</li>`;
  });
  return `<ul class="legend">${names.join("")}</ul>\n`;
}

/** Round numbers around the values. */
function scaleOf(
  { text, isWhole = false, holdsZero = false }: PlotAxis,
  values: readonly number[],
  count: number,
) {
  const all = niceTicks(
    Math.min(...values, ...(holdsZero ? [0] : [])),
    Math.max(...values, ...(holdsZero ? [0] : [])),
    count,
  );
  const ticks = isWhole ? all.filter(Number.isInteger) : all;
  const texts = text === undefined ? tickTexts(ticks) : ticks.map(text);
  const domain = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  return {
    texts,
    scale: { domain, ticks, tickFormat: (_: number, at: number) => texts[at] ?? "", tickSize: 0 },
  };
}

/** As many of the moments as have room, beginning with the first. */
function momentsOf(labels: readonly (readonly [number, string])[]) {
  const texts = labels.map(([at, text]) => [at, cut(text, MOST_LETTERS)] as const);
  const all = labels.map(([at]) => at);
  const domain = [Math.min(...all), Math.max(...all)] as const;
  const room = widest(texts.map(([, text]) => text)) + 2 * LETTER;
  const apart = ((domain[1] - domain[0]) * room) / (WIDTH - 110);
  const shown = new Map<number, string>();
  let last = Number.NEGATIVE_INFINITY;
  for (const [at, text] of texts) {
    if (at < last + apart) continue;
    shown.set(at, text);
    last = at;
  }
  return {
    scale: {
      ...{ type: "linear" as const, domain, ticks: [...shown.keys()] },
      tickFormat: (at: number) => shown.get(at) ?? "",
    } as const,
  };
}

const extentOf = (points: readonly PlotPoint[]): readonly number[] =>
  points.flatMap(({ value, low = value, high = value }) => [value ?? 0, low ?? 0, high ?? 0]);

const withInterval = <T extends PlotPoint>(points: readonly T[]): readonly T[] =>
  points.filter(({ low, high }) => low !== undefined && high !== undefined);

const holdsZeroInside = ([low = 0, high = 0]: readonly number[]): boolean => low < 0 && high > 0;

const textOf = ({ text = numberText }: PlotAxis, value: number): string => text(value);

const labelAt = (axis: PlotAxis, at: number): string =>
  visibleText(axis.labels?.find(([place]) => place === at)?.[1] ?? textOf(axis, at));

const colourOf = (at: number): string => `var(--series-${at % COLOURS})`;

const markOf = (at: number) => ({
  fill: colourOf(at),
  stroke: "var(--page)",
  symbol: SHAPES[at % SHAPES.length] ?? "circle",
});

const cut = (text: string, letters: number): string => fitWidth(visibleText(text), letters);

const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(displayWidth)) * LETTER;
