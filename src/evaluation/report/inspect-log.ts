import { createHash } from "node:crypto";
import { renderFailure, renderObservation } from "../../agent/render-result.ts";
import type { Action } from "../../environment/action.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { addUsage, NO_USAGE, type Usage } from "../../model/usage.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import { given } from "../../util/given.ts";
import type { JsonObject } from "../../util/json.ts";
import type { Measure } from "../benchmark/benchmark.ts";
import type { Configuration, ItemRecord } from "../run/configuration.ts";
import type { ConfigurationReport, Report } from "./report.ts";

/** A trajectory as the chat messages of Inspect: what the model said, its tool calls, what the tools returned, what the user said. */
function inspectMessages(events: readonly RunEvent[], model: string): readonly JsonObject[] {
  const calls = callIds(events);
  return events.flatMap((event): readonly JsonObject[] => {
    switch (event.type) {
      case "run-started":
        return [message(event, "user", event.task.question, { source: "input" })];
      case "policy-replied": {
        const { thought, raw = "" } = event.reply;
        const toolCalls = calls.made.get(event.seq) ?? [];
        const content = thought === "" && toolCalls.length === 0 ? raw : thought;
        return [
          message(event, "assistant", content, {
            source: "generate",
            model,
            ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
          }),
        ];
      }
      case "action-observed":
      case "action-failed":
      case "claim-accepted":
      case "claim-refused":
        return [toolMessage(event, calls.answered.get(event.seq))];
      case "question-asked":
        return [message(event, "assistant", event.clarification.question, { source: "generate", model })];
      case "question-answered":
        return [
          message(event, "user", event.reply.type === "answered" ? event.reply.text : event.reply.type),
        ];
      default:
        return [];
    }
  });
}

type Result = Extract<
  RunEvent,
  { type: "action-observed" | "action-failed" | "claim-accepted" | "claim-refused" }
>;

function toolMessage(event: Result, id: string | undefined): JsonObject {
  const failure = "failure" in event ? event.failure : undefined;
  const content =
    event.type === "action-observed"
      ? renderObservation(event.observation)
      : event.type === "claim-accepted"
        ? event.answer.text
        : renderFailure(event.failure);
  return message(event, "tool", content, {
    ...given({ tool_call_id: id }),
    function: functionOf(event),
    ...given({ error: failure && { type: "unknown", message: `${failure.code}: ${failure.message}` } }),
  });
}

const functionOf = (event: Result): string => ("action" in event ? nameOf(event.action) : ANSWER);

const ANSWER = "final_answer";
const nameOf = ({ environment, tool }: Action): string => `${environment}.${tool}`;

function message(event: RunEvent, role: string, content: string, more: JsonObject = {}): JsonObject {
  return { id: `m${event.seq}`, role, content, ...more };
}

/** The calls of each reply, which are those whose results stand between it and the next: what a strategy left away was never called. */
function callIds(events: readonly RunEvent[]): {
  readonly made: ReadonlyMap<number, readonly JsonObject[]>;
  readonly answered: ReadonlyMap<number, string>;
} {
  const made = new Map<number, JsonObject[]>();
  const answered = new Map<number, string>();
  let reply: number | undefined;
  for (const event of events) {
    if (event.type === "policy-replied") reply = event.seq;
    if (!isResult(event) || reply === undefined) continue;
    const id = `c${event.seq}`;
    const call =
      "action" in event
        ? { id, function: nameOf(event.action), arguments: event.action.arguments, type: "function" }
        : { id, function: ANSWER, arguments: { answer: event.claim.text ?? "" }, type: "function" };
    made.set(reply, [...(made.get(reply) ?? []), call]);
    answered.set(event.seq, id);
  }
  return { made, answered };
}

const isResult = (event: RunEvent): event is Result =>
  event.type === "action-observed" ||
  event.type === "action-failed" ||
  event.type === "claim-accepted" ||
  event.type === "claim-refused";

interface SampleOptions {
  readonly model: string;
  readonly measures: readonly Measure[];
  readonly isInDollars: boolean;
}

