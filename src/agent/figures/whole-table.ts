import type { Json } from "../../util/json.ts";

/** All rows of a result. Values as JSON, as in `AnswerTable`: integers beyond 2^53 and binary content are strings. */
export interface WholeTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Json[])[];
  /** Number of all rows, where these are only the first of them. */
  readonly total?: number;
}

/** The results that a source may name, by their names: `Q1`. */
export type Tables = ReadonlyMap<string, WholeTable>;
