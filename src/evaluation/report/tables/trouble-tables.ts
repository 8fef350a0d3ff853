import type { ConfigurationReport, Counts, Report } from "../report.ts";
import { figures, type ReportTable, words } from "./report-table.ts";

/** How runs ended, what kinds of errors there are, and which actions failed; tables without a row are left away. */
export function troubleTables(report: Report): readonly ReportTable[] {
  const { configurations } = report;
  const tables = [
    countsTable("How runs ended", "Outcome", configurations, ({ outcomes }) => outcomes),
    countsTable("Why runs stopped or failed", "Reason", configurations, ({ reasons }) => reasons),
    countsTable("Kinds of errors", "Of answers that are not right", configurations, ({ errors }) => errors),
    failuresTable(configurations),
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

function countsTable(
  title: string,
  what: string,
  configurations: readonly ConfigurationReport[],
  countsOf: (configuration: ConfigurationReport) => Counts,
): ReportTable {
  const names = new Set(configurations.flatMap((each) => Object.keys(countsOf(each))));
  const count = (counts: Counts, name: string): string =>
    (Object.hasOwn(counts, name) ? (counts[name] ?? 0) : 0).toLocaleString("en");
  return {
    title,
    columns: [words(what), ...configurations.map(({ configuration }) => figures(configuration.id))],
    rows: [...names].map((name) => [name, ...configurations.map((each) => count(countsOf(each), name))]),
  };
}

function failuresTable(configurations: readonly ConfigurationReport[]): ReportTable {
  const table = countsTable("Failures of actions", "Code", configurations, ({ failures }) => failures.byCode);
  if (table.rows.length === 0) return table;
  const share = ({ failures: { total, repaired } }: ConfigurationReport): string =>
    total === 0 ? "–" : `${((100 * repaired) / total).toFixed(1)} %`;
  return {
    ...table,
    note: "Failed actions and refused answers. Repaired: the next action of the same tool, chosen after the failure was read, went through.",
    rows: [
      ...table.rows,
      ["all", ...configurations.map(({ failures }) => failures.total.toLocaleString("en"))],
      ["repaired", ...configurations.map(share)],
      ["replies that were no action", ...configurations.map(({ unusable }) => unusable.toLocaleString("en"))],
    ],
  };
}
