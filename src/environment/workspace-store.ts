import type { JsonObject } from "../util/json.ts";
import type { Principal } from "./principal.ts";

/** Stored workspaces of one task, with data that the caller adds, as plain JSON. */
export interface StoredWorkspaces {
  /** 14 characters of `a-z0-9` that cannot be guessed. */
  readonly id: string;
  /** 1 when opened, one more with each write. */
  readonly version: number;
  /** ISO 8601; from then on the workspaces count as missing. */
  readonly expires: string;
  /** At most `STORED_LIMIT_BYTES` as JSON. */
  readonly content: JsonObject;
}

/** Owner of stored workspaces, and their lifetime without use. */
export interface KeepOptions {
  readonly principal: Principal;
  /** Counted from now. Each read and write restarts it and never shortens it; a read may skip this while less than a tenth has passed. */
  readonly lifetimeSeconds: number;
}

/** Result of a write. `missing`: the principal has no workspaces of that id, or no longer. */
export type WriteResult =
  | { readonly type: "written"; readonly kept: StoredWorkspaces }
  /** Another write came first: its result. */
  | { readonly type: "stale"; readonly kept: StoredWorkspaces }
  | { readonly type: "missing" };

/** Content longer than this as JSON (UTF-8 bytes) is refused: what is bulky belongs into the artifact store. */
export const STORED_LIMIT_BYTES = 1024 * 1024;

/** Maximum per principal; beyond it, those that expire first are evicted. */
export const MOST_STORED = 1000;

/**
 * Workspaces that outlive a process, so that another one can resume them. Keyed by principal: workspaces that never existed, have expired or
 * belong to somebody else are missing in the same way.
 * @throws FuxiError `store-conflict` never: a lost race is the result `stale`; `artifact-too-large` above `STORED_LIMIT_BYTES`; `workspace-invalid`
 * for content that was damaged
 */
export interface WorkspaceStore {
  open(content: JsonObject, options: KeepOptions): Promise<StoredWorkspaces>;
  read(id: string, options: KeepOptions): Promise<StoredWorkspaces | undefined>;
  /** Writes only if `version` is still the current one. */
  write(id: string, version: number, content: JsonObject, options: KeepOptions): Promise<WriteResult>;
  /** Deletes expired entries; returns their number. */
  sweep(): Promise<number>;
  close(): Promise<void>;
}