/** One answer as a sample of Inspect's log. */
function inspectSample(
  record: ItemRecord,
  events: readonly RunEvent[],
  { model, measures, isInDollars }: SampleOptions,
): JsonObject {
  const { task, repeat, question, gold = "", answer, usage, milliseconds } = record;
  // Inspect counts in dollars.
  const cost = isInDollars ? record.cost : undefined;
  const messages = inspectMessages(events, model);
  const said = messages.findLast(({ role }) => role === "assistant");
  const [first, last] = [events[0], events.at(-1)];
  return {
    id: task,
    epoch: repeat + 1,
    input: question,
    target: gold,
    messages,
    output: {
      model,
      choices: said === undefined ? [] : [{ message: said, stop_reason: stopReason(said) }],
      completion: answer ?? "",
      usage: modelUsage(usage, cost),
      time: milliseconds / 1000,
    },
    scores: scoresOf(record, measures),
    metadata: metadataOf(record),
    store: {},
    events: [],
    model_usage: { [model]: modelUsage(usage, cost) },
    role_usage: {},
    attachments: {},
    ...given({ started_at: first && utc(first.at), completed_at: last && utc(last.at) }),
    working_time: milliseconds / 1000,
    uuid: record.run,
    ...errorOf(record),
  };
}

const stopReason = (said: JsonObject): string => (said["tool_calls"] === undefined ? "stop" : "tool_calls");

function scoresOf(
  { scores, predicted, answer: said, remark: explanation }: ItemRecord,
  measures: readonly Measure[],
): JsonObject {
  const answer = predicted ?? said;
  return Object.fromEntries(
    measures.flatMap(({ id }) => {
      const value = scores[id];
      if (value === undefined || !Number.isFinite(value)) return [];
      return [[id, { value, history: [], ...given({ answer, explanation }) }]];
    }),
  );
}

/** What of a record Inspect has no place for. */
const OURS = [
  ...(["item", "outcome", "reason", "error", "unscored", "rounds", "actions"] as const),
  ...(["failures", "repaired", "unusable", "asked"] as const),
];

const metadataOf = (record: ItemRecord): JsonObject => ({
  ...record.groups,
  fuxi: Object.fromEntries(OURS.map((name) => [name, record[name]])),
});

/** Only what kept an answer from being there at all; a wrong answer is none. */
function errorOf({ outcome, reason = "failed", remark = reason }: ItemRecord): JsonObject {
  if (outcome !== "failed") return {};
  const message = `${reason}: ${remark}`;
  return { error: { message, traceback: message, traceback_ansi: message } };
}

export interface InspectLogOptions {
  /** Events of the run of an item; none where its trajectory is not stored any more. */
  readonly trajectoryOf: (run: string) => Promise<readonly RunEvent[]>;
}

/**
 * The results of one configuration as a log of Inspect (UK AI Security Institute), version 2 of its format as JSON (inspect.aisi.org.uk/eval-logs.html): one log is one task
 * with one model, so a run gives one for each configuration. Scores are what this project's scorers said; `fuxi` members of metadata hold what Inspect has no place for.
 * @throws FuxiError `usage` where the run has no such configuration
 */
export async function inspectLog(
  report: Report,
  records: readonly ItemRecord[],
  configuration: string,
  { trajectoryOf }: InspectLogOptions,
): Promise<JsonObject> {
  const found = report.configurations.find((each) => each.configuration.id === configuration);
  if (found === undefined) {
    throw new FuxiError("usage", `The run ${report.id} has no configuration "${configuration}".`, {
      hint: `It has ${report.configurations.map((each) => `"${each.configuration.id}"`).join(", ")}.`,
    });
  }
  const own = records.filter((record) => record.configuration === configuration);
  const model = modelOf(found.configuration);
  const isInDollars = report.manifest.currency === "USD";
  const samples: JsonObject[] = [];
  let completedAt = report.manifest.startedAt;
  for (const record of own) {
    const events = await trajectoryOf(record.run);
    const last = events.at(-1)?.at;
    if (last !== undefined && Date.parse(last) > Date.parse(completedAt)) completedAt = last;
    samples.push(inspectSample(record, events, { model, measures: report.measures, isInDollars }));
  }
  const settings = { ...found.configuration } as JsonObject;
  const planned = report.manifest.tasks * report.manifest.repeats;
  return {
    version: 2,
    status: own.length < planned ? "started" : "success",
    eval: spec(report, found.configuration, { model, tasks: [...new Set(own.map(({ task }) => task))] }),
    plan: {
      name: "plan",
      steps: [{ solver: found.configuration.strategy, params: settings, params_passed: settings }],
      config: {},
    },
    results: results(found, own, report.measures, planned),
    stats: {
      started_at: utc(report.manifest.startedAt),
      completed_at: own.length < planned ? "" : utc(completedAt),
      model_usage: {
        [model]: modelUsage(own.reduce<Usage>((sum, { usage }) => addUsage(sum, usage), NO_USAGE)),
      },
      role_usage: {},
    },
    invalidated: false,
    tags: [],
    metadata: {},
    samples,
  };
}

