import type { Measure } from "../../benchmark/measure.ts";

/**
 * What an axis shows. `share` runs from 0 to 1 and is said in per cent; `whole` has nothing between its numbers; `change` is a
 * difference of shares or a share by which something changed, is said times 100 with its sign (the axis's name says of what), and has a line at 0.
 */
export interface PlotAxis {
  readonly name: string;
  readonly unit: Measure["unit"] | "number" | "whole" | "change";
  /** What it shows at least. */
  readonly range?: readonly [least: number, most: number];
}

export interface PlotPoint {
  readonly x: number;
  readonly y: number;
  /** Of the interval around y. */
  readonly low?: number;
  readonly high?: number;
}

export interface PlotSeries {
  readonly name: string;
  readonly points: readonly PlotPoint[];
  /** A height that the others are held against: a dashed line without points. */
  readonly isLevel?: boolean;
}

/** Points over two axes. `joined`: each series is a line; otherwise each point is named by its series. */
export interface Plot {
  readonly title: string;
  readonly x: PlotAxis;
  readonly y: PlotAxis;
  readonly series: readonly PlotSeries[];
  readonly joined: boolean;
  /** Lines lie upon each other: those of the second and third series have gaps, through which the ones beneath are seen. */
  readonly gaps?: boolean;
}

/** Means with their intervals, lying: for each row one of each series. */
export interface IntervalPlot {
  readonly title: string;
  readonly x: PlotAxis;
  readonly series: readonly string[];
  readonly rows: readonly {
    readonly name: string;
    readonly points: readonly (Omit<PlotPoint, "y"> | undefined)[];
  }[];
}

/** Units of a drawing's width; it is scaled to the page, and drawn so that it can be read at 360 pixels. */
export const PLOT_WIDTH = 480;
/** Of a letter at 13 px, rather too much than too little: labels must not meet. */
export const LETTER = 7.6;
/** Of a tick's text: figures and per cent signs are wider. */
export const TICK_LETTER = 9;
/** Right of the field, for half of its last tick's text. */
export const MARGIN = 26;
/** Colours; further series begin again. */
export const PLOT_COLOURS = 8;

/** What the classes in the drawings look like; the page defines the colours, `--series-0` and so on. */
export const PLOT_STYLE = `svg.plot{display:block;width:100%;height:auto;font:13px system-ui,sans-serif}
svg.plot text{fill:var(--text)}svg.plot .tick{fill:var(--dim);font-variant-numeric:tabular-nums}svg.plot .name{fill:var(--dim)}
svg.plot .axis{stroke:var(--dim)}svg.plot .grid{stroke:var(--rule)}svg.plot polyline{fill:none;stroke-width:2;stroke-linejoin:round}
svg.plot polyline.level{stroke-dasharray:6 4}svg.plot polyline.gaps1{stroke-dasharray:14 7}svg.plot polyline.gaps2{stroke-dasharray:7 14}svg.plot .whisker{stroke-width:1.5;stroke-opacity:.6}svg.plot circle{stroke:var(--page);stroke-width:1.5}
${Array.from({ length: PLOT_COLOURS }, (_, at) => `svg.plot .s${at}{stroke:var(--series-${at})}svg.plot circle.s${at},svg.plot rect.s${at}{fill:var(--series-${at});stroke:var(--page)}`).join("\n")}`;
