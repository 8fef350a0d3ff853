import { damagedOraclePolicy } from "../../agent/policies/damaged-oracle-policy.ts";
import type { Gold } from "../../agent/policies/gold-plan.ts";
import { runTask } from "../../agent/run-loop.ts";
import type { ArtifactStore } from "../../environment/artifact-store.ts";
import type { Environment } from "../../environment/environment.ts";
import type { TrajectoryStore } from "../../trajectory/trajectory-store.ts";
import type { BenchmarkSet, Scored } from "../benchmark/benchmark.ts";
import type { BenchmarkTask } from "../benchmark/benchmark-task.ts";
import { efficiencyOf } from "../run/efficiency-of.ts";
import type { CountTokens } from "../tokens/count-tokens.ts";
import { meteredPolicy } from "../tokens/metered-policy.ts";
import { plainThought } from "../tokens/plain-thought.ts";
import { type FaultClass, KINDS_OF } from "./fault-class.ts";
import type { SimulationArm } from "./simulation-arm.ts";
import { withoutFeedback } from "./without-feedback.ts";

/** Where the record of one run goes; it is read once and thrown away. */
export interface RunStores {
  readonly trajectories: TrajectoryStore;
  readonly artifacts: ArtifactStore;
}

/** One question under one arm, class and rate. */
export interface SimulatedRun {
  readonly score: number | undefined;
  readonly inputTokens: number;
  readonly rounds: number;
  readonly faults: number;
  readonly repaired: number;
  readonly suggestions: number;
  readonly rightSuggestions: number;
}

export interface SimulateRunOptions {
  readonly set: BenchmarkSet;
  readonly measure: string;
  readonly task: BenchmarkTask;
  readonly gold: Gold;
  readonly environments: readonly Environment[];
  readonly arm: SimulationArm;
  readonly fault: FaultClass | "none";
  readonly rate: number;
  readonly seed: number;
  readonly steps: number;
  readonly format: "native" | "text";
  readonly countTokens: CountTokens;
  readonly stores: RunStores;
  /** Scores of outcomes of the task that have been seen before, by their JSON. */
  readonly scored: Map<string, Scored>;
  readonly signal: AbortSignal;
}

const SCORE_MILLISECONDS = 30_000;
const PRINCIPAL = { id: "simulation" };

export async function simulateRun(options: SimulateRunOptions): Promise<SimulatedRun> {
  const { set, task, arm, fault, stores, signal, format } = options;
  const counts = { faults: 0, repaired: 0, suggestions: 0, rightSuggestions: 0 };
  const oracle = damagedOraclePolicy({
    gold: options.gold,
    rate: fault === "none" ? 0 : options.rate,
    seed: options.seed,
    ...(fault === "none" ? {} : { kinds: KINDS_OF[fault] }),
    feedback: arm.feedback,
    onFault: ({ type }) => {
      if (type === "injected") counts.faults++;
      if (type === "repaired") counts.repaired++;
    },
    onAdvice: ({ isRight }) => {
      counts.suggestions++;
      if (isRight) counts.rightSuggestions++;
    },
  });
  const { outcome, events } = await runTask({
    environments: arm.feedback ? options.environments : options.environments.map(withoutFeedback),
    task: { question: task.question, ...(task.previous === undefined ? {} : { previous: task.previous }) },
    strategy: arm.strategy,
    policy: meteredPolicy(oracle, {
      asked: { format },
      count: options.countTokens,
      thought: plainThought,
    }),
    store: stores.trajectories,
    artifacts: stores.artifacts,
    principal: PRINCIPAL,
    limits: { steps: options.steps },
    signal,
  });
  signal.throwIfAborted();
  const { usage, rounds } = efficiencyOf(events);
  const answered = { task, run: { outcome, events } };
  const key = JSON.stringify(outcome);
  const scored =
    options.scored.get(key) ??
    (await set.score(answered, {
      environments: options.environments,
      signal,
      milliseconds: SCORE_MILLISECONDS,
      kept: (sha256) => stores.artifacts.get(sha256, PRINCIPAL),
    }));
  options.scored.set(key, scored);
  return { score: scored.scores[options.measure], inputTokens: usage.inputTokens ?? 0, rounds, ...counts };
}
