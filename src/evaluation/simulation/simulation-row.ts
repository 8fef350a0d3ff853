import type { FaultClass } from "./fault-class.ts";

/** Stands in every form of the study. */
export const SIMULATION_LABEL = "Simulation, no language model";

/** One cell of the study: a set of questions under one arm, one class of faults and one rate. */
export interface SimulationRow {
  readonly set: string;
  readonly arm: string;
  /** "none" at the rate 0, where the classes do not differ. */
  readonly fault: FaultClass | "none";
  /** Chance of each action to be damaged, where the class can damage it. */
  readonly rate: number;
  readonly questions: number;
  /** Id of the measure: "ex", "f1". */
  readonly measure: string;
  /** Its mean, 0 to 1; absent where no run could be scored. */
  readonly success?: number;
  /** Of its 95 % interval: bootstrapped over questions, Wilson's where all have 0 or all have 1; absent for a single question. */
  readonly successLow?: number;
  readonly successHigh?: number;
  /** Input tokens of the requests that a model would have been sent, mean per question. */
  readonly inputTokens: number;
  /** Replies that begin a step, mean per question. */
  readonly rounds: number;
  readonly faults: number;
  /** Of the faults, those after which the gold action was taken in the end. */
  readonly repaired: number;
  /** First failures or warnings of damaged actions that suggest something, and how many of those lead with the gold. Nothing is suggested without feedback. */
  readonly suggestions: number;
  readonly rightSuggestions: number;
  /** Runs that could not be scored; they are in no mean. */
  readonly unscored: number;
}

/** The study, as it is written to a file: with the data and these options anybody gets the same digits. */
export interface SimulationReport {
  readonly label: typeof SIMULATION_LABEL;
  readonly seed: number;
  readonly steps: number;
  /** The form of the requests that are counted. */
  readonly format: "native" | "text";
  readonly notes: readonly string[];
  readonly rows: readonly SimulationRow[];
}
