/// <reference lib="esnext.disposable" preserve="true" />
import type { ArtifactStore } from "./environment/artifact-store.ts";
import type { Glossary } from "./environment/glossary.ts";
import type { WorkspaceStore } from "./environment/workspace-store.ts";
import { artifactStore } from "./store/artifacts.ts";
import { glossaryStore } from "./store/glossary.ts";
import { openPostgresStore, type StoreOptions } from "./store/postgres.ts";
import { IN_MEMORY, openSqliteStore } from "./store/sqlite.ts";
import { trajectoryStore } from "./store/trajectories.ts";
import { workStore } from "./store/work.ts";
import { workspaceStore } from "./store/workspaces.ts";
import type { TrajectoryStore } from "./trajectory/trajectory-store.ts";
import type { WorkStore } from "./trajectory/work-store.ts";

/** What a store keeps, each part behind its port. */
export interface Store extends AsyncDisposable {
  /** Runs, event by event: `store` of `ask`, `runTask` and `resumeRun`. */
  readonly trajectories: TrajectoryStore;
  /** Bulky content of runs: `artifacts` of the same. */
  readonly artifacts: ArtifactStore;
  /** What MCP clients work on. */
  readonly workspaces: WorkspaceStore;
  /** What people said that words mean. */
  readonly glossary: Glossary;
  /** Lists of work that several processes go through: `work` of `runEvaluation`. */
  readonly work: WorkStore;
  close(): Promise<void>;
}

/**
 * Opens or makes a store: a SQLite file (private to the user), or `postgres://user@host/database?schema=name` for several machines. Without an address it is in
 * memory and ends with the process.
 *
 * @throws FuxiError `store-corrupt` for a damaged file or one of another program, `store-unavailable`, `configuration-invalid` for an address that is none,
 * `dependency-missing` where `pg` is not installed
 */
export async function openStore(at: string = IN_MEMORY, options: StoreOptions = {}): Promise<Store> {
  const isAddress = /^[a-z][a-z0-9+.-]*:\/\//iu.test(at);
  const sql = isAddress ? await openPostgresStore({ ...options, url: at }) : openSqliteStore(at);
  const parts = {
    trajectories: trajectoryStore(sql),
    artifacts: artifactStore(sql),
    workspaces: workspaceStore(sql),
    glossary: glossaryStore(sql),
    work: workStore(sql),
  };
  const close = async (): Promise<void> => {
    await Promise.all(Object.values(parts).map((part) => part.close()));
  };
  return { ...parts, close, [Symbol.asyncDispose]: close };
}
