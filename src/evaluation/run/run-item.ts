import { setTimeout as pause } from "node:timers/promises";
import { outcomeOfError } from "../../agent/run-interruption.ts";
import type { Policy } from "../../agent/strategy.ts";
import type { UserProxy } from "../../clarification/user-proxy.ts";
import { DEFAULT_ACT_LIMITS } from "../../environment/act-context.ts";
import type { ArtifactStore } from "../../environment/artifact-store.ts";
import type { Environment } from "../../environment/environment.ts";
import type { Principal } from "../../environment/principal.ts";
import type { Task } from "../../environment/task.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { inLane } from "../../model/call-place.ts";
import type { Outcome } from "../../trajectory/outcome.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import type { TrajectoryStore } from "../../trajectory/trajectory-store.ts";
import type { Answered, BenchmarkSet, Scored } from "../benchmark/benchmark.ts";
import type { Place } from "../benchmark/place.ts";
import type { ReferenceJudge } from "../judges/reference-judge.ts";
import { type Carried, carryRun } from "./carry-run.ts";
import type { Decide, Decision } from "./decide.ts";
import type { EvaluationItem } from "./evaluation-item.ts";
import type { ItemRecord } from "./item-record.ts";
import type { Manifest } from "./manifest.ts";
import { holdsForAll, isFromOutside, isOfStores } from "./outside-failure.ts";
import type { PlacePool } from "./place-pool.ts";
import { type ItemEnd, recordOf } from "./record-of.ts";
import { withEntities } from "./with-entities.ts";
import type { WithPlace } from "./with-place.ts";

/** Adds what kind of error it is and how well was asked; a matter of the environment's kind and the benchmark's data. */
export type Classify = (
  answered: Answered,
  record: ItemRecord,
  withPlace: WithPlace,
) => Pick<ItemRecord, "error" | "asked"> | Promise<Pick<ItemRecord, "error" | "asked">>;

/** What all items of a run have in common. */
export interface ItemContext {
  readonly set: BenchmarkSet;
  readonly pool: PlacePool;
  readonly decide: Decide;
  readonly classify?: Classify;
  readonly judge?: ReferenceJudge;
  readonly trajectories: TrajectoryStore;
  readonly artifacts: ArtifactStore;
  readonly principal: Principal;
  readonly prices: Manifest["prices"];
  /** How often an item is done again that failed for a reason outside. */
  readonly retries: number;
  /** Before the first time; each further one is four times as long, up to five minutes. */
  readonly pauseMilliseconds: number;
  /** Of a query when it is scored. */
  readonly scoreMilliseconds: number;
  readonly onEvent: (item: EvaluationItem, event: RunEvent) => void;
}

const LONGEST_PAUSE = 5 * 60 * 1000;
const GROWTH = 4;

/**
 * Does one item: asks, or goes on with what was asked before, and scores. Undefined where it was cancelled, or somebody else does it. What goes wrong with it stands in its
 * record, unless it would go wrong with every item.
 * @throws FuxiError of the stores, and where the configuration itself is wrong
 */
export async function runItem(
  item: EvaluationItem,
  context: ItemContext,
  signal: AbortSignal,
): Promise<ItemRecord | undefined> {
  for (let attempt = 0; ; attempt++) {
    const end = await attemptItem(item, context, signal);
    if (end === undefined || signal.aborted || isCancelled(end.outcome)) return undefined;
    const { outcome, events } = end;
    if (outcome.type !== "failed" || !isFromOutside(outcome.code) || attempt >= context.retries) {
      return await classified(
        recordOf(item, end, context.prices),
        { task: item.task, run: { outcome, events } },
        context,
        signal,
      );
    }
    const wait = Math.min(LONGEST_PAUSE, context.pauseMilliseconds * GROWTH ** attempt);
    await pause(wait, undefined, { signal }).catch(() => {});
    if (signal.aborted) return undefined;
  }
}

async function classified(
  record: ItemRecord,
  answered: Answered,
  { classify, set, pool, scoreMilliseconds }: ItemContext,
  signal: AbortSignal,
): Promise<ItemRecord | undefined> {
  if (classify === undefined) return record;
  const key = answered.task.place;
  const withPlace: WithPlace = async (use) => {
    const { environments } = await pool.acquire(key, set.places[key] as Place);
    try {
      return await use({ environments, signal, milliseconds: scoreMilliseconds });
    } finally {
      await pool.release(key);
    }
  };
  try {
    return { ...record, ...(await classify(answered, record, withPlace)) };
  } catch (error) {
    if (signal.aborted) return undefined;
    // The answer and its scores are worth more than the kind of its error.
    const { remark } = record;
    const said = `Not classified: ${error instanceof Error ? error.message : String(error)}`;
    return { ...record, remark: remark === undefined ? said : `${remark} ${said}` };
  }
}

