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
  return {
    title,
    columns: [words(what), ...configurations.map(({ configuration }) => figures(configuration.id))],
    rows: [...names].map((name) => [
      name,
      ...configurations.map((each) => countOf(countsOf(each), name).toLocaleString("en")),
    ]),
  };
}

function failuresTable(configurations: readonly ConfigurationReport[]): ReportTable {
  const codes = new Set(configurations.flatMap(({ failures }) => Object.keys(failures.byCode)));
  const rowOf = (name: string, cellOf: (configuration: ConfigurationReport) => string) => [
    name,
    ...configurations.map(cellOf),
  ];
  return {
    title: "Failures of actions",
    note: "Failed actions and refused answers, with the share of them that was repaired: the next action of the same tool, chosen after the failure was read, went through.",
    columns: [words("Code"), ...configurations.map(({ configuration }) => figures(configuration.id))],
    rows:
      codes.size === 0
        ? []
        : [
            ...[...codes].map((code) => rowOf(code, ({ failures }) => failuresText(failures, code))),
            rowOf("all", ({ failures: { total, repaired } }) => repairedText(total, repaired)),
            rowOf("replies that were no action", ({ unusable }) => unusable.toLocaleString("en")),
          ],
  };
}

function failuresText({ byCode, repairedByCode }: ConfigurationReport["failures"], code: string): string {
  return repairedText(countOf(byCode, code), countOf(repairedByCode, code));
}

function repairedText(count: number, repaired: number): string {
  if (count === 0) return "0";
  return `${count.toLocaleString("en")}, ${((100 * repaired) / count).toFixed(1)} % repaired`;
}

/** Names come from data: one may be called as what every object has. */
function countOf(counts: Counts, name: string): number {
  return Object.hasOwn(counts, name) ? (counts[name] ?? 0) : 0;
}
