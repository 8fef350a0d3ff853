/**
 * The simulated user of `fuxi eval --ask`, put every question about one to three words of a benchmark's question that the gate lets through: how often it
 * chooses, says something in words, or declines. No model: what is measured is who answers, not who asks. Questions are told with --list only.
 *
 * node bench/simulated-user.ts <benchmark> [data-folder] [--sample N] [--seed N] [--list]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { memoryArtifactStore } from "../src/artifact-store/memory-artifact-store.ts";
import { gate } from "../src/clarification/gate.ts";
import { benchmarkNamed } from "../src/config/evaluation/benchmarks.ts";
import { openPlaces } from "../src/config/evaluation/open-place.ts";
import { DEFAULT_ACT_LIMITS } from "../src/environment/act-context.ts";
import type { BenchmarkTask } from "../src/evaluation/benchmark/benchmark-task.ts";
import { judgeAsked } from "../src/evaluation/questions/judge-asked.ts";
import { chooseTasks } from "../src/evaluation/run/choose-tasks.ts";
import { simulatedAsker } from "../src/evaluation/run/simulated-asker.ts";
import type { Clarification } from "../src/trajectory/clarification.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    split: { type: "string" },
    list: { type: "boolean", default: false },
  },
});
const [name, folder] = positionals;
if (name === undefined) {
  console.error("node bench/simulated-user.ts <benchmark> [data-folder] [--sample N] [--seed N] [--list]");
  process.exit(64);
}

const { signal } = new AbortController();
const scratch = mkdtempSync(join(tmpdir(), "simulated-user-"));
const counts = { questions: 0, asked: 0, chosen: 0, words: 0, declined: 0, needed: 0, relevant: 0 };
try {
  const benchmark = await benchmarkNamed(name);
  const { split } = options;
  const set = await benchmark.load({
    ...(folder === undefined ? {} : { folder }),
    ...(split === undefined ? {} : { split }),
    cacheFolder: scratch,
  });
  const open = openPlaces({
    folders: { cache: scratch, data: scratch },
    env: process.env,
    onWarning: (warning) => console.error(String(warning)),
  });
  const tasks = chooseTasks(set, { sample: { size: Number(options.sample), seed: Number(options.seed) } });
  for (const [key, ofPlace] of Map.groupBy(tasks, ({ place }) => place)) {
    const place = set.places[key];
    if (place === undefined) continue;
    const opened = await open(place, signal);
    for (const task of ofPlace) {
      counts.questions++;
      for (const words of spansOf(task.question)) {
        const clarification = await asked(words, task, opened.environments);
        if (clarification !== undefined) await put(clarification, task);
      }
    }
    await opened.close();
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
console.table({ [name]: counts });

/** Runs of one to three words. */
function spansOf(question: string): readonly string[] {
  const words = question.split(/[^\p{L}\p{N}'.-]+/u).filter((word) => word !== "");
  const spans = [1, 2, 3].flatMap((size) =>
    words.slice(0, words.length - size + 1).map((_, at) => words.slice(at, at + size).join(" ")),
  );
  return [...new Set(spans)];
}

/** The question as the gate lets it through; only one with a choice, where there can be one. */
async function asked(
  words: string,
  task: BenchmarkTask,
  environments: Parameters<typeof gate>[1]["environments"],
): Promise<Clarification | undefined> {
  const verdict = await gate(
    { question: `What do you mean by "${words}"?`, words: [words], kind: "several-meanings" },
    { task: { question: task.question }, environments, asked: [] },
    {
      principal: { id: "local" },
      signal,
      limits: DEFAULT_ACT_LIMITS,
      artifacts: memoryArtifactStore(),
    },
  );
  if (verdict.type !== "ask") return undefined;
  // An API has no readings: whoever asks has only words.
  const least = environments.some(({ capabilities }) => capabilities.readings !== undefined) ? 2 : 0;
  return verdict.clarification.readings.length >= least ? verdict.clarification : undefined;
}

async function put(clarification: Clarification, task: BenchmarkTask): Promise<void> {
  const reply = await simulatedAsker({ task }).ask(clarification, signal);
  const { needed, relevant } = judgeAsked(clarification, task);
  counts.asked++;
  if (needed) counts.needed++;
  if (relevant) counts.relevant++;
  const isAnswered = reply.type === "answered";
  if (isAnswered && reply.choice !== undefined) counts.chosen++;
  else if (isAnswered) counts.words++;
  else counts.declined++;
  if (!options.list) return;
  const said = isAnswered ? `${reply.choice ?? "words"}: ${reply.text}` : reply.type;
  console.log(
    [
      `[${task.id}] ${task.question}`,
      `  ${clarification.question} ${needed ? "needed" : "not needed"}, ${relevant ? "relevant" : "not relevant"}`,
      ...clarification.readings.map(
        ({ text, replacement }, at) => `    ${at} ${text} => ${replacement ?? ""}`,
      ),
      `  -> ${said}`,
      `  gold ${JSON.stringify(task.gold)} ${JSON.stringify(task.intended)}`,
    ].join("\n"),
  );
}
