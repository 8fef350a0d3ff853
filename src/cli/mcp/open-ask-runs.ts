import { resumeRun, runTask } from "../../agent/run-loop.ts";
import { settledBefore } from "../../clarification/settle.ts";
import { openPolicy } from "../../config/open-policy.ts";
import { openTrajectoryStore } from "../../config/open-stores.ts";
import { environmentsFor, strategyNamed } from "../../config/strategies.ts";
import type { ActLimits } from "../../environment/act-context.ts";
import type { ArtifactStore } from "../../environment/artifact-store.ts";
import type { Environment } from "../../environment/environment.ts";
import type { Glossary } from "../../environment/glossary.ts";
import type { AskRuns } from "../../mcp/tools/ask-tool.ts";
import { DEFAULT_RUN_LIMITS } from "../../trajectory/run-event.ts";
import type { TrajectoryStore } from "../../trajectory/trajectory-store.ts";
import type { Folders } from "../../util/default-folders.ts";
import { given } from "../../util/given.ts";
import type { CliIo } from "../cli-io.ts";
import type { McpOptions } from "./run-mcp.ts";

/** Settings that a server's tools share. */
export interface Shared {
  readonly io: CliIo;
  readonly limits: ActLimits;
  readonly artifacts: ArtifactStore;
  readonly glossary: Glossary;
}

export interface OpenedAskRuns {
  readonly ask: AskRuns;
  readonly stores: readonly TrajectoryStore[];
}

/** Runs whole strategies for callers: under the caller's principal, cancelled with the call, and without asking anybody during the run. */
export async function openAskRuns(
  { environments, folders }: { readonly environments: readonly Environment[]; readonly folders: Folders },
  { model, modelUrl, strategy = "react" }: McpOptions,
  { io, limits, artifacts, glossary }: Shared,
): Promise<OpenedAskRuns> {
  const policy = await openPolicy({
    ...given({ model, modelUrl }),
    format: "auto",
    stepLimit: DEFAULT_RUN_LIMITS.steps,
    env: io.env,
    onNotice: (notice) => io.err(`${io.colors.dim(notice)}\n`),
  });
  const store = await openTrajectoryStore(folders);
  const common = {
    environments: await environmentsFor(strategy, environments),
    strategy: await strategyNamed(strategy),
    policy,
    store,
    artifacts,
    glossary,
    actLimits: limits,
  };
  const ask: AskRuns = {
    remembers: true,
    async start(task, { principal, signal }, onEvent) {
      const settled = await settledBefore(glossary, environments, principal);
      return runTask({ ...common, task: { ...task, ...settled }, principal, signal, onEvent });
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
  return { ask, stores: [store] };
}
