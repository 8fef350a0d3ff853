import { MIDDLEWARE_D3, MIDDLEWARE_D4 } from "./figures/middleware.ts";
import { BIRD, HUNDRED, OURS, PAPER, PERCENT, percent } from "./middleware-common.ts";
import { figureOf, type OurEntry, scoreOf } from "./our-entry.ts";
import type { Cell, TableColumn, TableRow } from "./paper-table.ts";
import type { TableDefinition } from "./table-definition.ts";

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

export const MIDDLEWARE_TABLE_D3: TableDefinition = {
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

export const MIDDLEWARE_TABLE_D4: TableDefinition = {
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
