import { runTask } from "../../agent/run-loop.ts";
import { react } from "../../agent/strategies/react.ts";
import { type ActContext, DEFAULT_ACT_LIMITS } from "../../environment/act-context.ts";
import type { ArtifactStore } from "../../environment/artifact-store.ts";
import type { Environment } from "../../environment/environment.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import type { TrajectoryStore } from "../../trajectory/trajectory-store.ts";
import type { BenchmarkSet } from "../benchmark/benchmark.ts";
import type { BenchmarkTask } from "../benchmark/benchmark-task.ts";
import type { OpenPlace } from "../benchmark/place.ts";
import { chooseTasks } from "../run/choose-tasks.ts";
import { placePool } from "../run/place-pool.ts";
import { mean } from "../statistics/mean.ts";
import { type CountTokens, remembering } from "./count-tokens.ts";
import { meteredPolicy } from "./metered-policy.ts";
import { type OraclePlan, oraclePlan } from "./oracle-plan.ts";
import { paperPrompt } from "./paper-prompt.ts";
import { paperTokens } from "./paper-tokens.ts";
import { plainThought } from "./plain-thought.ts";
import { addParts, NO_TOKENS, type PartTokens, PROMPT_PARTS, totalTokens } from "./prompt-parts.ts";
import { replayedPolicy } from "./replayed-policy.ts";
import { PROMPT_SHAPES, type PromptShape, type TokenReport, type TokenRow } from "./token-row.ts";

/** Questions on databases, under the name that tables show. */
export interface TokenSet {
  readonly name: string;
  readonly set: BenchmarkSet;
  /** Id of the measure that is success. */
  readonly measure: string;
  /** In place of the common one: databases that were grown for the measurement. */
  readonly openPlace?: OpenPlace;
}

/** What is measured, and what it takes: places, a tokenizer, stores. */
export interface MeasureTokensOptions {
  readonly sets: readonly TokenSet[];
  readonly openPlace: OpenPlace;
  readonly countTokens: CountTokens;
  /** Fresh ones for each run. */
  readonly stores: () => { readonly trajectories: TrajectoryStore; readonly artifacts: ArtifactStore };
  readonly seed: number;
  /** Of each set, at most so many questions; all unless given. */
  readonly sample?: number;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: { readonly done: number; readonly questions: number }) => void;
}

interface Measured {
  readonly parts: PartTokens;
  readonly rounds: number;
  readonly schemaTokens: number;
  readonly score: number;
}

type OwnShape = Exclude<PromptShape, "paper">;

const OWN: Readonly<Record<OwnShape, { readonly format: "text" | "native"; readonly together: boolean }>> = {
  text: { format: "text", together: false },
  "text, together": { format: "text", together: true },
  native: { format: "native", together: false },
  "native, together": { format: "native", together: true },
};
/** More than the longest gold has clauses. */
const STEPS = 60;
const PREPARATION_MILLISECONDS = 300_000;
const SCORE_MILLISECONDS = 30_000;
const PRINCIPAL = { id: "tokens" };

/**
 * Input tokens of an oracle's trajectories under our prompts and, for the same questions, under prompts of the papers' shape, part by part. Everything is
 * counted in every round, as if no provider cached anything. Thoughts are the same text on both sides.
 *
 * @throws FuxiError `usage` for a set whose places define no tables, `cancelled`
 */
export async function measureTokens(options: MeasureTokensOptions): Promise<TokenReport> {
  const { seed, signal } = options;
  const count = remembering(options.countTokens);
  const rows: TokenRow[] = [];
  const notes: string[] = [];
  const chosen = options.sets.map((each) => ({ ...each, tasks: tasksOf(each.set, options) }));
  const questions = chosen.reduce((sum, { tasks }) => sum + tasks.length, 0);
  let done = 0;
  for (const each of chosen) {
    const { name, set, measure, tasks } = each;
    const found = new Map<PromptShape, Measured[]>(PROMPT_SHAPES.map((shape) => [shape, []]));
    await using pool = placePool(each.openPlace ?? options.openPlace, 1, signal);
    let without = 0;
    for (const task of tasks) {
      if (signal.aborted) throw new FuxiError("cancelled", "The measurement was cancelled.");
      const place = set.places[task.place];
      if (place === undefined) continue;
      const { environments } = await pool.acquire(task.place, place);
      try {
        const measured = await measureTask(task, { ...options, ...each, environments, count });
        if (measured === undefined) without++;
        for (const [shape, one] of measured ?? []) found.get(shape)?.push(one);
      } finally {
        await pool.release(task.place);
        options.onProgress?.({ done: ++done, questions });
      }
    }
    if (without > 0)
      notes.push(
        `${name}: left out for gold that the tools cannot express, ${without} of ${tasks.length} questions.`,
      );
    const paper = meanTokens(found.get("paper") ?? []);
    for (const shape of PROMPT_SHAPES) {
      const own = found.get(shape) ?? [];
      if (own.length > 0) rows.push(rowOf({ set: name, shape, measure }, own, paper));
    }
  }
  return { label: "Oracle trajectories, no language model", seed, notes, rows };
}

