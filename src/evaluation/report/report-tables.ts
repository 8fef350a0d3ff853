import type { Measure } from "../benchmark/benchmark.ts";
import type { Configuration } from "../run/configuration.ts";
import type { ConfigurationReport } from "./build-report.ts";
import {
  type Compared,
  type ComparedPair,
  type Comparison,
  type Counts,
  EFFICIENCY,
  type Estimate,
  type Report,
} from "./report.ts";
import {
  averageText,
  costText,
  countText,
  durationText,
  EFFICIENCY_NAMES,
  efficiencyText,
  estimateText,
  figures,
  measureText,
  type ReportTable,
  settingText,
  words,
} from "./report-table.ts";

/** The parts of a report in the order of reading, for terminal, Markdown and page. */
export function reportParts(report: Report) {
  return {
    facts: runFacts(report),
    result: resultTable(report),
    asking: askingTables(report),
    efficiency: efficiencyTable(report),
    measures: report.measures.flatMap(({ name, description }) =>
      description === "" ? [] : [[name, description] as const],
    ),
    groups: groupTables(report),
    troubles: troubleTables(report),
    how: [configurationTable(report), ...provenanceTables(report)],
  };
}

/** The measures of each configuration. */
function resultTable({ configurations, measures, statistics }: Report): ReportTable {
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

/** An estimate, with its number of questions if not all questions have the measure. */
function meanOver(unit: Measure["unit"], estimate: Estimate | undefined, questions: number): string {
  const text = estimateText(unit, estimate);
  const isOverFewer = estimate !== undefined && estimate.questions < questions;
  return isOverFewer ? `${text}, n = ${estimate.questions.toLocaleString("en")}` : text;
}

/** Tokens, rounds, time and cost of each configuration. */
function efficiencyTable({ configurations, manifest: { currency } }: Report): ReportTable {
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
function groupTables({ configurations, measures }: Report): readonly ReportTable[] {
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

/** The effect of asking the user, and counts of the questions. Tables without rows are left out. */
function askingTables(report: Report): readonly ReportTable[] {
  return [besideTable(report), askedTable(report.configurations)].filter(({ rows }) => rows.length > 0);
}

/** Each configuration that may ask, compared with the same one that may not. */
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

/** Outcomes, kinds of errors, and failed actions. Tables without rows are left out. */
function troubleTables(report: Report): readonly ReportTable[] {
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

/** The count of a name, which may be a name that every object inherits. */
function countOf(counts: Counts, name: string): number {
  return Object.hasOwn(counts, name) ? (counts[name] ?? 0) : 0;
}

/** Options about the data. Other options show in the configurations. */
const ABOUT_THE_DATA = ["data", "folder", "split", "dialect", "server", "endpoint", "timings"];

/** Benchmark, data and size of the run, for the first screen. */
function runFacts({ id, manifest, items }: Report): readonly (readonly [string, string])[] {
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

/** All settings of the configurations. */
function configurationTable({ manifest: { configurations } }: Report): ReportTable {
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

/** Data, versions and prices, to repeat the run. */
function provenanceTables({ manifest }: Report): readonly ReportTable[] {
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

/** Name of the column that says how far the sign of a difference is in doubt. */
const DOUBT = "Doubt";
const DOUBT_NOTE =
  '"Doubt" is how far the sign of the difference is in doubt: twice the share of resamples that show no difference or the other sign, from 0 to 1. Below 0.05 the interval leaves out zero. It is read like a p-value, and is not one: the resamples are drawn around the difference that was found.';

/** One table for each pair of configurations. */
export function comparisonTables({ a, b, measures, pairs, statistics }: Comparison): readonly ReportTable[] {
  const nameOf = (pair: ComparedPair, which: "a" | "b"): string =>
    a === b ? pair[which].id : which === "a" ? a : b;
  return pairs.map((pair) => ({
    title: a === b ? `${pair.b.id} beside ${pair.a.id}` : `${pair.b.id} of ${b} beside ${pair.a.id} of ${a}`,
    note: `${settingsNote(pair, nameOf(pair, "a"), nameOf(pair, "b"))}Differences are ${nameOf(pair, "b")} less ${nameOf(pair, "a")}, with ${statistics.confidence * 100} % intervals (paired bootstrap, ${statistics.resamples.toLocaleString("en")} resamples, seed ${statistics.seed}). ${DOUBT_NOTE}`,
    columns: [
      words("Measure"),
      ...[
        "Questions",
        nameOf(pair, "a"),
        nameOf(pair, "b"),
        "Difference",
        `more in ${nameOf(pair, "b")}`,
        `more in ${nameOf(pair, "a")}`,
        "equal",
        DOUBT,
      ].map(figures),
    ],
    rows: [
      ...comparedRows(measures, pair),
      ...EFFICIENCY.filter((name) => name !== "cost").flatMap((name) =>
        row(EFFICIENCY_NAMES[name], known(pair.efficiency[name]), (value) => efficiencyText(name, value, "")),
      ),
      ...row("Cost", known(pair.efficiency.cost), (value) => (value === 0 ? "0" : value.toPrecision(3))),
    ],
  }));
}

/** A sentence on the settings that differ: configurations with the same id may be an oracle and a model. */
function settingsNote({ a, b }: ComparedPair, nameA: string, nameB: string): string {
  const [ofA, ofB] = [settings(a), settings(b)];
  const differ = [...new Set([...Object.keys(ofA), ...Object.keys(ofB)])].filter(
    (name) => name !== "id" && settingText(ofA[name]) !== settingText(ofB[name]),
  );
  if (differ.length === 0) return "";
  const told = differ.map(
    (name) => `${name} (${settingText(ofA[name])} in ${nameA}, ${settingText(ofB[name])} in ${nameB})`,
  );
  return `Settings that differ: ${told.join("; ")}. `;
}

const settings = (configuration: Configuration): Readonly<Record<string, unknown>> => ({ ...configuration });

/** Leaves out figures that are 0 in both, such as tokens of runs without a model. */
function known(compared: Compared | undefined): Compared | undefined {
  return compared?.meanA === 0 && compared.meanB === 0 ? undefined : compared;
}

/** One row for each measure that both have: name, questions, both means, the difference, more, fewer, equal, doubt. */
function comparedRows(
  measures: Comparison["measures"],
  pair: Pick<ComparedPair, "measures">,
): readonly (readonly string[])[] {
  return measures.flatMap(({ id, name, unit }) =>
    row(name, pair.measures[id], (value) => measureText(unit, value)),
  );
}

function row(
  name: string,
  compared: Compared | undefined,
  text: (value: number) => string,
): readonly (readonly string[])[] {
  if (compared === undefined) return [];
  const { n, meanA, meanB, difference, low, high, wins, losses, ties, share } = compared;
  const signed = (value: number): string =>
    `${value > 0 ? "+" : value < 0 ? "−" : ""}${text(Math.abs(value))}`;
  return [
    [
      name,
      n.toLocaleString("en"),
      text(meanA),
      text(meanB),
      `${signed(difference)} (${signed(low)} to ${signed(high)})`,
      ...[wins, losses, ties].map((count) => count.toLocaleString("en")),
      share < 0.001 ? "< 0.001" : share.toFixed(3),
    ],
  ];
}
