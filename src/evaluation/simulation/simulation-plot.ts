import { escapeMarkup, round, svgLine, svgText } from "../../util/svg-text.ts";
import { SIMULATION_LABEL, type SimulationReport, type SimulationRow } from "./simulation-row.ts";

const PANEL = { width: 210, height: 150 };
const GAP = { left: 40, right: 14, top: 34, bottom: 34 };
const HEAD = 64;
/** Told apart without red and green, and by their dashes. */
const LINES = [
  { colour: "#777777", dash: "2 3" },
  { colour: "#0072b2", dash: "" },
  { colour: "#d55e00", dash: "7 3" },
  { colour: "#009e73", dash: "1 4" },
] as const;

/** Success over the rate of faults: a row of panels for each set, a panel for each class, a line for each arm. Standalone SVG. */
export function simulationPlot({ rows }: SimulationReport): string {
  const sets = [...new Set(rows.map(({ set }) => set))];
  const faults = [...new Set(rows.map(({ fault }) => fault))].filter((fault) => fault !== "none");
  const arms = [...new Set(rows.map(({ arm }) => arm))];
  const width = Math.max(1, faults.length) * PANEL.width + 10;
  const height = HEAD + sets.length * PANEL.height + 10;
  const panels = sets.flatMap((set, down) =>
    faults.map((fault, across) => {
      const own = rows.filter((row) => row.set === set && (row.fault === fault || row.fault === "none"));
      const content = panel(`${set}: ${fault}`, own, arms);
      return `<g transform="translate(${across * PANEL.width},${HEAD + down * PANEL.height})">${content}</g>`;
    }),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escapeMarkup(`${SIMULATION_LABEL}: success over the rate of injected faults`)}</title>`,
    "<style>text{font:12px sans-serif;fill:#222}.name{font-weight:600}.grid{stroke:#ddd}.axis{stroke:#555}polyline{fill:none;stroke-width:2}</style>",
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    svgText(10, 20, `${SIMULATION_LABEL}: success over the rate of injected faults`, "start", "name"),
    ...legend(arms),
    ...panels,
    "</svg>\n",
  ].join("\n");
}

function legend(arms: readonly string[]): readonly string[] {
  return arms.map((arm, at) => {
    const x = 10 + at * 200;
    return `<polyline points="${x},40 ${x + 28},40" ${strokeOf(at)}/>${svgText(x + 34, 44, arm, "start")}`;
  });
}

function panel(title: string, rows: readonly SimulationRow[], arms: readonly string[]): string {
  const right = PANEL.width - GAP.right;
  const bottom = PANEL.height - GAP.bottom;
  const rates = [...new Set(rows.map(({ rate }) => rate))].sort((a, b) => a - b);
  const most = Math.max(...rates) || 1;
  const xOf = (rate: number): number => GAP.left + (rate / most) * (right - GAP.left);
  const yOf = (success: number): number => bottom - success * (bottom - GAP.top);
  return [
    svgText(GAP.left, GAP.top - 12, title, "start", "name"),
    ...[0, 0.5, 1].map(
      (tick) =>
        svgLine(GAP.left, yOf(tick), right, yOf(tick), tick === 0 ? "axis" : "grid") +
        svgText(GAP.left - 6, yOf(tick) + 4, `${100 * tick} %`, "end"),
    ),
    ...rates.map((rate) => svgText(xOf(rate), bottom + 16, String(rate), "middle")),
    ...arms.map((arm, at) => {
      const own = rows.filter((row) => row.arm === arm).toSorted((a, b) => a.rate - b.rate);
      const points = own.map(({ rate, success }) => `${round(xOf(rate))},${round(yOf(success))}`);
      return `<polyline points="${points.join(" ")}" ${strokeOf(at)}/>`;
    }),
  ].join("");
}

function strokeOf(at: number): string {
  const { colour, dash } = LINES[at % LINES.length] ?? LINES[0];
  return dash === "" ? `stroke="${colour}"` : `stroke="${colour}" stroke-dasharray="${dash}"`;
}
