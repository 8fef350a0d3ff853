import { FuxiError } from "../../errors/fuxi-error.ts";
import { nearestNames } from "../../util/nearest-names.ts";
import { visibleText } from "../../util/visible-text.ts";
import type { ItemRecord } from "../run/configuration.ts";
import { DBQA_TABLES } from "./dbqa-tables.ts";
import {
  MIDDLEWARE_D2_DATABASE,
  MIDDLEWARE_D2_GRAPH,
  MIDDLEWARE_D3,
  MIDDLEWARE_D4,
} from "./figures/middleware.ts";
import { ITOOL_TABLES } from "./itool-tables.ts";
import { MIDDLEWARE_TABLE_1, MIDDLEWARE_TABLE_2 } from "./middleware-score-tables.ts";
import { entriesOf, figureOf, type OurEntry, type StoredRun, scoreOf } from "./our-entry.ts";
import {
  BIRD,
  type Cell,
  FREEBASE,
  HUNDRED,
  OURS,
  PAPER,
  type PaperTable,
  PERCENT,
  percent,
  type TableColumn,
  type TablePart,
  type TableRow,
} from "./paper-table.ts";

import type { TableDefinition, TableInput } from "./table-definition.ts";

const EX_COLUMN = "EX (%)";

/** Rows of settings, models beside each other: the paper's two and ours. */
function modelColumns(titles: readonly string[]): readonly TableColumn[] {
  return ["gpt-3.5-turbo-0613", "gpt-4-0613", ...titles].map((title) => ({ title, over: EX_COLUMN }));
}

/** What the configurations of one column have in common. */
function butForTools({ run, configuration }: OurEntry): string {
  return JSON.stringify([run, { ...configuration, id: "", withoutTools: [] }]);
}

function labelOfAll(entries: readonly OurEntry[]): string {
  const [most] = entries.toSorted(
    (a, b) => a.configuration.withoutTools.length - b.configuration.withoutTools.length,
  );
  return most?.label ?? OURS;
}

const MIDDLEWARE_TABLE_D3: TableDefinition = {
  name: "middleware-d3",
  title: "Ablation of tools (EX in %)",
  source: `${PAPER}, Table D.3: 50 of the 100 questions of Table D.4, so that one question is 2 points.`,
  benchmarks: ["bird"],
  commands: [`${BIRD} --strategy react`, `${BIRD} --strategy react --without-tool get_distinct_values`],
  notes: [],
  parts: ({ entries }) => {
    const key = (tools: readonly string[]): string => tools.toSorted().join(" ");
    const own = [...Map.groupBy(entries, butForTools).values()];
    const paper = new Set<string>(MIDDLEWARE_D3.map(([, tools]) => key(tools)));
    const others = new Map(
      entries
        .map(({ configuration }) => configuration.withoutTools)
        .filter((tools) => !paper.has(key(tools)))
        .map((tools) => [key(tools), tools]),
    );
    const ours = (tools: readonly string[]): readonly Cell[] =>
      own.map((group) => {
        const found = group.find(({ configuration }) => key(configuration.withoutTools) === key(tools));
        return found === undefined ? null : figureOf(found.records, scoreOf("ex"), PERCENT);
      });
    return [
      {
        rowTitle: "Setting",
        columns: modelColumns(own.map(labelOfAll)),
        rows: [
          ...MIDDLEWARE_D3.map(
            ([label, tools, first, second]): TableRow => ({
              label,
              whose: "paper",
              cells: [percent(first), percent(second), ...ours(tools)],
            }),
          ),
          ...[...others.values()].map(
            (tools): TableRow => ({
              label: `Without ${tools.join(", ")}`,
              under: OURS,
              whose: "ours",
              cells: [null, null, ...ours(tools)],
            }),
          ),
        ],
      },
    ];
  },
};

