import type { JsonObject } from "../util/json.ts";
import type { Finding } from "./tool-failure.ts";

/** What a bound cut off, and how to see the rest. */
export interface Truncation {
  readonly what: "rows" | "characters" | "time";
  /** In the unit of `what`. */
  readonly shown: number;
  /** The full amount, where it is known without doing the work. */
  readonly total?: number;
  /** One sentence for the model. */
  readonly howToSeeMore: string;
}

/** What an action returned: `data` matches the tool's output schema, `text` is what a model reads. */
export interface Observation {
  /** Bounded by `ActLimits.characters`. */
  readonly text: string;
  /** The same, as the tool's `outputSchema` says. */
  readonly data: JsonObject;
  /** Probably wrong. */
  readonly warnings: readonly Finding[];
  /** Merely worth knowing. */
  readonly notes: readonly Finding[];
  /** Absent where everything is shown. */
  readonly truncation?: Truncation;
}
