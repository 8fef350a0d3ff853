import type { ApiCapability } from "./api-capability.ts";
import type { GraphCapability } from "./graph-capability.ts";
import type { Heuristics } from "./heuristics.ts";
import type { Preparation } from "./preparation.ts";
import type { Readings } from "./readings.ts";
import type { References } from "./references.ts";
import type { SqlCapability } from "./sql-capability.ts";

/** What strategies and surfaces may ask for beyond tools. Each is optional, and each has its own conformance suite. */
export interface Capabilities {
  /** Queries beside the tools, and gold queries taken apart. */
  readonly sql?: SqlCapability;
  /** Gold programs of a knowledge base taken apart. */
  readonly graph?: GraphCapability;
  /** An API's operations, and requests checked without sending them. */
  readonly api?: ApiCapability;
  /** What words may mean here: clarification and linking. */
  readonly readings?: Readings;
  /** Rules that read a question without a model. */
  readonly heuristics?: Heuristics;
  /** Indexes that can be built beforehand. */
  readonly preparation?: Preparation;
  /** Results handed over to other environments. */
  readonly references?: References;
}
