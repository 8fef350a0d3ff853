import type { JsonObject } from "../util/json.ts";
import type { Marked } from "./egress/marks.ts";
import type { Finding } from "./tool-failure.ts";

/** What a bound cut off, and how to see the rest. */
export interface Truncation<Text extends string = string> {
  readonly what: "rows" | "characters" | "time";
  /** In the unit of `what`. */
  readonly shown: number;
  /** The full amount, where it is known without doing the work. */
  readonly total?: number;
  /** One sentence for the model. */
  readonly howToSeeMore: Text;
}

/** Result of an action: `data` matches the tool's output schema, `text` is what a model reads. */
export interface Observation<Text extends string = string> {
  /** Bounded by `ActLimits.characters`. */
  readonly text: Text;
  /** The result as data, matching the tool's `outputSchema`. */
  readonly data: JsonObject;
  /** Probable errors. */
  readonly warnings: readonly Finding<Text>[];
  /** Remarks, not errors. */
  readonly notes: readonly Finding<Text>[];
  /** Absent where everything is shown. */
  readonly truncation?: Truncation<Text>;
}

/** With values marked, as environments create them. */
export type MarkedTruncation = Truncation<Marked>;
export type MarkedObservation = Observation<Marked>;
