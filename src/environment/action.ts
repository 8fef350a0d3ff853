import type { JsonObject } from "../util/json.ts";

/** A tool with concrete arguments. `tool` is the bare name, without the environment prefix that models may see. */
export interface Action {
  /** Id of the environment that takes it. */
  readonly environment: string;
  readonly tool: string;
  /** Arguments as in the tool's `inputSchema`; an argument may be a reference to another environment's result, `{"$ref": "kb:#3.labels"}`. */
  readonly arguments: JsonObject;
}
