import type { JsonObject } from "../util/json.ts";

/** A tool with concrete arguments. `tool` is the bare name: prefixes of several environments are taken off before. */
export interface Action {
  readonly environment: string;
  readonly tool: string;
  readonly arguments: JsonObject;
}
