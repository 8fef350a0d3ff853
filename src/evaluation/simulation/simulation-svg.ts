import { escapeMarkup, svgText } from "../../util/svg-text.ts";
import { LIGHT_COLOURS } from "../report/page/page-style.ts";
import { PLOT_STYLE, PLOT_WIDTH } from "../report/plot/plot.ts";
import { simulationPlots } from "./simulation-plots.ts";
import { SIMULATION_LABEL, type SimulationReport } from "./simulation-row.ts";

const ACROSS = 3;
const GAP = 36;
const HEAD = 56;
const TITLE = 28;

/** All plots of the study as one SVG file that needs no page around it. */
export function simulationSvg(report: SimulationReport): string {
  const plots = simulationPlots(report);
  const label = `${SIMULATION_LABEL}: success under injected faults`;
  const across = Math.min(ACROSS, Math.max(1, plots.length));
  const down = Math.max(0, ...plots.map(({ svg }) => heightOf(svg))) + TITLE + GAP;
  const width = across * (PLOT_WIDTH + GAP) + GAP;
  const height = HEAD + Math.ceil(plots.length / across) * down;
  const drawn = plots.map(({ title, svg }, at) => {
    const [x, y] = [GAP + (at % across) * (PLOT_WIDTH + GAP), HEAD + Math.floor(at / across) * down];
    const plot = `<svg x="${x}" y="${y + TITLE}" width="${PLOT_WIDTH}" height="${heightOf(svg)}">${svg}</svg>`;
    return `${svgText(x, y + 14, title, "start", "head")}${plot}`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escapeMarkup(label)}</title>`,
    `<style>svg{${LIGHT_COLOURS}}.head{font:600 15px system-ui,sans-serif;fill:var(--text)}${PLOT_STYLE}</style>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    svgText(GAP, 30, label, "start", "head"),
    ...drawn,
    "</svg>\n",
  ].join("\n");
}

/** In the units of `PLOT_WIDTH`. */
function heightOf(svg: string): number {
  return Number(/viewBox="0 0 [\d.]+ ([\d.]+)"/u.exec(svg)?.[1] ?? 0);
}
