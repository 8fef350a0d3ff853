/** What one question is to be about. */
export interface QuestionSeed {
  /** Of the item that comes of it. */
  readonly id: string;
  /** A question to begin with. */
  readonly question?: string;
  /** Tables, and columns as `table.column`; with a question those that stand in it are found by the model. */
  readonly names: readonly string[];
}
