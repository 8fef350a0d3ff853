import { goldPlan } from "../../agent/policies/gold-plan.ts";
import { type ActContext, DEFAULT_ACT_LIMITS } from "../../environment/act-context.ts";
import type { Environment } from "../../environment/environment.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { BenchmarkSet, Scored } from "../benchmark/benchmark.ts";
import type { BenchmarkTask } from "../benchmark/benchmark-task.ts";
import type { OpenPlace } from "../benchmark/place.ts";
import { chooseTasks } from "../run/choose-tasks.ts";
import { placePool } from "../run/place-pool.ts";
import { type CountTokens, remembering } from "../tokens/count-tokens.ts";
import { FAULT_CLASSES, type FaultClass } from "./fault-class.ts";
import { rowOf } from "./row-of.ts";
import { type RunStores, type SimulatedRun, simulateRun } from "./simulate-run.ts";
import { SIMULATION_ARMS, type SimulationArm } from "./simulation-arm.ts";
import { SIMULATION_LABEL, type SimulationReport, type SimulationRow } from "./simulation-row.ts";

/** Questions with gold that an oracle can follow, under the name that tables show. */
export interface SimulationSet {
  readonly name: string;
  readonly set: BenchmarkSet;
  /** Id of the measure that is success: "ex", "f1". */
  readonly measure: string;
}

/** What is studied, and what it takes: places, a tokenizer, stores. */
export interface SimulateOptions {
  readonly sets: readonly SimulationSet[];
  readonly openPlace: OpenPlace;
  readonly countTokens: CountTokens;
  /** Fresh ones for each run. */
  readonly stores: () => RunStores;
  readonly seed: number;
  /** Of each set, at most so many questions; all unless given. */
  readonly sample?: number;
  readonly classes?: readonly FaultClass[];
  /** 0 to 1; 0, 0.1, 0.2, 0.3 and 0.5 unless given. */
  readonly rates?: readonly number[];
  readonly arms?: readonly SimulationArm[];
  /** Replies of the oracle, 40 unless given: gold queries have more clauses than models take steps, and repairs come on top. */
  readonly steps?: number;
  /** Of the requests that are counted; `text` unless given. */
  readonly format?: "native" | "text";
  /** Questions beside each other. */
  readonly concurrency?: number;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: { readonly done: number; readonly questions: number }) => void;
}

const RATES = [0, 0.1, 0.2, 0.3, 0.5];
const STEPS = 40;
const CONCURRENCY = 4;
const PREPARATION_MILLISECONDS = 300_000;

interface Cell {
  readonly arm: SimulationArm;
  readonly fault: FaultClass | "none";
  readonly rate: number;
}

/**
 * The simulation study: an oracle that knows the gold makes mistakes of one class at a given rate, and what is measured is how far the environment's
 * failures, warnings and lists of permitted actions lead back (docs/benchmarks.md). No language model is asked; tokens are those of
 * the requests that one would have been sent. The same seed gives the same rows, whatever the concurrency.
 *
 * Gold that is planned anew from what each action brought (of REST APIs) is left out: after a fault such a plan is another one.
 *
 * @throws FuxiError `usage` for rates outside 0 to 1 and for sets without any other gold, `cancelled`, and what opening a place throws
 */
