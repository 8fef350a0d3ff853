import type { Heuristics } from "./heuristics.ts";
import type { Preparation } from "./preparation.ts";
import type { SqlCapability } from "./sql-capability.ts";

/** What strategies and scorers may ask of an environment beyond its tools. Each is optional and has its own conformance suite. */
export interface Capabilities {
  readonly sql?: SqlCapability;
  readonly heuristics?: Heuristics;
  readonly preparation?: Preparation;
}
