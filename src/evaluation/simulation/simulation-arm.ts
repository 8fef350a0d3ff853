import { decoupled } from "../../agent/strategies/decoupled.ts";
import { react } from "../../agent/strategies/react.ts";
import type { Strategy } from "../../agent/strategy.ts";

/** How a run is organised and what it is told: the lines of the study. */
export interface SimulationArm {
  readonly name: string;
  readonly strategy: Strategy;
  /** Whether failures and warnings say what to do, and the oracle does it. */
  readonly feedback: boolean;
}

/** Middleware, Section 3.2: neither of its two ways, error feedback, and decoupled generation (which is told of failures, too). */
export const SIMULATION_ARMS: readonly SimulationArm[] = [
  { name: "react, no feedback", strategy: react({ asking: false }), feedback: false },
  { name: "react, error feedback", strategy: react({ asking: false }), feedback: true },
  { name: "decoupled", strategy: decoupled({ asking: false }), feedback: true },
];
