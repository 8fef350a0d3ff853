import type { Json, JsonObject } from "../util/json.ts";
import type { ArtifactRef } from "./artifact-store.ts";

/**
 * What somebody says the answer is. `text` is free: for a database a query or plain words, for a knowledge base a variable. Without
 * `text` the workspace itself is the claim (the drafted query).
 */
export interface Claim {
  readonly text?: string;
}

export interface AnswerTable {
  readonly columns: readonly string[];
  /** Values as JSON: integers beyond 2^53 and binary content are strings. */
  readonly rows: readonly (readonly Json[])[];
  /** Number of all rows, where `rows` is a bounded preview of them. */
  readonly total: number;
  /** All rows as JSON lines, where they are more than `rows`. */
  readonly full?: ArtifactRef;
}

export interface Answer {
  readonly text: string;
  readonly rows?: AnswerTable;
  readonly members?: readonly JsonObject[];
  readonly value?: Json;
}

/** What an answer rests on. Kind-specific members: `sql` for databases, `program`, `sparql` and `sentence` for knowledge bases, `calls` for APIs. */
export interface Evidence {
  readonly environment: string;
  readonly kind: string;
  readonly sql?: string;
  readonly program?: string;
  readonly sparql?: string;
  /** The program as a sentence. */
  readonly sentence?: string;
  readonly calls?: readonly JsonObject[];
  readonly preview?: Json;
}
