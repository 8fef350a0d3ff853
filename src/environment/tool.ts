import type { JsonObject } from "../util/json.ts";

/** One operation on an environment. */
export interface Tool {
  /** Unique in its environment; surfaces put the id of the environment before it where several are attached. */
  readonly name: string;
  /** One to three short sentences for the model: token cost counts. */
  readonly description: string;
  /** *Navigational* tools look around, *functional* tools build or check the answer (Middleware, Section 3.1). */
  readonly group: "navigational" | "functional";
  /** JSON Schema of the arguments: an object with `additionalProperties: false`. */
  readonly inputSchema: JsonObject;
  /** JSON Schema of `Observation.data`. */
  readonly outputSchema: JsonObject;
  /** Names of the tools that must have succeeded in the same workspace before. */
  readonly prerequisites: readonly string[];
  /** Actions that only read may run in parallel; each one that writes yields a new workspace version. */
  readonly workspace: "reads" | "writes";
  /**
   * Writes only add to the workspace (a new variable, a further response), so an action chosen in an older version of it is still valid. Without
   * `adds`, a write on an older version is stale.
   */
  readonly adds?: boolean;
  /** Part of the smallest set of tools with which questions can be answered. */
  readonly essential?: boolean;
  /** Left out of what a model sees unless all tools are asked for: other tools do the same in fewer calls. Works when called. */
  readonly onDemand?: boolean;
  /** `external` effects are never retried, branched past or replayed automatically. `by-action`: the arguments decide (`Environment.effectOf`). */
  readonly effect: "none" | "external" | "by-action";
  /** Of use only where another environment is attached to the same run, and shown only there. */
  readonly onlyBesideOthers?: boolean;
  /** Anywhere in its arguments `{"$ref": "kb:#3.labels"}` stands for values that another environment holds. */
  readonly takesReferences?: boolean;
}
