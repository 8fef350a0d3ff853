import { drawPlot, type Plot, type PlotAxis, type PlotSeries } from "../../../util/draw-plot.ts";
import { html } from "../../../util/html-page.ts";
import { numberText } from "../../../util/ticks.ts";
import type { Measure } from "../../benchmark/benchmark.ts";
import type { Configuration } from "../../run/configuration.ts";
import type { ConfigurationReport } from "../build-report.ts";
import type { Estimate, Report } from "../report.ts";
import { leadMeasure } from "../report-table.ts";

/**
 * The plots of a report: accuracy against tokens, against counts, over sweeps, and by group. Plots without anything to compare are left out.
 */
export function reportPlots(report: Report) {
  const measure = leadMeasure(report.measures);
  return drawnPlots([
    ...(measure === undefined ? [] : againstTokens(report, measure)),
    ...againstCounts(report),
    ...(measure === undefined ? [] : [...sweeps(report, measure), ...byGroups(report, measure)]),
  ]);
}

function againstTokens({ configurations }: Report, measure: Measure): readonly PlotToDraw[] {
  const series = configurations.flatMap((each): readonly PlotSeries[] => {
    const estimate = each.measures[measure.id];
    const { inputTokens, outputTokens } = each.efficiency;
    if (estimate === undefined || inputTokens.mean === undefined || outputTokens.mean === undefined)
      return [];
    return [
      {
        name: each.configuration.id,
        points: [{ at: inputTokens.mean + outputTokens.mean, ...pointOf(estimate) }],
      },
    ];
  });
  const tokens = series.flatMap(({ points }) => points.map(({ at }) => at));
  // Without a model, all points would be at 0.
  if (series.length < 2 || tokens.every((count) => count === 0)) return [];
  const x = { name: "Tokens per question, input and output", holdsZero: true };
  return [{ form: "points", title: `${measure.name} against tokens`, x, y: measureAxis(measure), series }];
}

/** The baseline of *Database question answering* (Section 4.3). Its answers use no query, so it is drawn as a level. */
const GUESSING = "guessing";

/** Measures against a count (*Database question answering*, Figure 4), with the level of guessing. */
function againstCounts({ measures, configurations }: Report): readonly PlotToDraw[] {
  return measures.flatMap((measure) => {
    const counted = measures.find(({ id }) => id === measure.against);
    if (counted === undefined) return [];
    const title = `${measure.name} against ${counted.name.toLowerCase()}`;
    const isGuessed = ({ configuration }: ConfigurationReport): boolean =>
      configuration.strategy === GUESSING;
    const guessed = configurations.filter(isGuessed);
    const others = configurations.filter((each) => !isGuessed(each));
    const lines = others.flatMap(({ configuration, against }): readonly PlotSeries[] => {
      const points = against?.[measure.id] ?? [];
      if (points.length === 0) return [];
      return [
        {
          name: configuration.id,
          points: points.map(({ count, estimate }) => ({ at: count, ...pointOf(estimate) })),
        },
      ];
    });
    const most = Math.max(...lines.flatMap(({ points }) => points.map(({ at }) => at)));
    const levels = guessed.flatMap(({ configuration, measures: { [measure.id]: estimate } }) =>
      estimate === undefined
        ? []
        : [
            {
              name: configuration.id,
              points: [0, most].map((at) => ({ at, value: estimate.mean })),
              isLevel: true,
            },
          ],
    );
    const isEmpty = new Set(lines.flatMap(({ points }) => points.map(({ at }) => at))).size < 2;
    if (isEmpty) return [];
    const x = { name: `${counted.name} of an answer`, isWhole: true, holdsZero: true };
    return [{ form: "lines", title, x, y: measureAxis(measure), series: [...lines, ...levels] }];
  });
}

function byGroups({ configurations }: Report, measure: Measure): readonly PlotToDraw[] {
  const names = new Set(configurations.flatMap(({ groups }) => Object.keys(groups)));
  return [...names].flatMap((name): readonly PlotToDraw[] => {
    const all = [...new Set(configurations.flatMap(({ groups }) => Object.keys(groups[name] ?? {})))];
    const values = all.filter((value) =>
      configurations.some(({ groups }) => groups[name]?.[value]?.measures[measure.id] !== undefined),
    );
    if (values.length < 2 || values.length > MOST_ROWS) return [];
    const series = configurations.map(({ configuration, groups }) => ({
      name: configuration.id,
      points: values.flatMap((value, at) => {
        const estimate = groups[name]?.[value]?.measures[measure.id];
        return estimate === undefined ? [] : [{ at, ...pointOf(estimate) }];
      }),
    }));
    const title = `${measure.name} by ${name}`;
    return [{ form: "intervals", title, x: measureAxis(measure), rows: values, series }];
  });
}