const modelOf = ({ model, decider }: Configuration): string => model ?? `none/${decider}`;

interface Asked {
  readonly model: string;
  /** Of which there are answers. */
  readonly tasks: readonly string[];
}

function spec(
  { id, manifest }: Report,
  configuration: Configuration,
  { model, tasks: answered }: Asked,
): JsonObject {
  const { benchmark, options, tasks, repeats, versions, checksums, notes, startedAt, sample } = manifest;
  return {
    eval_id: `${id}-${configuration.id}`,
    run_id: id,
    created: utc(startedAt),
    task: benchmark,
    task_id: inspectTaskId(id, configuration.id),
    task_version: 0,
    task_attribs: {},
    task_args: options,
    task_args_passed: options,
    solver: configuration.strategy,
    dataset: { name: benchmark, samples: tasks, sample_ids: answered, shuffled: sample !== undefined },
    model,
    model_args: {},
    model_generate_config: generateConfig(configuration.sampling),
    config: { epochs: repeats, epochs_reducer: ["mean"], fail_on_error: false },
    packages: { fuxi: versions.fuxi },
    metadata: {
      fuxi: { configuration: { ...configuration } as JsonObject, checksums, notes, versions } as JsonObject,
    },
  };
}

/** Of what is handed to the model, the settings that Inspect names alike. */
function generateConfig(sampling: JsonObject): JsonObject {
  const named = { temperature: "temperature", topP: "top_p", seed: "seed", maxOutputTokens: "max_tokens" };
  return Object.fromEntries(
    Object.entries(named).flatMap(([ours, theirs]) =>
      typeof sampling[ours] === "number" ? [[theirs, sampling[ours]]] : [],
    ),
  );
}

function results(
  { items, measures: estimates }: ConfigurationReport,
  records: readonly ItemRecord[],
  measures: readonly Measure[],
  planned: number,
): JsonObject {
  return {
    total_samples: planned,
    completed_samples: records.filter(({ outcome }) => outcome !== "failed").length,
    scores: measures.flatMap(({ id, description }) => {
      const estimate = estimates[id];
      if (estimate === undefined) return [];
      const { mean, interval } = estimate;
      const scored = records.filter(({ scores }) => Number.isFinite(scores[id])).length;
      const metric = (name: string, value: number) => ({ [name]: { name, value, params: {} } });
      const metrics = {
        ...metric("mean", mean),
        ...(interval && { ...metric("low_95", interval.low), ...metric("high_95", interval.high) }),
      };
      return {
        ...{ name: id, scorer: id, reducer: "mean" },
        ...{ scored_samples: scored, unscored_samples: items - scored },
        ...{ params: {}, metrics, metadata: { description } },
      };
    }),
  };
}

/**
 * What Inspect calls a log of this run in a folder of logs: a file that does not begin with its time is passed over there, and its parts are taken at "_".
 * A run has one for each configuration.
 */
export function inspectFileName({ id, manifest }: Report, configuration: string): string {
  const at = utc(manifest.startedAt).replace(/\.\d+/u, "");
  const parts = [at, manifest.benchmark].map((part) => part.replaceAll(/[^\w.+-]|_/gu, "-"));
  return `${[...parts, inspectTaskId(id, configuration)].join("_")}.json`;
}

/** Inspect shows only the newest of the logs of one task, so that each configuration is a task of its own; of an id with "-" it reads what stands before. */
function inspectTaskId(run: string, configuration: string): string {
  return createHash("sha256")
    .update(JSON.stringify([run, configuration]))
    .digest("hex")
    .slice(0, 22);
}

/** Tokens as Inspect counts them; it has no word for what is not known, which is 0 there. */
function modelUsage(usage: Usage, cost?: number): JsonObject {
  const { inputTokens = 0, outputTokens = 0, cachedInputTokens } = usage;
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    ...given({ input_tokens_cache_read: cachedInputTokens, total_cost: cost }),
  };
}

/** With an offset, as Inspect writes times. */
function utc(at: string): string {
  return new Date(at).toISOString().replace("Z", "+00:00");
}
