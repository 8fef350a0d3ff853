import type { ActLimits } from "../environment/act-context.ts";
import type { ArtifactStore } from "../environment/artifact-store.ts";
import type { Environment } from "../environment/environment.ts";
import type { Glossary } from "../environment/glossary.ts";
import type { WorkspaceStore } from "../environment/workspace-store.ts";
import type { AskRuns } from "./tools/ask-runs.ts";
import type { Profile } from "./tools/profile.ts";

/** Environments, and the stores that hold what outlives a call. */
export interface McpServiceOptions {
  /** At least one, with different ids; they stay open. */
  readonly environments: readonly Environment[];
  /** Where the workspaces of all callers are kept. */
  readonly workspaces: WorkspaceStore;
  /** Where bulky results are kept. */
  readonly artifacts: ArtifactStore;
  /** What the person's words meant in earlier tasks: read when a workspace is opened. */
  readonly glossary?: Glossary;
  /** `all` unless given. */
  readonly profile?: Profile;
  /** `DEFAULT_ACT_LIMITS` unless given. */
  readonly limits?: ActLimits;
  /** Of workspaces, counted from the last use: 24 hours unless given. */
  readonly workspaceLifetimeSeconds?: number;
  /** Where given there is a tool `ask` that runs a whole strategy. */
  readonly ask?: AskRuns;
}
