import { describe, expect, it } from "vitest";
import { buildReport } from "../../../src/evaluation/report/build-report.ts";
import { inspectFileName, inspectLog } from "../../../src/evaluation/report/inspect-log.ts";
import type { ItemRecord, Manifest } from "../../../src/evaluation/run/configuration.ts";

import type { RunEvent } from "../../../src/trajectory/run-event.ts";
import { configuration, MEASURES, manifest, record } from "./made-up-run.ts";

/**
 * What each part of a log has to have, and what else it may have (UKGovernmentBEIS/inspect_ai at commit 8447764e, src/inspect_ai/_view/inspect-openapi.json and log/_log.py):
 * other members are dropped by readers without a word.
 */
const FORMAT = {
  log: ["version status eval plan stats invalidated tags metadata", "results samples"],
  eval: [
    "eval_id run_id created task task_id task_version task_attribs task_args task_args_passed dataset model model_generate_config model_args config packages",
    "solver metadata",
  ],
  config: ["", "epochs epochs_reducer fail_on_error"],
  dataset: ["sample_ids", "name samples shuffled"],
  step: ["solver params params_passed", ""],
  results: ["total_samples completed_samples scores", ""],
  score: ["name scorer params metrics", "reducer scored_samples unscored_samples metadata"],
  metric: ["name value params", ""],
  stats: ["started_at completed_at model_usage role_usage", ""],
  sample: [
    "id epoch input target messages output metadata store events model_usage role_usage attachments",
    "scores started_at completed_at working_time uuid error",
  ],
} as const;
const ORDER = "version status eval plan results stats invalidated tags metadata samples";

/** Members that are missing or not of the format. */
function wrongIn(made: Log): readonly string[] {
  const parts: Readonly<Record<keyof typeof FORMAT, readonly object[]>> = {
    log: [made],
    eval: [made.eval],
    config: [made.eval.config],
    dataset: [made.eval.dataset],
    step: made.plan.steps,
    results: [made.results],
    score: made.results.scores,
    metric: made.results.scores.flatMap(({ metrics }) => Object.values(metrics)),
    stats: [made.stats],
    sample: made.samples,
  };
  return Object.entries(FORMAT).flatMap(([part, [needed, further]]) => {
    const known = `${needed} ${further}`.split(" ");
    return parts[part as keyof typeof FORMAT].flatMap((each) => {
      const there = Object.keys(each);
      const missing = needed.split(" ").filter((name) => name !== "" && !there.includes(name));
      return [...missing, ...there.filter((name) => !known.includes(name))].map((name) => `${part} ${name}`);
    });
  });
}

const action = { environment: "shop", tool: "search_by_SQL", arguments: { query: "SELECT 1" } };
const other = { environment: "shop", tool: "get_columns", arguments: {} };
const usage = { calls: 1, inputTokens: 10, outputTokens: 2 };
const observation = { text: "1 row", data: {}, warnings: [], notes: [] };
const failure = { code: "unknown-column", message: "There is no such column.", suggestions: [] };
const TRAJECTORY = [
  { type: "run-started", task: { question: "How many?" }, limits: { steps: 15 }, environments: [] },
  { type: "policy-replied", reply: { thought: "I look.", actions: [action, other], usage } },
  { type: "action-observed", action, observation },
  { type: "action-failed", action: other, failure },
  { type: "policy-replied", reply: { thought: "", actions: [], claim: { claim: {} }, usage } },
  { type: "claim-accepted", claim: { text: "SELECT 1" }, answer: { text: "1" }, evidence: {} },
  { type: "run-finished", outcome: { type: "answered" } },
].map((body, at) => ({
  command: "c",
  ...body,
  seq: at + 1,
  parentSeq: null,
  role: "agent",
  at: `2026-01-02T03:04:1${at}.000Z`,
})) as unknown as readonly RunEvent[];

type Log = {
  readonly status: string;
  readonly eval: Readonly<Record<string, unknown>> & {
    readonly task_id: string;
    readonly config: object;
    readonly dataset: object;
  };
  readonly plan: { readonly steps: readonly object[] };
  readonly results: {
    readonly total_samples: number;
    readonly completed_samples: number;
    readonly scores: readonly {
      readonly name: string;
      readonly scored_samples: number;
      readonly unscored_samples: number;
      readonly metrics: Readonly<Record<string, { readonly value: number }>>;
    }[];
  };
  readonly stats: {
    readonly model_usage: Readonly<Record<string, Readonly<Record<string, number>>>>;
    readonly completed_at: string;
  };
  readonly samples: readonly {
    readonly id: string;
    readonly epoch: number;
    readonly messages: readonly Readonly<Record<string, unknown>>[];
    readonly scores: Readonly<Record<string, unknown>>;
    readonly output: { readonly choices: readonly { readonly stop_reason: string }[] };
    readonly error?: { readonly message: string };
    readonly model_usage: Readonly<Record<string, Readonly<Record<string, number>>>>;
  }[];
};

async function log(
  records: readonly ItemRecord[],
  more: Partial<Manifest> = {},
  name = "react",
): Promise<Log> {
  const report = buildReport(manifest(more), records, { id: "r1", measures: MEASURES });
  const made = await inspectLog(report, records, name, { trajectoryOf: async () => TRAJECTORY });
  // As it is written to a file.
  return JSON.parse(JSON.stringify(made)) as Log;
}

