import { countText } from "../figure-text.ts";
import type { Report } from "../report.ts";
import { figures, type ReportTable, settingText, words } from "./report-table.ts";

/** Of the options: the others are told with the configurations that they made, or said again below. */
const ABOUT_THE_DATA = ["data", "folder", "split", "dialect", "server", "endpoint", "timings"];

/** What was run, on what, as names with what stands behind them: for the first screen. */
export function runFacts({ id, manifest, items }: Report): readonly (readonly [string, string])[] {
  const { benchmark, options, configurations, repeats, tasks, checksums, startedAt, versions } = manifest;
  const models = new Set(configurations.map(({ model, decider }) => model ?? decider));
  const settings = ABOUT_THE_DATA.flatMap((name) => {
    const value = options[name];
    return value === undefined || value === null ? [] : [`${name} ${settingText(value)}`];
  });
  const hashes = Object.values(checksums).map((checksum) => checksum.slice(0, 12));
  return [
    ["Run", `${id}, begun ${startedAt.slice(0, 16).replace("T", " ")} UTC`],
    ["Benchmark", [benchmark, ...settings].join(", ")],
    [
      "Asked",
      `${countText(tasks, "question")}${repeats === 1 ? "" : `, each ${repeats} times`}, by ${countText(configurations.length, "configuration")}: ${items.finished.toLocaleString("en")} of ${countText(items.planned, "answer")} are there`,
    ],
    ["Decided by", [...models].join(", ")],
    [
      "Data",
      hashes.length === 0
        ? "bundled"
        : `${countText(hashes.length, "file")} (SHA-256 ${hashes.slice(0, 2).join(", ")}${hashes.length > 2 ? ", …" : ""})`,
    ],
    ["Made with", `Fuxi ${versions.fuxi}, Node ${versions.node}`],
  ];
}

/** With what configurations differ and what they have in common. */
export function configurationTable({ manifest: { configurations } }: Report): ReportTable {
  const names = [...new Set(configurations.flatMap((each) => Object.keys(each)))].filter(
    (name) => name !== "id",
  );
  const row = (name: string): readonly string[] =>
    configurations.map((each) => settingText((each as unknown as Readonly<Record<string, unknown>>)[name]));
  return {
    title: "Configurations",
    columns: [words("Setting"), ...configurations.map(({ id }) => words(id))],
    rows: names.map((name) => [name, ...row(name)]),
  };
}

/** What it takes to do the run again. */
export function provenanceTables({ manifest }: Report): readonly ReportTable[] {
  const { checksums, versions, prices, currency } = manifest;
  const engines = Object.entries({ fuxi: versions.fuxi, node: versions.node, ...versions.engines });
  const priced = Object.entries(prices).map(([model, { input, cachedInput, output }]) => [
    model,
    String(input),
    cachedInput === undefined ? "as other input" : String(cachedInput),
    String(output),
  ]);
  const tables: readonly ReportTable[] = [
    {
      title: "Data",
      columns: [words("File"), words("SHA-256")],
      rows: Object.entries(checksums),
    },
    { title: "Versions", columns: [words("What"), words("Version")], rows: engines },
    {
      title: "Prices",
      note: `${currency} per million tokens.`,
      columns: [words("Model"), figures("Input"), figures("Cached input"), figures("Output")],
      rows: priced,
    },
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}