const MOST_ROWS = 24;

/** Swept settings, with their names in plots. */
const SWEPT = {
  sampleRows: "Sample rows per table",
  triples: "Triples in the prompt",
  steps: "Steps at most",
  shots: "Demonstrations",
} as const satisfies Partial<Record<keyof Configuration, string>>;

/** Configurations that differ in nothing but one number are one line. */
function sweeps({ configurations }: Report, measure: Measure): readonly PlotToDraw[] {
  return Object.entries(SWEPT).flatMap(([member, name]): readonly PlotToDraw[] => {
    const swept = member as keyof typeof SWEPT;
    const lines = [...Map.groupBy(configurations, (each) => othersOf(each.configuration, swept)).values()];
    const series = lines.flatMap((line) => lineOf(line, swept, measure));
    if (series.length === 0) return [];
    const title = `${measure.name} over ${name.toLowerCase()}`;
    return [{ form: "lines", title, x: { name, holdsZero: true }, y: measureAxis(measure), series }];
  });
}

function lineOf(
  line: readonly ConfigurationReport[],
  swept: keyof typeof SWEPT,
  measure: Measure,
): readonly PlotSeries[] {
  const points = line
    .flatMap((each) => {
      const estimate = each.measures[measure.id];
      return estimate === undefined ? [] : [{ at: each.configuration[swept], ...pointOf(estimate) }];
    })
    .sort((a, b) => a.at - b.at);
  const [first] = line;
  if (first === undefined || new Set(points.map(({ at }) => at)).size < 2) return [];
  const { strategy, model } = first.configuration;
  return [{ name: model === undefined ? strategy : `${strategy}, ${model}`, points }];
}

function othersOf(configuration: Configuration, swept: keyof Configuration): string {
  const { id: _, [swept]: __, ...others } = configuration;
  return JSON.stringify(Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function pointOf({ mean, interval }: Estimate) {
  return { value: mean, low: interval?.low, high: interval?.high };
}

/** A plot whose words come from its points. */
type PlotToDraw = Omit<Plot, "inWords">;

export interface DrawnPlot {
  readonly title: string;
  readonly html: string;
}

/** The plots that have points. */
async function drawnPlots(plots: readonly PlotToDraw[]): Promise<readonly DrawnPlot[]> {
  const drawn: DrawnPlot[] = [];
  for (const plot of plots) {
    const html = await drawPlot({ ...plot, inWords: inWords(plot) });
    if (html !== undefined) drawn.push({ title: plot.title, html });
  }
  return drawn;
}

function measureAxis({ name, unit }: Measure): PlotAxis {
  return { name, text: unit === "share" ? (value) => `${percent(value)} %` : undefined };
}

const percent = (value: number): number => Number((value * 100).toFixed(1));

function inWords({ form, x, y = x, rows = [], series }: PlotToDraw): string {
  const said = ({ text = numberText }: PlotAxis, value: number | null): string => text(value ?? 0);
  if (form !== "intervals") {
    const texts = series.map(
      ({ name, points }) =>
        `${name}: ${points.map(({ at, value }) => `${said(y, value)} at ${said(x, at)}`).join(", ")}`,
    );
    return texts.join("; ");
  }
  const ofRow = rows.map((row, place) => {
    const values = series.flatMap(({ name, points }) =>
      points
        .filter(({ at }) => at === place)
        .map(({ value }) => `${series.length > 1 ? `${name} ` : ""}${said(x, value)}`),
    );
    return `${row}: ${values.join(", ")}`;
  });
  return ofRow.join("; ");
}

/** All plots beside each other, as many as there is room for. */
export function plotsHtml(plots: readonly DrawnPlot[]): string {
  if (plots.length === 0) return "";
  const figures = plots.map(
    (plot) => `<figure><figcaption>${html(plot.title)}</figcaption>${plot.html}</figure>`,
  );
  return `<section id="plots"><h2>Plots</h2>
<div class="plots">${figures.join("\n")}</div>
<p class="note">Lines at points are 95 % intervals.</p></section>
`;
}
