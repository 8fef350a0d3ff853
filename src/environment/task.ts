import type { Settled } from "./glossary.ts";

/** The run that a question follows up on ("and by month?"), as far as the next one needs to know it. */
export interface PreviousRun {
  /** Id of the run. */
  readonly run: string;
  readonly question: string;
  /** Text of its answer. */
  readonly answer?: string;
  /** What the answer rested on: the SQL, the program, the calls. */
  readonly evidence?: string;
  /** Meanings that the person had settled in it. */
  readonly settled?: readonly Settled[];
}

/** What a run is asked to do. */
export interface Task {
  readonly question: string;
  /** Knowledge given with the question; BIRD calls it evidence, here it is oracle knowledge. */
  readonly oracleKnowledge?: string;
  /** For a follow-up question. */
  readonly previous?: PreviousRun;
  /** What the person has said about words of the question: from the glossary at first, then also from the answers of this run. */
  readonly settled?: readonly Settled[];
}
