import type { ReviewRow } from "../judges/review-table.ts";
import { SUB_TASK_NAMES } from "../judges/sub-task.ts";
import { countText } from "../report/figure-text.ts";
import type { Estimate } from "../report/report.ts";
import type { ItemRecord } from "../run/configuration.ts";
import {
  ANSWER_LENGTH,
  GRADE,
  MATCH,
  PLAN_LENGTH,
  QUERIES,
  VALID_QUERIES,
} from "../scores/long-form/long-form-measures.ts";
import { DBQA_2, DBQA_3, DBQA_4 } from "./figures/database-qa.ts";
import { figureOf, type OurEntry, scoreOf } from "./our-entry.ts";
import type { Cell, Figure, TableColumn, TableRow } from "./paper-table.ts";
import type { TableDefinition } from "./table-definition.ts";

const PAPER =
  "On Evaluating the Integration of Reasoning and Action in LLM Agents with Database Question Answering (Nan et al., 2023)";
const RUN = "fuxi eval dbqa --model <model> --judge-model <judge>";
const OURS = "Ours";

const OTHER_DATA =
  "The paper's 200 questions are not at hand: ours are others unless a run names them with --data.";
const OTHER_JUDGE =
  "The paper's judge is GPT-4 in 2023, by its own wording of the rubrics; grades of different judges do not compare.";

const figure =
  (digits: number) =>
  (value: number): Figure => ({ value, digits });

const ofType = (records: readonly ItemRecord[], type: "conclusive" | "interpretive"): readonly ItemRecord[] =>
  records.filter(({ groups }) => groups["type"] === type);

/** The mean of a count over conclusive questions, then over interpretive ones. */
function bothTypes({ records }: OurEntry, measure: string, digits: number): readonly Cell[] {
  return (["conclusive", "interpretive"] as const).map((type) =>
    figureOf(ofType(records, type), scoreOf(measure), { digits, unit: "count" }),
  );
}

/** Match of conclusive questions, grade of interpretive ones. */
function quality({ records }: OurEntry): readonly Cell[] {
  return [
    figureOf(ofType(records, "conclusive"), scoreOf(MATCH.id), { digits: 2 }),
    figureOf(ofType(records, "interpretive"), scoreOf(GRADE.id), { digits: 2, unit: "grade" }),
  ];
}

const COUNTED = [
  { id: PLAN_LENGTH.id, over: "Plan length", digits: 0 },
  { id: QUERIES.id, over: "SQL queries", digits: 2 },
  { id: VALID_QUERIES.id, over: "Valid queries", digits: 2 },
  { id: ANSWER_LENGTH.id, over: "Answer length", digits: 0 },
] as const;

const paired = (over: string): readonly TableColumn[] => ["C", "I"].map((title) => ({ title, over }));

/** Who held the answers against references, beside the run or afterwards, and how often nothing came of it. */
function saidOfJudge({ records, reviews, run }: OurEntry): readonly string[] {
  const judged = records.filter((record) => record.judged !== undefined);
  const beside = new Set(judged.flatMap((record) => record.judged?.by ?? []));
  if (beside.size > 0) {
    const without = judged.filter((record) => record.judged?.verdict === undefined).length;
    return [
      `judged by ${[...beside].join(", ")}`,
      ...(without === 0 ? [] : [`${without} of ${judged.length} answers without a verdict that can be read`]),
    ];
  }
  const afterwards = reviews?.judging.reference;
  if (reviews === undefined || afterwards === undefined)
    return [`not judged yet, which is done with fuxi eval judges ${run} --reference`];
  const malformed = records.filter(({ item }) => reviews.malformed.has(item)).length;
  return [
    `judged afterwards by ${afterwards}`,
    ...(malformed === 0
      ? []
      : [
          `${countText(malformed, "verdict")} of ${records.length} malformed, in no mean, asked for once more by the same fuxi eval judges with --again`,
        ]),
  ];
}

const TABLE_2: TableDefinition = {
  name: "dbqa-2",
  title: "Long-form answers against references, and what they took",
  source: `${PAPER}, Table 2. C: conclusive questions, match as a share; I: interpretive ones, a grade of 1 to 5.`,
  benchmarks: ["dbqa"],
  commands: [`${RUN} --strategy sequential,iterative,guessing`],
  notes: [
    OTHER_DATA,
    OTHER_JUDGE,
    "The paper does not name the unit of its lengths; ours are words.",
    "Its baseline of guessing is Mistral-7b with the iterative strategy, which asked nothing; ours is the strategy guessing.",
  ],
  differences: saidOfJudge,
  parts: ({ entries }) => [
    {
      rowTitle: "Interaction",
      columns: [...paired("Match score"), ...COUNTED.flatMap(({ over }) => paired(over))],
      rows: [
        ...DBQA_2.map(([model, interaction, figures]): TableRow => {
          const digits = [2, ...COUNTED.map((each) => each.digits)].flatMap((each) => [each, each]);
          return {
            label: interaction,
            under: model,
            whose: "paper",
            cells: figures.map((value, at) => figure(digits[at] ?? 2)(value)),
          };
        }),
        ...entries.map(
          (entry): TableRow => ({
            label: entry.label,
            under: OURS,
            whose: "ours",
            cells: [...quality(entry), ...COUNTED.flatMap(({ id, digits }) => bothTypes(entry, id, digits))],
          }),
        ),
      ],
    },
  ],
};

