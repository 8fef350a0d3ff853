import { runTask } from "./agent/run-loop.ts";
import type { RunResult, RunTaskOptions } from "./agent/run-options.ts";
import { react } from "./agent/strategies/react.ts";
import { memoryArtifactStore } from "./artifact-store/memory-artifact-store.ts";
import type { Task } from "./environment/task.ts";
import { memoryTrajectoryStore } from "./trajectory-store/memory-trajectory-store.ts";

type Given = "environments" | "policy";
type Defaulted = "strategy" | "store" | "artifacts" | "principal";

export type AskOptions = Pick<RunTaskOptions, Given> &
  Partial<Pick<RunTaskOptions, Defaulted>> &
  Omit<RunTaskOptions, Given | Defaulted | "task"> &
  Pick<Task, "question" | "oracleKnowledge" | "previous">;

/**
 * Asks one question of one or several environments. Without more than them, a question and a policy: the `react` strategy, nothing kept
 * after the process ends, nobody to ask back. The environments stay open.
 *
 * @throws FuxiError as `runTask` does; whatever happens in the run is its outcome
 */
export async function ask(options: AskOptions): Promise<RunResult> {
  const { question, oracleKnowledge, previous, ...rest } = options;
  return await runTask({
    strategy: react(),
    store: memoryTrajectoryStore(),
    artifacts: memoryArtifactStore(),
    principal: { id: "local" },
    ...rest,
    task: {
      question,
      ...(oracleKnowledge === undefined ? {} : { oracleKnowledge }),
      ...(previous === undefined ? {} : { previous }),
    },
  });
}
