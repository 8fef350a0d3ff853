import type { Environment } from "../../environment/environment.ts";
import type { Workspace } from "../../environment/workspace.ts";

/** Where references of a run lead. */
export interface ReferenceSources {
  readonly environments: readonly Environment[];
  /** The newest workspace of each environment, by its id. */
  readonly workspaces: ReadonlyMap<string, Workspace>;
}