const TABLE_3: TableDefinition = {
  name: "dbqa-3",
  title: "With and without queries",
  source: `${PAPER}, Table 3: 161 of its 200 questions, whose records fit into a prompt.`,
  benchmarks: ["dbqa"],
  commands: [`${RUN} --strategy no-interaction,sequential,guessing`],
  notes: [
    OTHER_DATA,
    OTHER_JUDGE,
    "The records of the bundled sample fit into no prompt, so that no-interaction answers none of its questions: that row is for small databases, named with --data.",
  ],
  differences: saidOfJudge,
  parts: ({ entries }) => [
    {
      rowTitle: "Interaction",
      columns: [{ title: "Match (conclusive)" }, { title: "Grade (interpretive)" }],
      rows: [
        ...DBQA_3.map(
          ([model, interaction, match, grade]): TableRow => ({
            label: interaction,
            under: model,
            whose: "paper",
            cells: [match, grade].map(figure(2)),
          }),
        ),
        ...entries.map(
          (entry): TableRow => ({ label: entry.label, under: OURS, whose: "ours", cells: quality(entry) }),
        ),
      ],
    },
  ],
};

const TABLE_4: TableDefinition = {
  name: "dbqa-4",
  title: "Peer review of the sub-tasks",
  source: `${PAPER}, Table 4: answers of the sequential strategy.`,
  benchmarks: ["dbqa"],
  commands: ["fuxi eval judges <run> --reviewers 3 --meta 3"],
  notes: [
    "Perfect: the share that is judged perfect; agreement: the share of unanimous instances. A tie among meta-reviewers is imperfect.",
  ],
  differences: saidOfReviews,
  parts: ({ entries }) => [
    {
      rowTitle: "Sub-task",
      columns: ["Reviewers", "Meta-reviewers"].flatMap((over) =>
        ["Perfect", "Agreement"].map((title) => ({ title, over })),
      ),
      rows: [
        ...DBQA_4.map(
          ([model, subTask, ...figures]): TableRow => ({
            label: subTask,
            under: model,
            whose: "paper",
            cells: figures.map(figure(2)),
          }),
        ),
        ...entries.flatMap(reviewCells),
      ],
    },
  ],
};

const reviewsOf = ({ reviews, configuration }: OurEntry): readonly ReviewRow[] =>
  (reviews?.rows ?? []).filter((row) => row.configuration === configuration.id);

function reviewCells(entry: OurEntry): readonly TableRow[] {
  return reviewsOf(entry).map(({ subTask, reviewers, metaReviewers }) => ({
    label: SUB_TASK_NAMES[subTask],
    under: entry.label,
    whose: "ours",
    cells: [reviewers, metaReviewers].flatMap(({ perfect, agreement }) => [
      cellOf(perfect),
      cellOf(agreement),
    ]),
  }));
}

function cellOf(estimate: Estimate | undefined): Cell {
  if (estimate === undefined) return null;
  const { mean, questions, interval } = estimate;
  const { low, high } = interval ?? {};
  return {
    value: mean,
    digits: 2,
    n: questions,
    ...(low === undefined || high === undefined ? {} : { low, high }),
  };
}

/** Who reviewed, and what of it is in no rate; or that nobody has. */
function saidOfReviews(entry: OurEntry): readonly string[] {
  const { reviews, run } = entry;
  const rows = reviewsOf(entry);
  if (reviews === undefined || rows.length === 0)
    return [`not reviewed yet, which is done with fuxi eval judges ${run}`];
  const { reviewers, metaReviewers } = reviews.judging;
  const sum = (of: (row: ReviewRow) => number): number => rows.reduce((all, row) => all + of(row), 0);
  return [
    `${countText(reviewers.length, "reviewer")} (${[...new Set(reviewers)].join(", ")}), ${countText(metaReviewers.length, "meta-reviewer")} (${[...new Set(metaReviewers)].join(", ")})`,
    countText(
      sum(({ tied }) => tied),
      "tie",
    ),
    `${sum((row) => row.reviewers.malformed + row.metaReviewers.malformed)} verdicts that could not be read`,
    `${sum(({ absent }) => absent)} sub-tasks of which a run has nothing`,
  ];
}

/** The tables of the paper on long-form answers from databases. */
export const DBQA_TABLES: readonly TableDefinition[] = [TABLE_2, TABLE_3, TABLE_4];
