/**
 * Lets a language model behind an OpenAI-compatible server answer questions over the sample's knowledge base, over it together with the sample's
 * database, and of MetaQA, and reports F1, invalid actions, rounds and tokens.
 *
 * node bench/kb-llm.ts <data-folder> --model-url URL [--strategy react|decoupled] [--format native|text] [--sample 20] [--seed 1]
 *   [--model NAME] [--model-per-question] [--parallel 20] [--steps 15] [--out FILE]
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { llmPolicy } from "../src/agent/policies/llm-policy.ts";
import { runTask } from "../src/agent/run-loop.ts";
import { memoryArtifactStore } from "../src/artifact-store/memory-artifact-store.ts";
import { openEnvironments } from "../src/config/open-environments.ts";
import { strategyNamed } from "../src/config/strategies.ts";
import { createModel } from "../src/models/create-model.ts";
import type { RunEvent } from "../src/trajectory/run-event.ts";
import { memoryTrajectoryStore } from "../src/trajectory-store/memory-trajectory-store.ts";
import { answeredTexts, f1 } from "./kb-llm/f1.ts";
import { type KbQuestion, readKbQuestions, sampleOf } from "./kb-llm/kb-question.ts";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "model-url": { type: "string" },
    model: { type: "string", default: "default" },
    "model-per-question": { type: "boolean", default: false },
    strategy: { type: "string", default: "react" },
    format: { type: "string", default: "native" },
    sample: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    parallel: { type: "string", default: "20" },
    steps: { type: "string", default: "15" },
    out: { type: "string" },
  },
});
const [folder] = positionals;
const url = flags["model-url"];
if (folder === undefined || url === undefined) {
  console.error("Usage: node bench/kb-llm.ts <data-folder> --model-url URL [--strategy react|decoupled]");
  process.exit(64);
}
const format = flags.format === "text" ? "text" : "native";
const cache = join(tmpdir(), "fuxi-bench-cache");
mkdirSync(cache, { recursive: true });

const TARGETS: Readonly<Record<KbQuestion["needs"], readonly string[]>> = {
  "cinema-kb": ["sample:cinema-kb"],
  "cinema-both": ["sample:cinema-kb", "sample:cinema"],
  metaqa: [join(folder, "metaqa/kb.txt")],
};

interface Report {
  readonly id: string;
  readonly question: string;
  readonly gold: readonly string[];
  readonly answered: readonly string[];
  readonly evidence: unknown;
  readonly outcome: string;
  readonly f1: number;
  readonly rounds: number;
  readonly actions: readonly string[];
  readonly invalid: number;
  readonly problems: number;
  readonly failures: readonly string[];
  readonly inputTokens: number;
  readonly outputTokens: number;
}

const replies = (events: readonly RunEvent[]) => events.filter((event) => event.type === "policy-replied");

async function ask(gold: KbQuestion, n: number): Promise<Report> {
  const model = await createModel({
    name: flags["model-per-question"] ? `${flags.model}-${n}` : flags.model,
    baseUrl: url ?? "",
  });
  const environments = await openEnvironments(TARGETS[gold.needs], {
    folders: { cache, data: cache },
    env: process.env,
    signal: new AbortController().signal,
    onWarning: () => {},
  });
  try {
    for (const { capabilities } of environments)
      await capabilities.preparation?.prepare({ signal: new AbortController().signal });
    const { outcome, events, usage } = await runTask({
      environments,
      task: { question: gold.question },
      strategy: strategyNamed(flags.strategy),
      policy: llmPolicy({ model, format, stepLimit: Number(flags.steps) }),
      store: memoryTrajectoryStore(),
      artifacts: memoryArtifactStore(),
      principal: { id: "bench" },
      limits: { steps: Number(flags.steps) },
    });
    const [answered = [], called = []] =
      outcome.type === "answered"
        ? [answeredTexts(outcome.answer, gold.compareBy), answeredTexts(outcome.answer, "label")]
        : [];
    const failed = events.filter((event) => event.type === "action-failed");
    const acted = events.filter(
      (event) => event.type === "action-observed" || event.type === "action-failed",
    );
    return {
      id: gold.id,
      question: gold.question,
      gold: gold.gold,
      answered,
      evidence: outcome.type === "answered" ? outcome.evidence : outcome,
      outcome: outcome.type,
      f1: Math.max(f1(answered, gold.gold), f1(called, gold.gold)),
      rounds: replies(events).length,
      actions: acted.map(
        ({ action }) => `${action.tool}(${Object.values(action.arguments).map(String).join(", ")})`,
      ),
      invalid: failed.length,
      problems: replies(events).filter(({ reply }) => reply.problem !== undefined).length,
      failures: failed.map(({ action, failure }) => `${action.tool}: ${failure.code}: ${failure.message}`),
      inputTokens: usage.inputTokens ?? 0,
      outputTokens: usage.outputTokens ?? 0,
    };
  } finally {
    await Promise.all(environments.map((environment) => environment.close()));
  }
}

const questions = sampleOf(readKbQuestions(folder), Number(flags.sample), Number(flags.seed));
const reports: Report[] = [];
let next = 0;
async function worker(): Promise<void> {
  for (let at = next++; at < questions.length; at = next++) {
    const gold = questions[at];
    if (gold === undefined) return;
    const report = await ask(gold, at + 1);
    reports.push(report);
    console.log(
      `${reports.length}/${questions.length} ${report.id} ${report.outcome} F1 ${report.f1.toFixed(2)} ${report.rounds} rounds, ${report.invalid}/${report.actions.length} invalid`,
    );
    if (flags.out !== undefined) writeFileSync(flags.out, JSON.stringify(reports, null, 2));
  }
}
await Promise.all(Array.from({ length: Number(flags.parallel) }, worker));
const n = reports.length;
const total = (pick: (report: Report) => number): number =>
  reports.reduce((sum, report) => sum + pick(report), 0);
console.log(
  `\n${flags.strategy}, ${format}: ${n} questions, F1 ${(total((r) => r.f1) / n).toFixed(3)}, answered ${reports.filter((r) => r.outcome === "answered").length}`,
);
console.log(
  `invalid actions ${total((r) => r.invalid)}/${total((r) => r.actions.length)}, unusable replies ${total((r) => r.problems)}`,
);
console.log(
  `per question: ${(total((r) => r.rounds) / n).toFixed(1)} rounds, ${Math.round(total((r) => r.inputTokens) / n)} input and ${Math.round(total((r) => r.outputTokens) / n)} output tokens`,
);
