import type { Measure } from "../../src/evaluation/benchmark/measure.ts";
import type { Configuration } from "../../src/evaluation/run/configuration.ts";
import type { ItemRecord } from "../../src/evaluation/run/item-record.ts";
import type { Manifest } from "../../src/evaluation/run/manifest.ts";
import { Seeded } from "../../src/testing/seeded.ts";
import type { RunEvent } from "../../src/trajectory/run-event.ts";

/** Results that nobody had: made up by a seed, with the lengths and the shape of real ones, for reports of any size. */
export interface MadeUpResults {
  readonly manifest: Manifest;
  readonly measures: readonly Measure[];
  readonly records: readonly ItemRecord[];
  trajectoryOf(run: string): Promise<readonly RunEvent[]>;
}

const MEASURES: readonly Measure[] = [
  { id: "ex", name: "EX", description: "Whether the rows are those of the gold.", unit: "share" },
  { id: "va", name: "VA", description: "Whether the answer's query runs.", unit: "share" },
  { id: "soft-f1", name: "Soft F1", description: "Shared cells of rows.", unit: "share" },
  { id: "r-ves", name: "R-VES", description: "Reward by the time of the query.", unit: "ratio" },
];
const THINGS = ["films", "actors", "studios", "cinemas", "tickets", "awards", "languages", "reviews"];
const TABLES = ["film", "person", "studio", "screening", "ticket", "award", "spoken_language", "review"];
/** Of 100, by configuration. */
const RIGHT = [34, 41, 44, 68, 63];
const ERRORS = ["wrong-column", "wrong-value", "missing-condition", "wrong-aggregation", "no-answer"];

const CONFIGURATIONS: readonly Configuration[] = [0, 5, 20].map((sampleRows) => ({
  ...base("api-docs-prompt"),
  id: `api-docs-prompt rows=${sampleRows}`,
  sampleRows,
}));

function base(strategy: string): Configuration {
  return {
    id: strategy,
    decider: "model",
    model: "made-up/small",
    strategy,
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
  };
}

export function madeUpResults(count: number, seed = 7): MadeUpResults {
  const configurations = [...CONFIGURATIONS, base("react"), base("decoupled")];
  const tasks = Math.ceil(count / configurations.length);
  const random = new Seeded(seed);
  const records: ItemRecord[] = [];
  for (let task = 0; task < tasks; task++) {
    const about = madeUpTask(task, random);
    configurations.forEach((configuration, at) => {
      if (records.length < count) records.push(madeUpRecord(configuration, at, task, about, random));
    });
  }
  const byRun = new Map(records.map((record) => [record.run, record]));
  return {
    manifest: {
      benchmark: "made-up",
      options: { split: "dev" },
      configurations,
      repeats: 1,
      tasks,
      checksums: { "dev.json": "0f".repeat(32), "databases/cinema.sqlite": "1e".repeat(32) },
      notes: ["These results are made up by a generator, to see what a report of this size looks like."],
      versions: {
        fuxi: "0.1.0",
        node: process.versions.node,
        engines: { sqlite: process.versions.sqlite ?? "" },
      },
      prompts: Object.fromEntries(configurations.map(({ id }, at) => [id, `${at}b`.repeat(32)])),
      prices: { "made-up/small": { input: 0.25, output: 2, cachedInput: 0.025 } },
      currency: "USD",
      concurrency: 8,
      budget: {},
      startedAt: "2026-01-02T03:04:05.000Z",
    },
    measures: MEASURES,
    records,
    trajectoryOf: async (run) => {
      const record = byRun.get(run);
      return record === undefined ? [] : madeUpEvents(record);
    },
  };
}

type About = Pick<ItemRecord, "task" | "question" | "groups" | "gold">;

function pick<T>(all: readonly T[], random: Seeded): T {
  return all[random.below(all.length)] as T;
}

function madeUpTask(task: number, random: Seeded): About {
  const [first, second] = [random.below(THINGS.length), random.below(THINGS.length)];
  const year = 1950 + random.below(75);
  const hidden = task % 97 === 0 ? " \u202etxet neddih\u202c </script><script>alert(1)</script>" : "";
  return {
    task: `t${task + 1}`,
    question: `How many ${THINGS[first]} with at least ${random.below(40)} ${THINGS[second]} were there in ${year}, and which of them had the most compared with the year before?${hidden}`,
    groups: {
      difficulty: pick(["simple", "moderate", "challenging"], random),
      content: pick(["yes", "no"], random),
    },
    gold: `SELECT a.name, COUNT(*) AS n\nFROM ${TABLES[first]} AS a\nJOIN ${TABLES[second]} AS b ON b.${TABLES[first]}_id = a.id\nWHERE a.year = ${year}\nGROUP BY a.name\nHAVING COUNT(*) >= ${random.below(40)}\nORDER BY n DESC`,
  };
}

