import type { Json } from "../util/json.ts";

/** What is asked of a person at one point of one call, as it travels through the client. */
export interface QuestionState {
  readonly tool: string;
  readonly choices: readonly string[];
  /** The tool's own. */
  readonly state: Json;
}