const MIDDLEWARE_TABLE_D4: TableDefinition = {
  name: "middleware-d4",
  title: "More baselines on BIRD without oracle knowledge (EX in %)",
  source: `${PAPER}, Table D.4: 100 questions of BIRD, drawn at random.`,
  benchmarks: ["bird"],
  commands: [`${BIRD} --strategy react,api-docs-prompt --sample 100 --seed 1`],
  notes: [HUNDRED],
  parts: ({ entries }) => [
    {
      rowTitle: "Method",
      columns: modelColumns(entries.length === 0 ? [] : ["model of the row"]),
      rows: [
        ...MIDDLEWARE_D4.map(
          ([label, first, second]): TableRow => ({
            label,
            whose: "paper",
            cells: [
              first === null ? "-" : percent(first),
              percent(second),
              ...(entries.length === 0 ? [] : [null]),
            ],
          }),
        ),
        ...entries.map(
          (entry): TableRow => ({
            label: entry.label,
            under: OURS,
            whose: "ours",
            cells: [null, null, figureOf(entry.records, scoreOf("ex"), PERCENT)],
          }),
        ),
      ],
    },
  ],
  differences: ({ configuration }) =>
    configuration.oracleKnowledge ? ["with oracle knowledge, which the paper's rows have not"] : [],
};

const EFFORT: readonly TableColumn[] = ["Input tokens", "Time (s)", "Rounds"].map((title) => ({
  title,
  over: "Average",
}));

const effortOf = (records: readonly ItemRecord[]): readonly Cell[] => [
  figureOf(records, ({ usage }) => usage.inputTokens, { digits: 1, unit: "count" }),
  figureOf(records, ({ milliseconds }) => milliseconds, { scale: 1 / 1000, digits: 1, unit: "count" }),
  figureOf(records, ({ rounds }) => rounds, { digits: 1, unit: "count" }),
];

type EffortFigures = readonly (readonly [string, number, number, number, string, number])[];

function effortPart(
  title: string,
  perceivable: string,
  score: readonly [id: string, title: string],
  figures: EffortFigures,
  entries: readonly OurEntry[],
  perceived: (entry: OurEntry) => string,
): TablePart {
  return {
    title,
    rowTitle: "Method",
    columns: [...EFFORT, { title: perceivable }, { title: score[1] }],
    rows: [
      ...figures.map(
        ([label, tokens, seconds, rounds, perceives, value]): TableRow => ({
          label,
          whose: "paper",
          cells: [percent(tokens), percent(seconds), percent(rounds), perceives, percent(value)],
        }),
      ),
      ...entries.map(
        (entry): TableRow => ({
          label: entry.label,
          under: OURS,
          whose: "ours",
          cells: [
            ...effortOf(entry.records),
            perceived(entry),
            figureOf(entry.records, scoreOf(score[0]), PERCENT),
          ],
        }),
      ),
    ],
  };
}

const MIDDLEWARE_TABLE_D2: TableDefinition = {
  name: "middleware-d2",
  title: "Average time and input tokens",
  source: `${PAPER}, Table D.2: (a) 100 questions of BIRD, (b) the questions of Table 2; with GPT-4, by their scores.`,
  benchmarks: ["bird", "kbqa-agent"],
  commands: [
    `${BIRD} --strategy react`,
    `${BIRD} --strategy api-docs-prompt --sample-rows 0,10,20`,
    `${FREEBASE} --strategy react,decoupled --shots 1`,
    `${FREEBASE} --strategy triples-prompt --triples 200`,
  ],
  notes: [
    "In the copy of the paper that the figures were taken from, the last digit of the first time (15.4 s) is not printed clearly.",
    HUNDRED,
    "Seconds depend on the model's provider and the machine: they compare with nobody else's.",
  ],
  parts: ({ entries }) => [
    effortPart(
      "(a) Databases",
      "Perceivable rows",
      ["ex", "EX (%)"],
      MIDDLEWARE_D2_DATABASE,
      entries.filter(({ manifest }) => manifest.benchmark === "bird"),
      ({ configuration }) =>
        configuration.strategy === "api-docs-prompt" ? String(configuration.sampleRows) : "∞",
    ),
    effortPart(
      "(b) Knowledge bases",
      "Perceivable triples",
      ["f1", "F1 (%)"],
      MIDDLEWARE_D2_GRAPH,
      entries.filter(({ manifest }) => manifest.benchmark !== "bird"),
      ({ configuration }) =>
        configuration.strategy === "triples-prompt" ? String(configuration.triples) : "∞",
    ),
  ],
};

const TABLES = [
  MIDDLEWARE_TABLE_1,
  MIDDLEWARE_TABLE_2,
  MIDDLEWARE_TABLE_D2,
  MIDDLEWARE_TABLE_D3,
  MIDDLEWARE_TABLE_D4,
  ...ITOOL_TABLES,
  ...DBQA_TABLES,
];

