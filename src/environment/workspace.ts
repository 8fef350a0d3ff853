import type { JsonObject } from "../util/json.ts";

/** A workspace serialised as JSON must not be longer than this many UTF-8 bytes. */
export const WORKSPACE_LIMIT_BYTES = 64 * 1024;

/**
 * The state of one task in one environment. Immutable plain JSON: a writing action yields a new one with `version` + 1.
 * Bulky content is an artifact that `state` refers to. `state` is the environment's own; nobody else reads it.
 */
export interface Workspace {
  /** Id of the environment that made it; no other takes it. */
  readonly environment: string;
  readonly kind: string;
  /** 0 when opened, one more with each writing action. */
  readonly version: number;
  readonly state: JsonObject;
}
