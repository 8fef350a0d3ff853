import { FuxiError } from "../../errors/fuxi-error.ts";
import { figures, type ReportTable, words } from "../report/report-table.ts";
import { type Configuration, costUnder, type ItemRecord, type Manifest } from "../run/configuration.ts";
import type { PaperTableFacts } from "./paper-table.ts";

/** A strategy that fills a row, with what one question is expected to take. */
export interface FillRow {
  readonly strategy: string;
  /** True for a row with oracle knowledge. */
  readonly oracleKnowledge?: boolean;
  /** Demonstrations before a question (0). */
  readonly shots?: number;
  /** Requests for one question. */
  readonly requests: number;
  /** Input tokens of all of them, where the paper tells it. */
  readonly inputTokens?: number;
}

/** How a table is filled by one evaluation. */
export interface TableFill {
  readonly rows: readonly FillRow[];
  readonly entities: Configuration["entities"];
  /** Questions that are drawn unless it is said otherwise. Absent for all. */
  readonly sample?: number;
  /** Benchmarks that may stand in for the table's own, each with the split that is meant; empty for all of it. */
  readonly standIns: Readonly<Record<string, string>>;
}

/** @throws FuxiError `usage` for an unknown table, and for one that is not filled by one evaluation */
export function fillOf(
  tables: readonly PaperTableFacts[],
  name: string,
): { readonly facts: PaperTableFacts; readonly fill: TableFill } {
  const facts = tables.find((each) => each.name === name);
  if (facts?.fill !== undefined) return { facts, fill: facts.fill };
  const known = tables.filter(({ fill }) => fill !== undefined).map((each) => each.name);
  throw new FuxiError("usage", `The table ${name} is not filled by one command.`, {
    hint: `These are: ${known.join(", ")}.`,
  });
}

/** The configurations of a table's rows. `make` gives those of one strategy. */
export function fillConfigurations(
  { rows }: TableFill,
  make: (row: {
    readonly strategy: string;
    readonly shots: number;
    readonly oracleKnowledge: boolean;
  }) => readonly Configuration[],
): readonly Configuration[] {
  return rows.flatMap(({ strategy, shots = 0, oracleKnowledge = false }) =>
    make({ strategy, shots, oracleKnowledge }).map((each) =>
      oracleKnowledge ? { ...each, id: `${each.id} with oracle knowledge` } : each,
    ),
  );
}

/** Assumed of one request and its reply where the paper gives no length. */
const INPUT_TOKENS = 1000;
const OUTPUT_TOKENS = 150;

/** What is left to do of a run, and what it is expected to take. */
export interface FillEstimate {
  readonly questions: number;
  readonly table: ReportTable;
}

/**
 * Estimates the unanswered questions of each configuration: by the means of those that are answered already, else by the row's expectation. A cost is
 * unknown without a price.
 */
export function estimateFill(
  { rows }: TableFill,
  manifest: Pick<Manifest, "configurations" | "tasks" | "repeats" | "prices" | "currency">,
  records: readonly ItemRecord[],
): FillEstimate {
  const { configurations, tasks, repeats, prices, currency } = manifest;
  const parts = configurations.map((configuration) => {
    const own = records.filter((record) => record.configuration === configuration.id);
    const questions = tasks * repeats - own.length;
    const used = own.map(({ usage }) => usage).filter(({ inputTokens }) => inputTokens !== undefined);
    const row = rows.find(({ strategy }) => strategy === configuration.strategy);
    const mean = (read: (usage: (typeof used)[number]) => number, expected: number): number =>
      questions *
      (used.length === 0 ? expected : used.reduce((sum, each) => sum + read(each), 0) / used.length);
    const requests = row?.requests ?? configuration.steps;
    const calls = mean((usage) => usage.calls, requests);
    const inputTokens = mean((usage) => usage.inputTokens ?? 0, row?.inputTokens ?? requests * INPUT_TOKENS);
    const outputTokens = mean((usage) => usage.outputTokens ?? 0, requests * OUTPUT_TOKENS);
    const cost = costUnder(configuration, { calls, inputTokens, outputTokens }, prices);
    return { name: configuration.id, questions, calls, inputTokens, outputTokens, cost };
  });
  const sum = (read: (part: (typeof parts)[number]) => number): number =>
    parts.reduce((total, part) => total + read(part), 0);
  const known = parts.every(({ cost }) => cost !== undefined);
  const all = {
    ...{ name: "Together", questions: sum((each) => each.questions), calls: sum((each) => each.calls) },
    ...{ inputTokens: sum((each) => each.inputTokens), outputTokens: sum((each) => each.outputTokens) },
    cost: known ? sum(({ cost = 0 }) => cost) : undefined,
  };
  return {
    questions: all.questions,
    table: {
      title: "Expected",
      note: NOTE,
      columns: [
        words("Strategy"),
        ...["Questions", "Requests", "Input tokens", "Output tokens", "Cost"].map(figures),
      ],
      rows: [...parts, all].map(({ name, questions, calls, inputTokens, outputTokens, cost }) => [
        name,
        ...[questions, calls, inputTokens, outputTokens].map((each) => Math.round(each).toLocaleString("en")),
        cost === undefined ? "unknown" : `${cost.toFixed(2)} ${currency}`,
      ]),
    },
  };
}

const NOTE = `Estimated by the answers that the run has already; before there are any, by the averages of Middleware's Table D.2 (with GPT-4) where it has the method, else by the requests that the method's order makes, at ${INPUT_TOKENS.toLocaleString("en")} input tokens each; output at ${OUTPUT_TOKENS} tokens a request. A model may well take half or twice of it: --max-tokens and --max-cost are bounds. The cost is unknown where no price is named (--prices).`;