function madeUpRecord(
  { id }: Configuration,
  at: number,
  task: number,
  about: About,
  random: Seeded,
): ItemRecord {
  const isRight =
    random.below(100) < (RIGHT[at % RIGHT.length] ?? 50) - (about.groups["content"] === "yes" ? 15 : 0);
  const isStopped = !isRight && random.below(100) < 12;
  const rounds = at < 3 ? 1 : 2 + random.below(7);
  const inputTokens = (at < 3 ? 1100 + 900 * at : 1800 * rounds) + random.below(900);
  const failures = rounds > 4 ? { "unknown-column": 1, ...(rounds > 6 ? { "empty-result": 1 } : {}) } : {};
  const f1 = isRight ? 1 : random.below(80) / 100;
  return {
    ...about,
    item: `${id}/${about.task}/0`,
    configuration: id,
    repeat: 0,
    run: `made-up-${task}-${at}`,
    outcome: isStopped ? "stopped" : "answered",
    ...(isStopped
      ? { reason: "steps" }
      : { answer: `${random.below(500)}, most of them by number ${random.below(90)}` }),
    ...(isStopped
      ? {}
      : { predicted: `${about.gold ?? ""}${isRight ? "" : `\nLIMIT ${1 + random.below(3)}`}` }),
    scores: {
      ex: isRight ? 1 : 0,
      va: isStopped ? 0 : 1,
      "soft-f1": f1,
      "r-ves": isRight ? 0.75 + random.below(40) / 100 : 0,
    },
    usage: {
      calls: rounds,
      inputTokens,
      cachedInputTokens: Math.floor(inputTokens * 0.6),
      outputTokens: 70 * rounds,
    },
    cost: (inputTokens * 0.12 + 140 * rounds) / 1e6,
    rounds,
    actions: rounds - 1,
    failures,
    repaired: Object.keys(failures).length > 1 ? 1 : 0,
    unusable: 0,
    milliseconds: 900 * rounds + random.below(800),
    ...(isRight ? {} : { error: isStopped ? "no-answer" : pick(ERRORS.slice(0, 4), random) }),
  };
}

function madeUpEvents({
  run,
  question,
  rounds,
  predicted,
  outcome,
  usage,
  gold = "",
}: ItemRecord): readonly RunEvent[] {
  const random = new Seeded(run.length + rounds);
  const events: RunEvent[] = [];
  const add = (body: Record<string, unknown>): void => {
    const seq = events.length + 1;
    events.push({
      ...body,
      seq,
      parentSeq: seq === 1 ? null : seq - 1,
      role: "agent",
      at: new Date(1.7e12 + seq * 700).toISOString(),
      milliseconds: 300 + random.below(900),
    } as unknown as RunEvent);
  };
  add({
    type: "run-started",
    task: { question },
    strategy: "react",
    strategyOptions: {},
    policy: "llm:made-up/small",
    environments: [{ id: "cinema", kind: "database" }],
    limits: { steps: 15 },
  });
  const took = { calls: 1, inputTokens: Math.round((usage.inputTokens ?? 0) / rounds), outputTokens: 70 };
  for (let round = 1; round < rounds; round++) {
    const query = gold.replace("SELECT a.name", `SELECT a.name, ${round}`);
    const action = { environment: "cinema", tool: "search_by_SQL", arguments: { query } };
    add({
      type: "policy-replied",
      command: `c${round}`,
      reply: {
        thought:
          "The question names a year and a number, so I look at which rows there are and how they are joined before I count them.",
        actions: [action],
        usage: took,
      },
    });
    if (round === 4) {
      const failure = {
        code: "unknown-column",
        message: "There is no column studio_idd in screening.",
        suggestions: [{ text: "studio_id", reason: "column of screening" }],
      };
      add({ type: "action-failed", command: `c${round}`, action, failure });
      continue;
    }
    const rows = Array.from({ length: 10 }, (_, at) => `| name ${at + round * 10} | ${random.below(900)} |`);
    const warnings =
      round === 2 ? [{ code: "empty-join", message: "The join drops 12 of 40 rows.", suggestions: [] }] : [];
    add({
      type: "action-observed",
      command: `c${round}`,
      action,
      observation: {
        text: `| name | n |\n| --- | --- |\n${rows.join("\n")}\n10 of 214 rows`,
        data: {},
        warnings,
        notes: [],
      },
    });
  }
  add({
    type: "policy-replied",
    command: "last",
    reply: { thought: "That is the answer.", actions: [], claim: { claim: {} }, usage: took },
  });
  if (outcome === "answered") {
    const rows = Array.from({ length: 12 }, (_, at) => [
      `name ${at}`,
      random.below(900),
      at % 5 === 0 ? null : "x",
    ]);
    const answer = { text: "12 rows", rows: { columns: ["name", "n", "remark"], rows, total: 12 } };
    const evidence = { environment: "cinema", kind: "database", sql: predicted ?? "" };
    add({ type: "claim-accepted", command: "last", claim: {}, answer, evidence });
    add({
      type: "run-finished",
      outcome: { type: "answered", answer, evidence: [evidence], assumptions: [] },
    });
  } else {
    add({
      type: "run-finished",
      outcome: { type: "stopped", reason: "steps", message: "15 steps are used up." },
    });
  }
  return events;
}
