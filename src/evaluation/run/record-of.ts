import type { ErrorCode } from "../../errors/fuxi-error.ts";
import type { Outcome } from "../../trajectory/outcome.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import type { JsonObject } from "../../util/json.ts";
import type { Scored } from "../benchmark/benchmark.ts";
import { efficiencyOf } from "./efficiency-of.ts";
import type { EvaluationItem } from "./evaluation-item.ts";
import type { ItemRecord } from "./item-record.ts";
import type { Manifest } from "./manifest.ts";
import { costUnder } from "./price.ts";

/** What became of one item. */
export interface ItemEnd {
  readonly outcome: Outcome;
  /** None where the run could not begin. */
  readonly events: readonly RunEvent[];
  readonly scored: Scored | { readonly unscored: ErrorCode; readonly remark: string };
}

export function recordOf(
  { name, run, configuration, task, repeat }: EvaluationItem,
  { outcome, events, scored }: ItemEnd,
  prices: Manifest["prices"],
): ItemRecord {
  const { usage, ...efficiency } = efficiencyOf(events);
  const cost = costUnder(configuration, usage, prices);
  return {
    item: name,
    configuration: configuration.id,
    task: task.id,
    repeat,
    run,
    groups: task.groups,
    question: task.question,
    outcome: outcome.type,
    ...reasonOf(outcome),
    ...(outcome.type === "answered" ? { answer: outcome.answer.text } : {}),
    gold: goldText(task.gold),
    scores: {},
    ...(outcome.type === "failed" ? { remark: outcome.message } : {}),
    ...scored,
    usage,
    ...(cost === undefined ? {} : { cost }),
    ...efficiency,
  };
}

function reasonOf(outcome: Outcome): { readonly reason?: string } {
  if (outcome.type === "stopped") return { reason: outcome.reason };
  return outcome.type === "failed" ? { reason: outcome.code } : {};
}

/** A gold of one text is that text. */
function goldText(gold: JsonObject): string {
  const [only, ...more] = Object.values(gold);
  return more.length === 0 && typeof only === "string" ? only : JSON.stringify(gold);
}
