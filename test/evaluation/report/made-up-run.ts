import type { Measure } from "../../../src/evaluation/benchmark/benchmark.ts";
import type { Configuration, ItemRecord, Manifest } from "../../../src/evaluation/run/configuration.ts";

export const MEASURES: readonly Measure[] = [
  { id: "ex", name: "EX", description: "Execution match.", unit: "share" },
  { id: "va", name: "VA", description: "The answer runs.", unit: "share" },
];

export function configuration(id: string, more: Partial<Configuration> = {}): Configuration {
  return {
    id,
    decider: "model",
    model: "made-up/small",
    strategy: "react",
    steps: 15,
    withoutTools: [],
    without: [],
    sampleRows: 0,
    triples: 0,
    errorFeedback: true,
    shots: 0,
    entities: "linked",
    oracleKnowledge: false,
    ask: false,
    sampling: {},
    ...more,
  };
}

export function manifest(more: Partial<Manifest> = {}): Manifest {
  return {
    benchmark: "made-up",
    options: {},
    configurations: [configuration("react")],
    repeats: 1,
    tasks: 4,
    checksums: { "questions.json": "a1" },
    notes: [],
    versions: { fuxi: "0.1.0", node: "24.0.0", engines: { sqlite: "3.50.4" } },
    prices: { "made-up/small": { input: 1, output: 2 } },
    currency: "USD",
    concurrency: 4,
    budget: {},
    startedAt: "2026-01-02T03:04:05.000Z",
    ...more,
  };
}

/** A right answer to the task, unless something else is said. */
export function record(task: string, more: Partial<ItemRecord> = {}): ItemRecord {
  const { configuration: name = "react", repeat = 0 } = more;
  return {
    item: `${name}/${task}/${repeat}`,
    configuration: name,
    task,
    repeat,
    run: `run-${name}-${task}-${repeat}`,
    groups: { difficulty: "simple" },
    question: `What is asked in ${task}?`,
    outcome: "answered",
    answer: "42",
    predicted: "SELECT 42",
    gold: "SELECT 42",
    scores: { ex: 1, va: 1 },
    usage: { calls: 2, inputTokens: 1000, cachedInputTokens: 400, outputTokens: 100 },
    cost: 0.0012,
    rounds: 2,
    actions: 1,
    failures: {},
    repaired: 0,
    repairedByCode: {},
    unusable: 0,
    milliseconds: 1500,
    ...more,
  };
}
