import type { ItemRecord } from "../run/item-record.ts";
import { MIDDLEWARE_D2_DATABASE, MIDDLEWARE_D2_GRAPH } from "./figures/middleware.ts";
import { BIRD, FREEBASE, HUNDRED, OURS, PAPER, PERCENT, percent } from "./middleware-common.ts";
import { figureOf, type OurEntry, scoreOf } from "./our-entry.ts";
import type { Cell, TableColumn, TablePart, TableRow } from "./paper-table.ts";
import type { TableDefinition } from "./table-definition.ts";

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

export const MIDDLEWARE_TABLE_D2: TableDefinition = {
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
