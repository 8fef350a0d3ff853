import type { Json, JsonObject } from "../util/json.ts";
import type { ArtifactRef } from "./artifact-store.ts";

/**
 * What somebody says the answer is. `text` is free: for a database a query or plain words, for a knowledge base a variable. Without
 * `text` the workspace itself is the claim (the drafted query).
 */
export interface Claim {
  readonly text?: string;
}

/** Rows of an answer, of which at most `ActLimits.rows` stand here. */
export interface AnswerTable {
  readonly columns: readonly string[];
  /** The names of the columns as a model may read them, where it may not read all. */
  readonly toldColumns?: readonly string[];
  /** Values as JSON: integers beyond 2^53 and binary content are strings. */
  readonly rows: readonly (readonly Json[])[];
  /** Number of all rows, where `rows` is a bounded preview of them. */
  readonly total: number;
  /** All rows as JSON lines, where they are more than `rows` or long. */
  readonly full?: ArtifactRef;
}

/**
 * What an environment made of a claim it accepted. `text` is always there; `rows`, `members` and `value` say the same as data, where the answer has
 * that shape.
 */
export interface Answer {
  /** For a person: the value, the names, or the rows in words; bounded. */
  readonly text: string;
  /** Databases and knowledge bases. */
  readonly rows?: AnswerTable;
  /** Knowledge bases: `{ label, id }` of entities, `{ value }` of values; APIs: objects from responses. A bounded preview. */
  readonly members?: readonly JsonObject[];
  /** Where the answer is one value, or a list of plain values from an API. */
  readonly value?: Json;
  /** APIs: all of `members`, or of a list in `value`, as a JSON array, where they are more. */
  readonly list?: { readonly total: number; readonly full: ArtifactRef };
}

/** What an answer rests on. Kind-specific members: `sql` for databases, `program`, `sparql` and `sentence` for knowledge bases, `calls` for APIs. */
export interface Evidence {
  /** Id of the environment that concluded. */
  readonly environment: string;
  /** Its kind: "database", "knowledge-base", "rest-api", or a user's own. */
  readonly kind: string;
  /** The query that gave the answer, as it was run. */
  readonly sql?: string;
  /** The variable's program as an S-expression (KBQA-Agent format). */
  readonly program?: string;
  /** The same program as SPARQL. */
  readonly sparql?: string;
  /** The program as a sentence. */
  readonly sentence?: string;
  /** The requests that were sent, in order, without credentials. */
  readonly calls?: readonly JsonObject[];
  /** The first few rows, members or extractions. */
  readonly preview?: Json;
  /**
   * Whose state the answer shows, as an ISO time in UTC by this machine's clock: of a server, when its query was sent; of files, when they were
   * last changed before it. For the person and for programs: no model is shown it.
   */
  readonly asOf?: string;
  /** What was in doubt as the data was loaded, a sentence each, of what the query names. For the person and for programs, as `asOf`. */
  readonly doubts?: readonly string[];
}
