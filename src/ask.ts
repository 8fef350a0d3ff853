import { builtInPolicy } from "./agent/policies/built-in-policy.ts";
import { llmPolicy } from "./agent/policies/llm-policy.ts";
import { runTask } from "./agent/run-loop.ts";
import type { RunResult, RunTaskOptions } from "./agent/run-options.ts";
import { react } from "./agent/strategies/react.ts";
import type { Policy } from "./agent/strategy.ts";
import type { Task } from "./environment/task.ts";
import { FuxiError } from "./errors/fuxi-error.ts";
import type { LanguageModel } from "./model/language-model.ts";
import { memoryArtifactStore } from "./store/artifacts.ts";
import { memoryTrajectoryStore } from "./store/trajectories.ts";
import { DEFAULT_RUN_LIMITS } from "./trajectory/run-event.ts";

/** Who decides the steps: a language model, or any policy. With neither, the built-in rules, which need no model. */
export type Decider =
  | { readonly model: LanguageModel; readonly policy?: never }
  | { readonly policy: Policy; readonly model?: never }
  | { readonly model?: never; readonly policy?: never };

/**
 * `environments` and `question`, and `model` or `policy` where the built-in rules are not to decide. All else may be left out: the other members of
 * `RunTaskOptions` (`strategy` is `react()`, `store` and `artifacts` are in memory, `principal` is "local"), and those of `Task`.
 */
export type AskOptions = Decider &
  Partial<Omit<RunTaskOptions, "environments" | "policy" | "task">> &
  Pick<RunTaskOptions, "environments"> &
  Pick<Task, "question" | "oracleKnowledge" | "previous" | "settled">;

/**
 * Asks one question of one or several environments. Without more than them and a question: the built-in rules, the `react` strategy, nothing
 * kept after the process ends, nobody to ask back. With `model` it decides; `policy: llmPolicy({ model, … })` has its settings. The environments
 * stay open.
 *
 * @throws FuxiError `usage` for a model and a policy at once, and as `runTask` does; whatever happens in the run is its outcome
 */
export async function ask(options: AskOptions): Promise<RunResult> {
  const { question, oracleKnowledge, previous, settled, model, policy, ...rest } = options;
  const given = Object.entries({ oracleKnowledge, previous, settled }).filter(
    ([, value]) => value !== undefined,
  );
  return await runTask({
    strategy: react(),
    store: memoryTrajectoryStore(),
    artifacts: memoryArtifactStore(),
    principal: { id: "local" },
    ...rest,
    policy: deciding(options),
    task: { question, ...Object.fromEntries(given) },
  });
}

function deciding({ model, policy, limits = DEFAULT_RUN_LIMITS }: AskOptions): Policy {
  if (model !== undefined && policy !== undefined) {
    throw new FuxiError("usage", "Both a model and a policy were given.", {
      hint: "Give one of them: a policy that uses the model is llmPolicy({ model }).",
    });
  }
  if (model === undefined) return policy ?? builtInPolicy();
  return llmPolicy({ model, stepLimit: limits.steps });
}
