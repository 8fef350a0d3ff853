import { builtInPolicy } from "./agent/policies/built-in-policy.ts";
import { llmPolicy } from "./agent/policies/llm-policy.ts";
import { resumeRun, runTask } from "./agent/run-loop.ts";
import type { ResumeRunOptions, RunOptions, RunResult, RunTaskOptions } from "./agent/run-options.ts";
import { react } from "./agent/strategies/react.ts";
import { type RunStream, streamRun } from "./agent/stream-run.ts";
import type { Environment } from "./environment/environment.ts";
import type { Task } from "./environment/task.ts";
import { FuxiError } from "./errors/fuxi-error.ts";
import type { LanguageModel } from "./model/language-model.ts";
import type { Store } from "./open-store.ts";
import { memoryArtifactStore } from "./store/artifacts.ts";
import { memoryTrajectoryStore } from "./store/trajectories.ts";
import { DEFAULT_RUN_LIMITS } from "./trajectory/run-event.ts";
import { given } from "./util/given.ts";

/**
 * Who answers, how, and within which bounds. Unless given, `strategy` is `react()` and `principal` is `{ id: "local" }`; `policy` takes the place
 * of `model` where the model needs settings (`llmPolicy`) or something else decides.
 */
interface RunSettings extends Partial<Omit<RunOptions, "environments" | "store" | "artifacts">> {
  /** One or several, with different ids; they stay open. */
  readonly environments: readonly Environment[];
  /** The language model that decides each step. With neither it nor `policy`, the built-in rules decide, which need no model. */
  readonly model?: LanguageModel;
}

/** A question, the environments to answer it from, and how. */
export interface AskOptions extends RunSettings, Task, Pick<RunTaskOptions, "limits" | "runId"> {
  /** Where the run is kept, as `openStore` gives it; in memory unless given, which ends with the process. */
  readonly store?: Pick<Store, "trajectories" | "artifacts">;
}

/** The run to go on with, and what has changed since: its answer, its limits. Environments and strategy must be those of the run. */
export interface ResumeOptions extends RunSettings, Pick<ResumeRunOptions, "runId" | "limits" | "answer"> {
  /** Where the run was kept. */
  readonly store: Pick<Store, "trajectories" | "artifacts">;
}

/**
 * Asks one question of one or several environments. Whatever happens in the run is its outcome. The environments stay open.
 *
 * @throws FuxiError `usage` for wrong options, among them a model and a policy at once; `configuration-invalid`, `store-conflict`, `store-corrupt`
 */
export async function ask(options: AskOptions): Promise<RunResult> {
  const { question, oracleKnowledge, previous, settled, store, limits = DEFAULT_RUN_LIMITS } = options;
  return await runTask({
    ...withDefaults(options, limits.steps),
    store: store?.trajectories ?? memoryTrajectoryStore(),
    artifacts: store?.artifacts ?? memoryArtifactStore(),
    task: { question, ...given({ oracleKnowledge, previous, settled }) },
  });
}

/** `ask`, event by event. The run goes on only as events are taken; leaving the loop cancels it, and it can be resumed. */
export function askStream(options: AskOptions): RunStream {
  return streamRun(options, ask);
}

/**
 * Goes on with a run that was stopped (with higher limits), asked a question (with its answer), failed, or whose process ended: also in another
 * process, and with another model.
 *
 * @throws FuxiError `run-not-found`, `run-not-resumable`, `store-conflict` (somebody else went on with it), `store-corrupt`, `usage` (wrong
 * options, and an answer that cannot be one: the question waits on)
 */
export async function resume(options: ResumeOptions): Promise<RunResult> {
  const { runId, store, limits, principal = LOCAL } = options;
  const [started] = await store.trajectories.read(runId, principal);
  const steps = limits?.steps ?? (started?.type === "run-started" ? started.limits.steps : undefined);
  return await resumeRun({
    ...withDefaults(options, steps ?? DEFAULT_RUN_LIMITS.steps),
    store: store.trajectories,
    artifacts: store.artifacts,
  });
}

/** `resume`, event by event, as `askStream`. */
export function resumeStream(options: ResumeOptions): RunStream {
  return streamRun(options, resume);
}

const LOCAL = { id: "local" };

function withDefaults<Options extends RunSettings>(options: Options, stepLimit: number) {
  const { model, policy, ...rest } = options;
  if (model !== undefined && policy !== undefined) {
    throw new FuxiError("usage", "Both a model and a policy were given.", {
      hint: "Give one of them: a policy that uses the model is llmPolicy({ model }).",
    });
  }
  const decides = model === undefined ? (policy ?? builtInPolicy()) : llmPolicy({ model, stepLimit });
  return { strategy: react(), principal: LOCAL, ...rest, policy: decides };
}
