import type { JsonObject } from "../util/json.ts";
import type { Finding } from "./tool-failure.ts";

/** What a bound cut off, and how to see the rest. */
export interface Truncation {
  readonly what: "rows" | "characters" | "time";
  readonly shown: number;
  /** The full amount, where it is known without doing the work. */
  readonly total?: number;
  readonly howToSeeMore: string;
}

/** What an action returned: `data` matches the tool's output schema, `text` is what a model reads. */
export interface Observation {
  readonly text: string;
  readonly data: JsonObject;
  /** Probably wrong. */
  readonly warnings: readonly Finding[];
  /** Merely worth knowing. */
  readonly notes: readonly Finding[];
  readonly truncation?: Truncation;
}