/** What `makePaperTable` can make, with one line for lists. */
export const PAPER_TABLES: readonly {
  readonly name: string;
  readonly title: string;
  /** Whose runs stand in it; none where it is about a set and not about answers. */
  readonly benchmarks: readonly string[];
}[] = TABLES.map(({ name, title, benchmarks }) => ({ name, title, benchmarks }));

export interface PaperTableInput {
  /** Runs whose figures stand beside the paper's; without any it is the paper's figures alone. */
  readonly runs?: readonly StoredRun[];
  /** Sets of ours that are counted beside the paper's, for the table about a set. */
  readonly sets?: TableInput["sets"];
}

/**
 * A table of a paper, with ours in it.
 * @throws FuxiError `usage` for a name that no table has, and for a run over another benchmark than the table's
 */
export function makePaperTable(name: string, { runs = [], sets = [] }: PaperTableInput = {}): PaperTable {
  const table = TABLES.find((each) => each.name === name);
  if (table === undefined) throw unknownTable(name);
  if (table.benchmarks.length === 0 && runs.length > 0) {
    throw new FuxiError(
      "usage",
      `The table ${name} counts the queries of a set, so that no run belongs in it.`,
      {
        hint: "Leave the run out.",
      },
    );
  }
  const entries = entriesOf(runs, table);
  return {
    name,
    title: table.title,
    source: table.source,
    parts: table.parts({ entries, sets }),
    notes: [
      ...table.notes,
      ...entries.flatMap((entry) =>
        entryNotes(entry, [...(table.differences?.(entry) ?? []), ...settingsOf(entry)]),
      ),
    ],
    commands: entries.length === 0 ? table.commands : [],
  };
}

function unknownTable(name: string): FuxiError {
  const names = TABLES.map((each) => each.name);
  const near = nearestNames(name, names, { limit: 3 }).map((each) => each.name);
  return new FuxiError("usage", `There is no table "${name}".`, {
    hint: `Take one of ${(near.length > 0 ? near : names).join(", ")}.`,
  });
}

/** What is to be known of an entry of ours before it is held against the paper's rows: one sentence or two each. */
function entryNotes(entry: OurEntry, settings: readonly string[]): readonly string[] {
  const { label, run, manifest, records } = entry;
  const tasks = new Set(records.map(({ task }) => task)).size;
  const missing = records.filter(({ unscored }) => unscored !== undefined).length;
  const said = [
    `run ${run}`,
    ...settings,
    ...(typeof manifest.options.split === "string" ? [`split ${manifest.options.split}`] : []),
    ...(typeof manifest.options.dialect === "string" ? [`dialect ${manifest.options.dialect}`] : []),
    ...(manifest.sample === undefined
      ? []
      : [`a sample of at most ${manifest.sample.size} questions, seed ${manifest.sample.seed}`]),
    ...(manifest.only === undefined ? [] : [`${manifest.only.length} questions chosen by name`]),
    ...(manifest.repeats > 1 ? [`${manifest.repeats} repeats, averaged per question`] : []),
    ...(tasks < manifest.tasks
      ? [`only ${tasks} of ${manifest.tasks} questions have been answered yet`]
      : []),
    ...(missing > 0
      ? [`${missing} of ${records.length} answers could not be scored and are in no mean`]
      : []),
    ...manifest.notes.map((note) => note.replace(/\.$/u, "")),
  ];
  return [`${label}: ${visibleText(said.join("; "))}.`];
}

/** How the configuration differs from the papers' setting. */
function settingsOf({ configuration }: OurEntry): readonly string[] {
  const { ask, shots, sampleRows, errorFeedback, steps, withoutTools, without } = configuration;
  return [
    `at most ${steps} rounds`,
    ...(shots > 0 ? [`${shots}-shot`] : ["zero-shot"]),
    ...(sampleRows > 0 ? [`${sampleRows} sample rows per table`] : []),
    ...(errorFeedback ? [] : ["no error feedback"]),
    ...(withoutTools.length > 0 ? [`without ${withoutTools.join(", ")}`] : []),
    ...(without.length > 0 ? [`without ${without.join(", ")}`] : []),
    ...(ask ? ["a simulated user answered questions, which the paper's setting has not"] : []),
  ];
}
