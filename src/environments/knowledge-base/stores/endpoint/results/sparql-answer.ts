import type { Term } from "../../../term/term.ts";

/** A result of the protocol, read whole. An ASK is one row with the variable `answer`. */
export interface SparqlAnswer {
  readonly variables: readonly string[];
  readonly rows: readonly (readonly (Term | undefined)[])[];
  /** Rows that the engine itself says it stopped at. */
  readonly rowLimit?: number;
}
