import type { PlotSeries } from "../../../util/draw-plot.ts";
import type { Measure } from "../../benchmark/benchmark.ts";
import type { Configuration } from "../../run/configuration.ts";
import { leadMeasure } from "../figure-text.ts";
import type { ConfigurationReport, Estimate, Report } from "../report.ts";
import { drawnPlots, measureAxis, type PlotToDraw } from "./drawn-plots.ts";

/**
 * What is drawn of a report: accuracy against tokens and against what the benchmark counts, sweeps, groups; of each only where there is something
 * to compare.
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
  // Where no model was asked, all would stand at 0.
  if (series.length < 2 || tokens.every((count) => count === 0)) return [];
  const x = { name: "Tokens per question, input and output", holdsZero: true };
  return [{ form: "points", title: `${measure.name} against tokens`, x, y: measureAxis(measure), series }];
}

/** The baseline of *Database question answering* (Section 4.3): its answers rest on no query, so that it is a level and has no count. */
const GUESSING = "guessing";

/** How good answers are by what is counted of them (*Database question answering*, Figure 4), with what guessing comes to. */
function againstCounts({ measures, configurations }: Report): readonly PlotToDraw[] {
  return measures.flatMap((measure) => {
    const counted = measures.find(({ id }) => id === measure.against);
    if (counted === undefined) return [];
    const title = `${measure.name} against ${counted.name.toLowerCase()}`;
    const [guessed, others] = parted(
      configurations,
      ({ configuration }) => configuration.strategy === GUESSING,
    );
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

function parted<T>(all: readonly T[], isFirst: (each: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [all.filter(isFirst), all.filter((each) => !isFirst(each))];
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

/** What sweeps go over, and what it is called. */
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
    const series = namedApart(lines.flatMap((line) => lineOf(line, swept, measure)));
    if (series.length === 0) return [];
    const title = `${measure.name} over ${name.toLowerCase()}`;
    return [{ form: "lines", title, x: { name, holdsZero: true }, y: measureAxis(measure), series }];
  });
}

/** Lines that differ in something else than strategy and model are numbered. */
function namedApart(series: readonly PlotSeries[]): readonly PlotSeries[] {
  return series.map((each, at) => {
    const before = series.slice(0, at).filter(({ name }) => name === each.name).length;
    return before === 0 ? each : { ...each, name: `${each.name} (${before + 1})` };
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
