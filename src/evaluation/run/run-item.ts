import { setTimeout as pause } from "node:timers/promises";
import { NO_PROGRESS, progressAfter } from "../../agent/run-fold.ts";
import { outcomeOfError } from "../../agent/run-interruption.ts";
import type { Policy } from "../../agent/strategy.ts";
import type { UserProxy } from "../../clarification/user-proxy.ts";
import { type ActContext, DEFAULT_ACT_LIMITS } from "../../environment/act-context.ts";
import type { ArtifactStore } from "../../environment/artifact-store.ts";
import type { ApiTools } from "../../environment/capabilities.ts";
import type { Environment } from "../../environment/environment.ts";
import type { Principal } from "../../environment/principal.ts";
import type { Task } from "../../environment/task.ts";
import type { ErrorCode } from "../../errors/fuxi-error.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { inLane } from "../../model/call-identity.ts";
import type { Outcome } from "../../trajectory/outcome.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import type { TrajectoryStore } from "../../trajectory/trajectory-store.ts";
import { given } from "../../util/given.ts";
import type { JsonObject } from "../../util/json.ts";
import type { Answered, BenchmarkSet, BenchmarkTask, Scored } from "../benchmark/benchmark.ts";
import { errorOf } from "../errors/answer-errors.ts";
import type { ReferenceJudge } from "../judges/judge.ts";
import { judgeAsked } from "../questions/asking.ts";
import { type Carried, carryRun, holdsForAll, isFromOutside, isOfStores } from "./carry-run.ts";
import { costUnder, type Decide, type Decision, type ItemRecord, type Manifest } from "./configuration.ts";
import type { PlacePool } from "./place-pool.ts";
import type { EvaluationItem } from "./run-plan.ts";

/** Common context of a run's items. */
export interface ItemContext {
  readonly set: BenchmarkSet;
  readonly pool: PlacePool;
  readonly decide: Decide;
  readonly judge?: ReferenceJudge;
  readonly trajectories: TrajectoryStore;
  readonly artifacts: ArtifactStore;
  readonly principal: Principal;
  readonly prices: Manifest["prices"];
  /** Number of retries of an item that failed for an external reason. */
  readonly retries: number;
  /** Pause before the first retry. Each further one is four times as long, up to five minutes. */
  readonly pauseMilliseconds: number;
  /** Time limit of a query in scoring. */
  readonly scoreMilliseconds: number;
  readonly onEvent: (item: EvaluationItem, event: RunEvent) => void;
}

const LONGEST_PAUSE = 5 * 60 * 1000;
const GROWTH = 4;

/**
 * Runs an item, or resumes it, and scores it. Undefined if it was cancelled, or taken over by another process. Errors are recorded, unless every item would
 * have them.
 * @throws FuxiError of the stores, and for an invalid configuration
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
      const { error: form, ...record } = recordOf(item, end, context.prices);
      const answered = { task: item.task, run: { outcome, events } };
      const error = errorOf(answered, { ...record, ...given({ error: form }) }, end.tools);
      return {
        ...record,
        ...given({ error, asked: item.configuration.ask ? askedOf(answered) : undefined }),
      };
    }
    const wait = Math.min(LONGEST_PAUSE, context.pauseMilliseconds * GROWTH ** attempt);
    await pause(wait, undefined, { signal }).catch(() => {});
    if (signal.aborted) return undefined;
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
    const api = environments.find(({ capabilities }) => capabilities.api !== undefined)?.capabilities.api;
    const scored = await score(item, answered, environments, context, signal);
    return { ...run, scored, ...given({ tools: api?.tools }) };
  } catch (error) {
    if (signal.aborted) return undefined;
    if (FuxiError.isInstance(error)) {
      if (holdsForAll(error.code)) throw error;
      // Another process has taken the item over, since this one was suspended for longer than its lease.
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
  const asked = { question: task.question, ...given({ oracleKnowledge, previous: task.previous }) };
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

/** The question, with its entities if the configuration provides them and the data link them. */
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

/** Assigns calls to lanes by item and command, so that recorded replies are found regardless of concurrency. */
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
    const scoring = { environments, signal, milliseconds: scoreMilliseconds, kept, ...given({ judge }) };
    return await inLane(`${item.name} score`, () => set.score(answered, scoring));
  } catch (error) {
    if (FuxiError.isInstance(error) && isOfStores(error.code)) throw error;
    const outcome = outcomeOfError(error);
    const { code, message } =
      outcome.type === "failed" ? outcome : { code: "internal" as const, message: String(error) };
    return { unscored: code, remark: `Not scored (${code}): ${message}` };
  }
}

/**
 * The task with the entities of its question as the benchmark links them, each by its name and the identifier that the tools of the knowledge base take:
 * `Entities: [Kerosene (m.04b5j), …]`, as AgentBench and Middleware for LLMs give them beside the question. A name alone stands where no entity,
 * or more than one, has it as its label. The task as it is where it has none.
 *
 * @throws FuxiError what the knowledge base throws
 */