describe("a log for Inspect", () => {
  it("has what its documented format asks for, whatever became of the answers", async () => {
    const records = [
      record("a"),
      record("b", { outcome: "stopped", reason: "steps", scores: { ex: 0, va: 0 } }),
      record("c", { outcome: "failed", reason: "model-unavailable", remark: "no answer", scores: {} }),
      record("d", { scores: {}, unscored: "engine-timeout", usage: { calls: 1 } }),
    ].map(({ gold: _, ...rest }) => rest);
    const made = await log(records);
    expect(wrongIn(made)).toEqual([]);
    expect(Object.keys(made).join(" ")).toBe(ORDER);
    expect(made.status).toBe("success");
    // "Samples completed without error."
    expect(made.results).toMatchObject({ total_samples: 4, completed_samples: 3 });
    expect(made.samples.map(({ error }) => error?.message)).toEqual([
      undefined,
      undefined,
      "model-unavailable: no answer",
      undefined,
    ]);
    expect(made.results.scores[0]).toMatchObject({
      name: "ex",
      scored_samples: 2,
      unscored_samples: 2,
      metrics: { mean: { value: 0.5 } },
    });
  });

  it("has the conversation with each call beside its result", async () => {
    const [sample] = (await log([record("a")])).samples;
    expect(sample?.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "tool",
      "assistant",
      "tool",
    ]);
    expect(sample?.messages[1]).toMatchObject({
      content: "I look.",
      tool_calls: [
        { id: "c3", function: "shop.search_by_SQL", arguments: { query: "SELECT 1" } },
        { id: "c4", function: "shop.get_columns" },
      ],
    });
    expect(sample?.messages[2]).toMatchObject({ tool_call_id: "c3", content: "1 row" });
    expect(sample?.messages[3]).toMatchObject({ tool_call_id: "c4", error: { type: "unknown" } });
    expect(sample?.output.choices.map(({ stop_reason }) => stop_reason)).toEqual(["tool_calls"]);
    expect(sample?.messages[5]).toMatchObject({ function: "final_answer", content: "1" });
  });

  it("names the questions, so that it can be read one by one", async () => {
    const made = await log([record("b"), record("a"), record("a", { repeat: 1 })], { repeats: 2, tasks: 2 });
    expect(made.eval.dataset).toMatchObject({ samples: 2, sample_ids: ["b", "a"] });
  });

  it("is another task for each configuration, since of logs of one task only the newest is shown", async () => {
    const configurations = [configuration("react"), configuration("built-in", { decider: "built-in" })];
    const [react, again, builtIn] = await Promise.all(
      ["react", "react", "built-in"].map((name) => log([record("a")], { configurations }, name)),
    );
    expect(again?.eval.task_id).toBe(react?.eval.task_id);
    expect(builtIn?.eval.task_id).not.toBe(react?.eval.task_id);
  });

  it("has a file name by which it is found in a folder of logs, with its task and the task's id", async () => {
    const made = await log([record("a")], { benchmark: "made_up" });
    const of = { id: "r1", measures: MEASURES };
    const name = inspectFileName(buildReport(manifest({ benchmark: "made_up" }), [record("a")], of), "react");
    // log_file_pattern of src/inspect_ai/log/_file.py.
    expect(name).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}[:-]\d{2}[:-]\d{2}.*$/u);
    // There the parts are taken at "_", and of the id only what stands before a "-".
    expect(name.replace(/\.json$/u, "").split("_")).toEqual([
      "2026-01-02T03-04-05+00-00",
      "made-up",
      made.eval.task_id,
    ]);
    expect(made.eval.task_id).toMatch(/^[0-9a-f]+$/u);
  });

  it("counts repeats as epochs, and tokens of all of them", async () => {
    const made = await log([record("a"), record("a", { repeat: 1 })], { repeats: 2, tasks: 1 });
    expect(made.samples.map(({ id, epoch }) => [id, epoch])).toEqual([
      ["a", 1],
      ["a", 2],
    ]);
    expect(made.stats.model_usage["made-up/small"]).toMatchObject({
      input_tokens: 2000,
      output_tokens: 200,
      total_tokens: 2200,
    });
    expect(made.stats.completed_at).toBe("2026-01-02T03:04:16.000+00:00");
  });

  it("is of one configuration, and says when that is not finished", async () => {
    const configurations = [configuration("react"), configuration("built-in", { decider: "built-in" })];
    const records = [record("a"), record("a", { configuration: "built-in" })];
    const made = await log(records, { configurations }, "built-in");
    expect(made.samples).toHaveLength(1);
    expect(made.status).toBe("started");
    await expect(log(records, { configurations }, "react2")).rejects.toMatchObject({
      code: "usage",
      hint: `It has "react", "built-in".`,
    });
  });

  it("gives costs only where they are in dollars, which is what Inspect counts in", async () => {
    const cost = async (currency: string) =>
      (await log([record("a")], { currency })).samples[0]?.model_usage["made-up/small"]?.["total_cost"];
    expect(await cost("USD")).toBe(0.0012);
    expect(await cost("EUR")).toBeUndefined();
  });
});
