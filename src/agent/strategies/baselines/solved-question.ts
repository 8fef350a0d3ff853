/** A question of a benchmark with its gold, as an example for another question. */
export interface SolvedQuestion {
  readonly question: string;
  /** Where it is asked: questions of one database have the same. */
  readonly place: string;
  /** Gold query, for databases. */
  readonly sql?: string;
  /** Gold program, for knowledge bases. */
  readonly program?: string;
}
