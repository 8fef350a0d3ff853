/**
 * MetaQA and PathQuestion as benchmarks: the oracle's program of each question run through the tools, and its answer scored as any other. What is not
 * exactly the gold answer is counted by how it ended; questions are told with --list only.
 *
 * node bench/eval-kb.ts <data-folder> [--every N] [--only metaqa,pql-3h] [--list]
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { oraclePolicy } from "../src/agent/policies/oracle-policy.ts";
import { memoryArtifactStore } from "../src/artifact-store/memory-artifact-store.ts";
import { ask } from "../src/ask.ts";
import type { Benchmark } from "../src/evaluation/benchmark/benchmark.ts";
import { metaqaBenchmark } from "../src/evaluation/benchmarks/metaqa/metaqa-benchmark.ts";
import { pathquestionBenchmark } from "../src/evaluation/benchmarks/pathquestion/pathquestion-benchmark.ts";
import { openFile } from "./kb-oracle/open-file.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    every: { type: "string", default: "1" },
    only: { type: "string" },
    list: { type: "boolean", default: false },
  },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error("node bench/eval-kb.ts <data-folder> [--every N] [--only metaqa,pql-3h] [--list]");
  process.exit(64);
}

const SETS: readonly (readonly [Benchmark, string])[] = [
  ...["1hop", "2hop", "3hop"].map((split) => [metaqaBenchmark, split] as const),
  ...["pq-2h", "pq-3h", "pql-2h", "pql-3h", "pql-3h-more"].map(
    (split) => [pathquestionBenchmark, split] as const,
  ),
];
const STEPS = { steps: 60 };

const wanted = options.only?.split(",");
const scratch = mkdtempSync(join(tmpdir(), "eval-kb-"));
const table: Record<string, unknown> = {};
try {
  for (const [benchmark, split] of SETS) {
    if (wanted !== undefined && !wanted.includes(benchmark.name) && !wanted.includes(split)) continue;
    if (existsSync(join(folder, benchmark.name)))
      table[`${benchmark.name} ${split}`] = await run(benchmark, split, folder);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
console.table(table);

async function run(benchmark: Benchmark, split: string, data: string): Promise<Record<string, unknown>> {
  const started = performance.now();
  const set = await benchmark.load({ folder: join(data, benchmark.name), split, cacheFolder: scratch });
  const [target = ""] = Object.values(set.places).flatMap(({ targets }) => targets);
  const environment = await openFile(target, scratch);
  const sums = new Map(benchmark.measures.map(({ id }) => [id, 0]));
  let questions = 0;
  for (const [at, task] of set.tasks.entries()) {
    if (at % Number(options.every) !== 0) continue;
    questions++;
    const artifacts = memoryArtifactStore();
    const run = await ask({
      environments: [environment],
      policy: oraclePolicy(() => task.oracle),
      question: task.question,
      artifacts,
      limits: STEPS,
    });
    const { scores, predicted, remark } = await set.score(
      { task, run },
      {
        environments: [environment],
        signal: new AbortController().signal,
        milliseconds: 30_000,
        kept: (sha256) => artifacts.get(sha256, { id: "local" }),
      },
    );
    for (const [id, score] of Object.entries(scores)) sums.set(id, (sums.get(id) ?? 0) + score);
    if (options.list && scores.em !== 1)
      console.log(
        `[${task.id}] ${task.question}\n  ${remark ?? ""} ${predicted ?? JSON.stringify(run.outcome)}`,
      );
  }
  await environment.close();
  const means = benchmark.measures.map(({ id, name }) => [
    name,
    ((100 * (sums.get(id) ?? 0)) / Math.max(1, questions)).toFixed(2),
  ]);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  return { questions, ...Object.fromEntries(means), seconds };
}
