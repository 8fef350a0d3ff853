import type { ComparedPair, ConfigurationReport, Report } from "../report.ts";
import { comparedRows, DOUBT, DOUBT_NOTE } from "./comparison-tables.ts";
import { figures, type ReportTable, words } from "./report-table.ts";

/** What asking the user is worth, and what was asked; tables without a row are left away. */
export function askingTables(report: Report): readonly ReportTable[] {
  return [besideTable(report), askedTable(report.configurations)].filter(({ rows }) => rows.length > 0);
}

/** Each configuration that may ask beside the same one that may not. */
function besideTable({ asking = [], measures, statistics }: Report): ReportTable {
  const rowsOf = (pair: ComparedPair): readonly (readonly string[])[] =>
    comparedRows(measures, pair).map((row) => [pair.b.id, ...row]);
  return {
    title: "With asking beside without",
    note: `The same questions by the same configuration; the difference is that of asking (of Missed and Extra calls less is better), with ${statistics.confidence * 100} % intervals (paired bootstrap, ${statistics.resamples.toLocaleString("en")} resamples, seed ${statistics.seed}). ${DOUBT_NOTE}`,
    columns: [
      words("Configuration"),
      words("Measure"),
      ...["Questions", "Without", "With", "Difference", "more with", "more without", "equal", DOUBT].map(
        figures,
      ),
    ],
    rows: asking.flatMap(rowsOf),
  };
}

function askedTable(configurations: readonly ConfigurationReport[]): ReportTable {
  return {
    title: "Questions to the user",
    note: "A simulated user answers from what the data say was meant. Needed: another reading that was offered leads elsewhere, and the question does not say by itself which is meant; or as the data say.",
    columns: [
      words("Configuration"),
      ...["Tasks", "Asked", "per task", "needed", "not needed", "relevant", "answered"].map(figures),
    ],
    rows: configurations.flatMap(({ configuration, asked }) => {
      if (asked === undefined) return [];
      const { items, questions, needed, relevant, answered } = asked;
      return [
        [
          configuration.id,
          items.toLocaleString("en"),
          questions.toLocaleString("en"),
          (questions / items).toFixed(2),
          needed.toLocaleString("en"),
          (questions - needed).toLocaleString("en"),
          relevant.toLocaleString("en"),
          answered.toLocaleString("en"),
        ],
      ];
    }),
  };
}