async function attemptItem(
  item: EvaluationItem,
  context: ItemContext,
  signal: AbortSignal,
): Promise<ItemEnd | undefined> {
  const { set, pool } = context;
  const key = item.task.place;
  const place = set.places[key];
  if (place === undefined) {
    throw new FuxiError(
      "data-invalid",
      `The task ${item.task.id} is asked at ${key}, which is no place of the set.`,
    );
  }
  let isOpen = false;
  try {
    const { environments } = await pool.acquire(key, place);
    isOpen = true;
    const run = await carry(item, environments, context, signal);
    const answered = { task: item.task, run };
    return { ...run, scored: await score(item, answered, environments, context, signal) };
  } catch (error) {
    if (signal.aborted) return undefined;
    if (FuxiError.isInstance(error)) {
      if (holdsForAll(error.code)) throw error;
      // Another process goes on with it: this one was asleep for longer than its lease.
      if (error.code === "store-conflict" || error.code === "cancelled") return undefined;
    }
    const outcome = outcomeOfError(error);
    const said = outcome.type === "failed" ? outcome : { code: "internal" as const, message: "" };
    return { outcome, events: [], scored: { unscored: said.code, remark: said.message } };
  } finally {
    if (isOpen) await pool.release(key);
  }
}

const isCancelled = (outcome: Outcome): boolean =>
  outcome.type === "stopped" && outcome.reason === "cancelled";

async function carry(
  item: EvaluationItem,
  environments: readonly Environment[],
  context: ItemContext,
  signal: AbortSignal,
): Promise<Carried> {
  const { configuration, task, repeat, run } = item;
  const decision = await context.decide(configuration, task, { environments, repeat });
  const { oracleKnowledge } = configuration.oracleKnowledge ? task : {};
  const asked = {
    question: task.question,
    ...(oracleKnowledge === undefined ? {} : { oracleKnowledge }),
    ...(task.previous === undefined ? {} : { previous: task.previous }),
  };
  return await carryRun({
    limits: { steps: configuration.steps },
    task: decision.task ?? (await told(asked, item, environments, context, signal)),
    environments,
    ...decision,
    ...inLanes(item.name, decision),
    runId: run,
    store: context.trajectories,
    artifacts: context.artifacts,
    principal: context.principal,
    onEvent: (event) => context.onEvent(item, event),
    signal,
  });
}

/** The question with its entities, where the configuration has them given and the data link them. */
async function told(
  asked: Task,
  { configuration, task: { entities } }: EvaluationItem,
  environments: readonly Environment[],
  { principal, artifacts }: ItemContext,
  signal: AbortSignal,
): Promise<Task> {
  if (configuration.entities !== "gold" || entities === undefined) return asked;
  const act = { principal, artifacts, limits: DEFAULT_ACT_LIMITS, signal };
  return await withEntities({ ...asked, entities }, environments, act);
}

/** So that recorded replies are found again whatever else runs at the same time: by the item and the command, which is done anew as a whole. */
function inLanes(item: string, { policy, userProxy }: Decision): { policy: Policy; userProxy?: UserProxy } {
  return {
    policy: {
      id: policy.id,
      reply: (request, context) => inLane(`${item} ${context.command}`, () => policy.reply(request, context)),
    },
    ...(userProxy === undefined
      ? {}
      : {
          userProxy: {
            ask: (clarification, signal) =>
              inLane(`${item} user`, () => userProxy.ask(clarification, signal)),
          },
        }),
  };
}

async function score(
  item: EvaluationItem,
  answered: Answered,
  environments: readonly Environment[],
  { set, scoreMilliseconds, artifacts, principal, judge }: ItemContext,
  signal: AbortSignal,
): Promise<Scored | Extract<ItemEnd["scored"], { readonly unscored: unknown }>> {
  try {
    const kept = (sha256: string) => artifacts.get(sha256, principal);
    const given = {
      environments,
      signal,
      milliseconds: scoreMilliseconds,
      kept,
      ...(judge === undefined ? {} : { judge }),
    };
    return await inLane(`${item.name} score`, () => set.score(answered, given));
  } catch (error) {
    if (FuxiError.isInstance(error) && isOfStores(error.code)) throw error;
    const outcome = outcomeOfError(error);
    const { code, message } =
      outcome.type === "failed" ? outcome : { code: "internal" as const, message: String(error) };
    return { unscored: code, remark: `Not scored (${code}): ${message}` };
  }
}
