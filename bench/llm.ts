/**
 * Lets a language model behind an OpenAI-compatible server answer questions of BIRD and Spider through the tools, and reports what it took.
 *
 * node bench/llm.ts <data-folder> --model-url URL [--model NAME] [--format native|text] [--sample 20] [--seed 1] [--parallel 4]
 *   [--out FILE] [--steps 15] [--knowledge]
 *
 * Half of the sample comes from each set. With `--model-per-question` the n-th question is asked of the model "NAME-n", so that several
 * people can stand behind one server.
 */
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { llmPolicy } from "../src/agent/policies/llm-policy.ts";
import { runTask } from "../src/agent/run-loop.ts";
import { react } from "../src/agent/strategies/react.ts";
import { memoryArtifactStore } from "../src/artifact-store/memory-artifact-store.ts";
import { createDatabaseEnvironment, openSqliteDriver } from "../src/environments/database/index.ts";
import { executionMatch } from "../src/evaluation/scores/sql/execution-match.ts";
import { createModel } from "../src/models/create-model.ts";
import type { RunEvent } from "../src/trajectory/run-event.ts";
import { memoryTrajectoryStore } from "../src/trajectory-store/memory-trajectory-store.ts";
import type { Json } from "../src/util/json.ts";
import { type GoldQuestion, readGoldQuestions } from "./gold-questions.ts";
import { seededSample } from "./seeded-sample.ts";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "model-url": { type: "string" },
    model: { type: "string", default: "default" },
    "model-per-question": { type: "boolean", default: false },
    format: { type: "string", default: "native" },
    sample: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    parallel: { type: "string", default: "4" },
    steps: { type: "string", default: "15" },
    knowledge: { type: "boolean", default: false },
    out: { type: "string" },
  },
});
const folder = positionals[0];
const url = flags["model-url"];
if (folder === undefined || url === undefined) {
  console.error(
    "Usage: node bench/llm.ts <data-folder> --model-url URL [--format native|text] [--sample 20] [--seed 1]",
  );
  process.exit(64);
}
const format = flags.format === "text" ? "text" : "native";

function goldRows({ file, sql }: GoldQuestion): Json[][] {
  const database = new DatabaseSync(file, { readOnly: true, enableDoubleQuotedStringLiterals: true });
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  const rows = statement.all() as unknown as Json[][];
  database.close();
  return rows;
}

interface Report {
  readonly id: string;
  readonly question: string;
  readonly gold: string;
  readonly sql: string | undefined;
  readonly outcome: string;
  readonly right: boolean;
  readonly rounds: number;
  readonly actions: number;
  readonly invalid: number;
  readonly problems: number;
  readonly failures: readonly string[];
  readonly inputTokens: number;
  readonly outputTokens: number;
}

const count = (events: readonly RunEvent[], type: RunEvent["type"]): number =>
  events.filter((event) => event.type === type).length;

async function ask(gold: GoldQuestion, n: number): Promise<Report> {
  const model = await createModel({
    name: flags["model-per-question"] ? `${flags.model}-${n}` : flags.model,
    baseUrl: url ?? "",
  });
  const environment = await createDatabaseEnvironment({
    id: gold.db,
    driver: await openSqliteDriver({ path: gold.file }),
    cacheFolder: join(tmpdir(), "fuxi-bench-cache"),
    ...(gold.descriptions === undefined ? {} : { descriptionsFolder: gold.descriptions }),
  });
  try {
    await environment.index.ensureBuilt({ signal: new AbortController().signal });
    const { outcome, events, usage } = await runTask({
      environments: [environment],
      task: {
        question: gold.question,
        ...(flags.knowledge && gold.knowledge ? { oracleKnowledge: gold.knowledge } : {}),
      },
      strategy: react(),
      policy: llmPolicy({ model, format, stepLimit: Number(flags.steps) }),
      store: memoryTrajectoryStore(),
      artifacts: memoryArtifactStore(),
      principal: { id: "bench" },
      limits: { steps: Number(flags.steps) },
    });
    const sql = outcome.type === "answered" ? outcome.evidence[0]?.sql : undefined;
    const failed = events.filter((event) => event.type === "action-failed");
    return {
      id: gold.id,
      question: gold.question,
      gold: gold.sql,
      sql,
      outcome: outcome.type,
      right: sql !== undefined && executionMatch(goldRows({ ...gold, sql }), goldRows(gold)),
      rounds: count(events, "policy-replied"),
      actions: count(events, "action-observed") + failed.length,
      invalid: failed.length,
      problems: events.filter((event) => event.type === "policy-replied" && event.reply.problem !== undefined)
        .length,
      failures: failed.map(({ action, failure }) => `${action.tool}: ${failure.code}: ${failure.message}`),
      inputTokens: usage.inputTokens ?? 0,
      outputTokens: usage.outputTokens ?? 0,
    };
  } finally {
    await environment.close();
  }
}

const all = readGoldQuestions(folder);
const half = Math.ceil(Number(flags.sample) / 2);
const questions = (["bird", "spider"] as const).flatMap((set) =>
  seededSample(
    all.filter((gold) => gold.set === set),
    half,
    Number(flags.seed),
  ),
);
const reports: Report[] = [];
let next = 0;
async function worker(): Promise<void> {
  for (let at = next++; at < questions.length; at = next++) {
    const gold = questions[at];
    if (gold === undefined) return;
    const report = await ask(gold, at + 1);
    reports.push(report);
    console.log(
      `${reports.length}/${questions.length} ${report.id} ${report.outcome} ${report.right ? "right" : "wrong"} ${report.rounds} rounds, ${report.invalid}/${report.actions} invalid`,
    );
  }
}
await Promise.all(Array.from({ length: Number(flags.parallel) }, worker));
const total = (pick: (report: Report) => number): number =>
  reports.reduce((sum, report) => sum + pick(report), 0);
const n = reports.length;
console.log(
  `\n${format}: ${n} questions, EX ${total((r) => Number(r.right))}/${n}, answered ${reports.filter((r) => r.outcome === "answered").length}`,
);
console.log(
  `invalid actions ${total((r) => r.invalid)}/${total((r) => r.actions)}, unusable replies ${total((r) => r.problems)}`,
);
console.log(
  `per question: ${(total((r) => r.rounds) / n).toFixed(1)} rounds, ${Math.round(total((r) => r.inputTokens) / n)} input and ${Math.round(total((r) => r.outputTokens) / n)} output tokens`,
);
if (flags.out !== undefined) writeFileSync(flags.out, JSON.stringify(reports, null, 2));
