import { type Script, scriptedPolicy } from "../../../src/agent/policies/scripted-policy.ts";
import { resumeRun, runTask } from "../../../src/agent/run-loop.ts";
import { react } from "../../../src/agent/strategies/react.ts";
import type { Policy } from "../../../src/agent/strategy.ts";
import { settledBefore } from "../../../src/clarification/settle.ts";
import type { Environment } from "../../../src/environment/environment.ts";
import type { Task } from "../../../src/environment/task.ts";
import { type AskRuns, askTool } from "../../../src/mcp/tools/ask-tool.ts";
import { memoryArtifactStore } from "../../../src/store/artifacts.ts";
import { memoryTrajectoryStore } from "../../../src/store/trajectories.ts";
import { DEFAULT_RUN_LIMITS, type RunEvent, type RunLimits } from "../../../src/trajectory/run-event.ts";
import type { TrajectoryStore } from "../../../src/trajectory/trajectory-store.ts";
import { memoryGlossary } from "../../support/stores.ts";

export interface AskServer {
  readonly environments: readonly Environment[];
  readonly policy: Policy | Script;
  readonly store?: TrajectoryStore;
  readonly limits?: RunLimits;
}

/** The tool `ask` over the real loop; what was begun and gone on with is kept for looking at. */
export function askOver({ environments, policy, store = memoryTrajectoryStore(), limits }: AskServer) {
  const tasks: Task[] = [];
  const ids: string[] = [];
  const glossary = memoryGlossary();
  const common = {
    environments,
    policy: isPolicy(policy) ? policy : scriptedPolicy(policy),
    strategy: react(),
    artifacts: memoryArtifactStore(),
    store,
    glossary,
  };
  const runs: AskRuns = {
    remembers: true,
    async start(task, { principal, signal }, onEvent) {
      const known = { ...task, ...(await settledBefore(glossary, environments, principal)) };
      tasks.push(known);
      const started = { ...common, task: known, limits: limits ?? DEFAULT_RUN_LIMITS };
      const result = await runTask({ ...started, principal, signal, onEvent });
      ids.push(result.runId);
      return result;
    },
    read: (runId, { principal }) => store.read(runId, principal),
    resume: (runId, answer, { principal, signal }, onEvent) =>
      resumeRun({
        ...common,
        runId,
        principal,
        signal,
        onEvent,
        ...(answer === undefined ? {} : { answer }),
      }),
  };
  return {
    tool: askTool(runs, environments),
    runs,
    tasks,
    ids,
    glossary,
    eventsOf: (id: string): Promise<readonly RunEvent[]> => store.read(id, { id: "anna" }),
  };
}

const isPolicy = (policy: Policy | Script): policy is Policy =>
  typeof policy === "object" && "reply" in policy && typeof policy.reply === "function";
