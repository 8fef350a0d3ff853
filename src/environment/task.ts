/** What a run is asked to do. */
export interface Task {
  readonly question: string;
  /** Knowledge given with the question; BIRD calls it evidence, here it is oracle knowledge. */
  readonly oracleKnowledge?: string;
  /** Id of the run that this question follows up on. */
  readonly previous?: string;
}
