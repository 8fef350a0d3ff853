import type { JsonObject } from "../util/json.ts";
import type { Principal } from "./principal.ts";

/** What is kept under one id: the workspaces of one task and whatever its keeper adds to them, as plain JSON. */
export interface KeptWorkspaces {
  /** 14 characters of `a-z0-9` that cannot be guessed. */
  readonly id: string;
  /** 1 when opened, one more with each write. */
  readonly version: number;
  /** ISO 8601; from then on it is as if it had never existed. */
  readonly expires: string;
  /** At most `KEPT_LIMIT_BYTES` as JSON. */
  readonly content: JsonObject;
}

/** Whose workspaces they are, and how long they are kept without being used. */
export interface KeepOptions {
  readonly principal: Principal;
  /** Counted from now; each read and write begins it anew (a read may leave up to a tenth of it out), and none shortens it. */
  readonly lifetimeSeconds: number;
}

/** What became of a write. `missing`: there is nothing of that id any more, or it never was the principal's. */
export type WriteResult =
  | { readonly type: "written"; readonly kept: KeptWorkspaces }
  /** Somebody has written since: what there is now. */
  | { readonly type: "stale"; readonly kept: KeptWorkspaces }
  | { readonly type: "missing" };

/** Content longer than this as JSON (UTF-8 bytes) is refused: what is bulky belongs into the artifact store. */
export const KEPT_LIMIT_BYTES = 1024 * 1024;

/** Where a principal keeps more than this, those that expire first are forgotten. */
export const MOST_KEPT = 1000;

/**
 * Workspaces that outlive a process, so that another one goes on with them. Keyed by principal: what never
 * existed, has expired or belongs to somebody else is missing in the same way.
 * @throws FuxiError `store-conflict` never: a lost race is the result `stale`; `artifact-too-large` above `KEPT_LIMIT_BYTES`;
 * `workspace-invalid` for content that was damaged
 */
export interface WorkspaceStore {
  open(content: JsonObject, options: KeepOptions): Promise<KeptWorkspaces>;
  read(id: string, options: KeepOptions): Promise<KeptWorkspaces | undefined>;
  /** Writes where `version` is still the current one. */
  write(id: string, version: number, content: JsonObject, options: KeepOptions): Promise<WriteResult>;
  /** Forgets what has expired; returns how many went. */
  sweep(): Promise<number>;
  close(): Promise<void>;
}
