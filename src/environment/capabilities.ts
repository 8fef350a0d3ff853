import type { ApiCapability } from "./api-capability.ts";
import type { GraphCapability } from "./graph-capability.ts";
import type { Heuristics } from "./heuristics.ts";
import type { Preparation } from "./preparation.ts";
import type { Readings } from "./readings.ts";
import type { References } from "./references.ts";
import type { SqlCapability } from "./sql-capability.ts";

/** What strategies and surfaces may ask for beyond tools. Each is optional, and each has its own conformance suite. */
export interface Capabilities {
  readonly sql?: SqlCapability;
  readonly graph?: GraphCapability;
  readonly api?: ApiCapability;
  readonly readings?: Readings;
  readonly heuristics?: Heuristics;
  readonly preparation?: Preparation;
  readonly references?: References;
}
