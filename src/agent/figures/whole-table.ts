import type { Json } from "../../util/json.ts";

/** All rows of a result. Values as JSON, as in `AnswerTable`: integers beyond 2^53 and binary content are strings. */
export interface WholeTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Json[])[];
}