export async function simulate(options: SimulateOptions): Promise<SimulationReport> {
  const { seed, steps = STEPS, format = "text", signal } = options;
  const cells = cellsOf(options);
  const count = remembering(options.countTokens);
  const rows: SimulationRow[] = [];
  const notes: string[] = [];
  const chosen = options.sets.map((each) => ({ ...each, tasks: tasksOf(each, options) }));
  const questions = chosen.reduce((sum, { tasks }) => sum + tasks.length, 0);
  let done = 0;
  for (const { name, set, measure, tasks } of chosen) {
    const runs = new Map<string, readonly SimulatedRun[]>();
    const ready = new Map<string, Promise<void>>();
    await using pool = placePool(options.openPlace, 1, signal);
    const one = async (task: BenchmarkTask): Promise<void> => {
      const place = set.places[task.place];
      if (place === undefined || task.oracle === undefined) return;
      const { environments } = await pool.acquire(task.place, place);
      try {
        const described = ready.get(task.place) ?? describeAll(environments, options);
        ready.set(task.place, described);
        await described;
        const gold = await resolvedGold(task, environments, options);
        if (gold === undefined) return;
        const scored = new Map<string, Scored>();
        const own: SimulatedRun[] = [];
        for (const cell of cells) {
          signal.throwIfAborted();
          const common = { set, measure, task, gold, environments, seed, steps, format, scored, signal };
          own.push(await simulateRun({ ...common, ...cell, countTokens: count, stores: options.stores() }));
        }
        runs.set(task.id, own);
      } finally {
        await pool.release(task.place);
        options.onProgress?.({ done: ++done, questions });
      }
    };
    await sideBySide(tasks, options.concurrency ?? CONCURRENCY, one).catch((error: unknown) => {
      throw signal.aborted ? new FuxiError("cancelled", "The study was cancelled.") : error;
    });
    const taken = tasks.flatMap(({ id }) => (runs.has(id) ? [runs.get(id) ?? []] : []));
    if (taken.length < tasks.length) {
      notes.push(
        `${name}: left out for gold that the tools cannot express, ${tasks.length - taken.length} of ${tasks.length} questions.`,
      );
    }
    for (const [at, { arm, fault, rate }] of cells.entries()) {
      const ofCell = taken.flatMap((own) => own.slice(at, at + 1));
      rows.push(rowOf({ set: name, arm: arm.name, fault, rate, measure, seed }, ofCell));
    }
  }
  return { label: SIMULATION_LABEL, seed, steps, format, notes, rows };
}

function cellsOf({
  classes = FAULT_CLASSES,
  rates = RATES,
  arms = SIMULATION_ARMS,
}: SimulateOptions): readonly Cell[] {
  const wrong = rates.find((rate) => !(rate >= 0 && rate <= 1));
  if (wrong !== undefined) {
    throw new FuxiError("usage", `${wrong} is no rate of faults.`, { hint: "Give shares from 0 to 1." });
  }
  return arms.flatMap((arm): readonly Cell[] => [
    ...(rates.includes(0) ? [{ arm, fault: "none" as const, rate: 0 }] : []),
    ...classes.flatMap((fault) => rates.filter((rate) => rate > 0).map((rate) => ({ arm, fault, rate }))),
  ]);
}

function tasksOf({ name, set }: SimulationSet, { sample, seed }: SimulateOptions): readonly BenchmarkTask[] {
  const withGold = set.tasks.filter(({ oracle }) => oracle !== undefined && oracle.plan === undefined);
  if (withGold.length === 0) {
    throw new FuxiError("usage", `No question of ${name} has gold that faults can be injected into.`, {
      hint: "Take questions with gold queries, programs or actions: gold that is planned from what earlier calls brought cannot be damaged soundly.",
    });
  }
  return chooseTasks({ tasks: withGold }, sample === undefined ? {} : { sample: { size: sample, seed } });
}

/** A first look at a large environment takes longer than an action may, and is kept by it. */
async function describeAll(environments: readonly Environment[], options: SimulateOptions): Promise<void> {
  const context = actContext(options);
  for (const environment of environments) await environment.describe("schema", undefined, context);
}

function actContext({ signal, stores }: Pick<SimulateOptions, "signal" | "stores">): ActContext {
  return {
    principal: { id: "simulation" },
    signal,
    limits: { ...DEFAULT_ACT_LIMITS, milliseconds: PREPARATION_MILLISECONDS },
    artifacts: stores().artifacts,
  };
}

/** Taken apart once for all runs of the question. */
async function resolvedGold(
  task: BenchmarkTask,
  environments: readonly Environment[],
  { signal, stores }: SimulateOptions,
) {
  const { oracle } = task;
  if (oracle === undefined) return undefined;
  const plan = await goldPlan(oracle, {
    task: { question: task.question },
    role: "agent",
    command: "gold",
    environments,
    workspaces: new Map(),
    act: actContext({ signal, stores }),
  });
  return plan === undefined ? undefined : { plan: async () => plan };
}

async function sideBySide<T>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: Math.max(1, most) }, worker));
}