function tasksOf(set: BenchmarkSet, { sample, seed }: MeasureTokensOptions): readonly BenchmarkTask[] {
  const withGold = { tasks: set.tasks.filter(({ oracle }) => oracle !== undefined) };
  return chooseTasks(withGold, sample === undefined ? {} : { sample: { size: sample, seed } });
}

type TaskOptions = MeasureTokensOptions &
  TokenSet & { readonly environments: readonly Environment[]; readonly count: CountTokens };

async function measureTask(
  task: BenchmarkTask,
  options: TaskOptions,
): Promise<ReadonlyMap<PromptShape, Measured> | undefined> {
  const { environments, count } = options;
  const act: ActContext = {
    principal: PRINCIPAL,
    signal: options.signal,
    limits: { ...DEFAULT_ACT_LIMITS, milliseconds: PREPARATION_MILLISECONDS },
    artifacts: options.stores().artifacts,
  };
  const plan = await oraclePlan(task, {
    task: { question: task.question },
    role: "agent",
    command: "gold",
    environments,
    workspaces: new Map(),
    act,
  });
  if (plan === undefined) return undefined;
  const own = environments.find(({ id }) => id === plan.environment);
  const definitions = await own?.capabilities.sql?.definitions?.({ sampleRows: 0 }, act);
  if (own === undefined || definitions === undefined) {
    throw new FuxiError("usage", `The place ${task.place} cannot define its tables.`, {
      hint: "Measure tokens on questions about databases.",
    });
  }
  const measured = new Map<PromptShape, Measured>();
  for (const shape of Object.keys(OWN) as OwnShape[]) {
    const { events, ...one } = await runShape(task, plan, shape, options);
    measured.set(shape, one);
    if (shape !== "text") continue;
    const prompt = paperPrompt(definitions, task);
    const building = own.tools.filter(({ group }) => group === "functional").map(({ name }) => name);
    const parts = paperTokens(prompt, events, new Set(building), count);
    measured.set("paper", { ...one, parts, schemaTokens: count(prompt.schema) });
  }
  return measured;
}

async function runShape(
  task: BenchmarkTask,
  plan: OraclePlan,
  shape: OwnShape,
  { set, measure, environments, stores, count, signal }: TaskOptions,
): Promise<Measured & { readonly events: readonly RunEvent[] }> {
  const { format, together } = OWN[shape];
  const requests: PartTokens[] = [];
  const { trajectories, artifacts } = stores();
  const { outcome, events } = await runTask({
    environments,
    task: { question: task.question },
    strategy: react({ asking: false }),
    policy: meteredPolicy(replayedPolicy(plan, together), {
      asked: { format },
      count,
      thought: plainThought,
      onRequest: (parts) => requests.push(parts),
    }),
    store: trajectories,
    artifacts,
    principal: PRINCIPAL,
    limits: { steps: STEPS },
    signal,
  });
  const { scores } = await set.score(
    { task, run: { outcome, events } },
    {
      environments,
      signal,
      milliseconds: SCORE_MILLISECONDS,
      kept: (sha256) => artifacts.get(sha256, PRINCIPAL),
    },
  );
  return {
    events,
    parts: requests.reduce(addParts, NO_TOKENS),
    rounds: requests.length,
    schemaTokens: requests[0]?.schema ?? 0,
    score: scores[measure] ?? 0,
  };
}

function meanTokens(measured: readonly Measured[]): number {
  return measured.length === 0 ? 0 : mean(measured.map(({ parts }) => totalTokens(parts)));
}

function rowOf(
  names: Pick<TokenRow, "set" | "shape" | "measure">,
  measured: readonly Measured[],
  paper: number,
): TokenRow {
  const sums = measured.map(({ parts }) => parts).reduce(addParts, NO_TOKENS);
  const parts = Object.fromEntries(
    PROMPT_PARTS.map((part) => [part, sums[part] / measured.length]),
  ) as PartTokens;
  const tokens = totalTokens(parts);
  return {
    ...names,
    questions: measured.length,
    success: mean(measured.map(({ score }) => score)),
    rounds: mean(measured.map(({ rounds }) => rounds)),
    tokens,
    parts,
    schemaTokens: mean(measured.map(({ schemaTokens }) => schemaTokens)),
    ratio: paper === 0 ? 0 : tokens / paper,
  };
}
