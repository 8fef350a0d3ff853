import type { Measure } from "../../benchmark/benchmark.ts";
import { averageText, costText, durationText, EFFICIENCY_NAMES, estimateText } from "../figure-text.ts";
import type { Estimate, Report } from "../report.ts";
import { EFFICIENCY } from "../report.ts";
import { figures, type ReportTable, words } from "./report-table.ts";

/** How good each configuration is. */
export function resultTable({ configurations, measures, statistics }: Report): ReportTable {
  const questions = ({ questions: count }: Report["configurations"][number]): string =>
    count.toLocaleString("en");
  return {
    title: "Results",
    note: `Means over questions with ${statistics.confidence * 100} % intervals (bootstrap over questions, ${statistics.resamples.toLocaleString("en")} resamples, seed ${statistics.seed}; Wilson's where all questions have 0 or all have 1). n: the questions that have the measure, where not all have.`,
    columns: [words("Measure"), ...configurations.map(({ configuration }) => figures(configuration.id))],
    rows: [
      ...measures.map(({ id, name, unit }) => [
        unit === "count" ? `${name} per question` : name,
        ...configurations.map((each) => meanOver(unit, each.measures[id], each.questions)),
      ]),
      ["Questions", ...configurations.map(questions)],
    ],
  };
}

/** A measure that not all questions have is over fewer than the last column says. */
function meanOver(unit: Measure["unit"], estimate: Estimate | undefined, questions: number): string {
  const text = estimateText(unit, estimate);
  const isOverFewer = estimate !== undefined && estimate.questions < questions;
  return isOverFewer ? `${text}, n = ${estimate.questions.toLocaleString("en")}` : text;
}

/** What each configuration takes. */
export function efficiencyTable({ configurations, manifest: { currency } }: Report): ReportTable {
  return {
    title: "What a question took",
    note: "Means per question; what is called total is of the whole run. Time is that of replies and actions, without scoring.",
    columns: [
      words("Configuration"),
      ...EFFICIENCY.map((name) => figures(EFFICIENCY_NAMES[name])),
      figures("Total time"),
      figures("Total cost"),
    ],
    rows: configurations.map(({ configuration, efficiency, total }) => [
      configuration.id,
      ...EFFICIENCY.map((name) => averageText(name, efficiency[name], currency)),
      durationText(total.milliseconds),
      costText(total.cost, currency),
    ]),
  };
}

/** One table for each way in which the benchmark splits its questions. */
export function groupTables({ configurations, measures }: Report): readonly ReportTable[] {
  const names = new Set(configurations.flatMap(({ groups }) => Object.keys(groups)));
  return [...names].map((name) => {
    const values = new Set(configurations.flatMap(({ groups }) => Object.keys(groups[name] ?? {})));
    return {
      title: `By ${name}`,
      columns: [
        words(name),
        words("Configuration"),
        ...measures.map((measure) => figures(measure.name)),
        figures("Questions"),
      ],
      rows: [...values].flatMap((value) =>
        configurations.flatMap(({ configuration, groups }) => {
          const group = groups[name]?.[value];
          if (group === undefined) return [];
          const means = measures.map(({ id, unit }) => meanOver(unit, group.measures[id], group.questions));
          return [[value, configuration.id, ...means, group.questions.toLocaleString("en")]];
        }),
      ),
    };
  });
}
