import type { Configuration, ItemRecord, Manifest } from "../../../src/evaluation/run/configuration.ts";

import type { StoredRun } from "../../../src/evaluation/tables/our-entry.ts";

export function configurationOf(changes: Partial<Configuration> = {}): Configuration {
  return {
    id: "react",
    decider: "model",
    model: "test/small",
    strategy: "react",
    steps: 15,
    withoutTools: [],
    without: [],
    sampleRows: 0,
    triples: 100,
    errorFeedback: true,
    shots: 0,
    entities: "gold",
    oracleKnowledge: false,
    ask: false,
    sampling: {},
    ...changes,
  };
}

export function recordOf(changes: Partial<ItemRecord> & Pick<ItemRecord, "task" | "scores">): ItemRecord {
  const { configuration = "react", task, repeat = 0 } = changes;
  return {
    item: `${configuration}/${task}/${repeat}`,
    configuration,
    repeat,
    run: `${configuration}-${task}-${repeat}`,
    groups: {},
    question: "How many?",
    outcome: "answered",
    usage: { calls: 2, inputTokens: 1000, outputTokens: 100 },
    rounds: 2,
    actions: 2,
    failures: {},
    repaired: 0,
    unusable: 0,
    milliseconds: 1500,
    ...changes,
  };
}

export function runOf(
  benchmark: string,
  records: readonly ItemRecord[],
  changes: Partial<Manifest> = {},
): StoredRun {
  const manifest: Manifest = {
    benchmark,
    options: {},
    configurations: [configurationOf()],
    repeats: 1,
    tasks: new Set(records.map(({ task }) => task)).size,
    checksums: {},
    notes: [],
    versions: { fuxi: "0.1.0", node: "24", engines: {} },
    prompts: {},
    prices: {},
    currency: "USD",
    concurrency: 1,
    budget: {},
    startedAt: "2026-03-04T05:06:07.000Z",
    ...changes,
  };
  return { id: "my-run", manifest, records };
}
