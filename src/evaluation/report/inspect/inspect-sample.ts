import type { RunEvent, RunLimits } from "../../../trajectory/run-event.ts";

import type { JsonObject } from "../../../util/json.ts";
import type { Measure } from "../../benchmark/measure.ts";
import type { ItemRecord } from "../../run/item-record.ts";
import { inspectMessages } from "./inspect-messages.ts";
import { modelUsage, utc } from "./inspect-usage.ts";

interface SampleOptions {
  readonly model: string;
  readonly measures: readonly Measure[];
  readonly isInDollars: boolean;
}

/** One answer as a sample of Inspect's log. */
export function inspectSample(
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
    ...(first === undefined ? {} : { started_at: utc(first.at) }),
    ...(last === undefined ? {} : { completed_at: utc(last.at) }),
    working_time: milliseconds / 1000,
    uuid: record.run,
    ...errorOf(record),
    ...limitOf(record, events),
  };
}

const stopReason = (said: JsonObject): string => (said["tool_calls"] === undefined ? "stop" : "tool_calls");

function scoresOf(
  { scores, predicted, answer, remark }: ItemRecord,
  measures: readonly Measure[],
): JsonObject {
  return Object.fromEntries(
    measures.flatMap(({ id }) => {
      const value = scores[id];
      if (value === undefined || !Number.isFinite(value)) return [];
      const shown = predicted ?? answer;
      return [
        [
          id,
          {
            value,
            history: [],
            ...(shown === undefined ? {} : { answer: shown }),
            ...(remark === undefined ? {} : { explanation: remark }),
          },
        ],
      ];
    }),
  );
}

function metadataOf(record: ItemRecord): JsonObject {
  const { groups, outcome, reason, error, unscored, rounds, actions, failures, repaired, unusable, asked } =
    record;
  return {
    ...groups,
    fuxi: {
      item: record.item,
      outcome,
      reason,
      error,
      unscored,
      rounds,
      actions,
      failures,
      repaired,
      unusable,
      asked,
    },
  };
}

/** Only what kept an answer from being there at all; a wrong answer is none. */
function errorOf({ outcome, reason = "failed", remark = reason }: ItemRecord): JsonObject {
  if (outcome !== "failed") return {};
  const message = `${reason}: ${remark}`;
  return { error: { message, traceback: message, traceback_ansi: message } };
}

const LIMITS: Readonly<Record<string, readonly [type: string, limit: keyof RunLimits]>> = {
  time: ["time", "milliseconds"],
  tokens: ["token", "tokens"],
  cost: ["cost", "cost"],
  steps: ["custom", "steps"],
};

function limitOf({ outcome, reason = "" }: ItemRecord, events: readonly RunEvent[]): JsonObject {
  const known = Object.hasOwn(LIMITS, reason) ? LIMITS[reason] : undefined;
  if (outcome !== "stopped" || known === undefined) return {};
  const [type, name] = known;
  const started = events.findLast((event) => event.type === "run-started" || event.type === "run-resumed");
  const limit = started?.limits[name];
  if (limit === undefined) return {};
  return { limit: { type, limit: name === "milliseconds" ? limit / 1000 : limit } };
}