export async function withEntities(
  task: Task & Pick<BenchmarkTask, "entities">,
  environments: readonly Environment[],
  context: ActContext,
): Promise<Task> {
  const { entities = [], ...rest } = task;
  if (entities.length === 0) return rest;
  const graph = environments.find(({ capabilities }) => capabilities.graph !== undefined)?.capabilities.graph;
  const written = await Promise.all(
    entities.map(async ({ name, id }) => {
      const found = id === undefined ? await graph?.named(name, context) : [id];
      const [only, ...more] = found ?? [];
      return only === undefined || more.length > 0 ? name : `${name} (${only})`;
    }),
  );
  const linked = `Entities: [${written.join(", ")}]`;
  const known = task.oracleKnowledge?.trim();
  return { ...rest, oracleKnowledge: known ? `${known}\n${linked}` : linked };
}

/** The end of an item's run, with its score. */
interface ItemEnd {
  readonly outcome: Outcome;
  /** Empty if the run could not start. */
  readonly events: readonly RunEvent[];
  readonly scored: Scored | { readonly unscored: ErrorCode; readonly remark: string };
  /** Names of the tools of the place's API; absent where it has none. */
  readonly tools?: ApiTools;
}

function recordOf(
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

/** The gold as text: a single text is not wrapped in JSON. */
function goldText(gold: JsonObject): string {
  const [only, ...more] = Object.values(gold);
  return more.length === 0 && typeof only === "string" ? only : JSON.stringify(gold);
}

/** Efficiency figures of a run, from its events alone. */
type Efficiency = Pick<
  ItemRecord,
  "usage" | "rounds" | "actions" | "failures" | "repaired" | "repairedByCode" | "unusable" | "milliseconds"
>;

/**
 * Tokens and rounds as in Middleware, Section 4 (a round is a reply of the policy that begins a step; to choose among permitted actions or to write
 * an argument belongs to the step of its thought). `milliseconds`: of replies and actions, side by side counted once, without waiting for a person
 * and without the time between a stop and its resume.
 */
export function efficiencyOf(events: readonly RunEvent[]): Efficiency {
  const { usage, steps, milliseconds } = events.reduce(progressAfter, NO_PROGRESS);
  const failures: Record<string, number> = {};
  const repairedByCode: Record<string, number> = {};
  let repaired = 0;
  for (const [index, event] of events.entries()) {
    if (event.type !== "action-failed" && event.type !== "claim-refused") continue;
    const { code } = event.failure;
    failures[code] = (failures[code] ?? 0) + 1;
    if (!isRepaired(event, events.slice(index + 1))) continue;
    repairedByCode[code] = (repairedByCode[code] ?? 0) + 1;
    repaired++;
  }
  const count = (...types: readonly RunEvent["type"][]): number =>
    events.filter(({ type }) => types.includes(type)).length;
  return {
    usage,
    rounds: steps,
    actions: count("action-observed", "action-failed"),
    failures,
    repaired,
    repairedByCode,
    unusable: events.filter((event) => event.type === "policy-replied" && event.reply.problem !== undefined)
      .length,
    milliseconds,
  };
}

/** Whether the next action of the same tool succeeded. Actions of the same reply do not count: the policy did not know of the failure yet. */
function isRepaired(failed: RunEvent, later: readonly RunEvent[]): boolean {
  const tool = toolOf(failed);
  if (tool === undefined || (failed.type !== "action-failed" && failed.type !== "claim-refused"))
    return false;
  const next = later.find((event) => toolOf(event) === tool && (event.parentSeq ?? 0) > failed.seq);
  return next?.type === "action-observed" || next?.type === "claim-accepted";
}

/** The tool of an action. All claims count as one tool, so that an accepted one repairs a refused one. */
function toolOf(event: RunEvent): string | undefined {
  switch (event.type) {
    case "action-observed":
    case "action-failed":
      return JSON.stringify([event.action.environment, event.action.tool]);
    case "claim-accepted":
    case "claim-refused":
      return "claim";
    default:
      return undefined;
  }
}

/** Counts of the run's questions to the person, assessed by the task's data. Requests for permission are excluded. */
export function askedOf({ task, run }: Answered): NonNullable<ItemRecord["asked"]> {
  const judged = run.events.flatMap((event) => {
    if (event.type !== "question-asked" || event.clarification.permission !== undefined) return [];
    return [{ ...judgeAsked(event.clarification, task), answered: isAnswered(event.command, run.events) }];
  });
  return {
    questions: judged.length,
    needed: judged.filter(({ needed }) => needed).length,
    relevant: judged.filter(({ relevant }) => relevant).length,
    answered: judged.filter(({ answered }) => answered).length,
  };
}

function isAnswered(command: string, events: Answered["run"]["events"]): boolean {
  return events.some(
    (event) =>
      event.type === "question-answered" && event.command === command && event.reply.type === "answered",
  );
}
