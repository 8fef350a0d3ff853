import type { Json, JsonObject } from "../util/json.ts";
import type { ArtifactRef } from "./artifact-store.ts";

/**
 * A proposed final answer. `text` depends on the environment: for a database a query or plain words, for a knowledge base a variable. Without
 * `text` the workspace itself (the drafted query) is the claim.
 */
export interface Claim {
  readonly text?: string;
}

/** Rows of an answer, at most `ActLimits.rows` of them. */
export interface AnswerTable {
  readonly columns: readonly string[];
  /** Column names redacted for models; set if egress withholds values. */
  readonly toldColumns?: readonly string[];
  /** Values as JSON: integers beyond 2^53 and binary content are strings. */
  readonly rows: readonly (readonly Json[])[];
  /** Number of all rows; `rows` may hold only the first ones. */
  readonly total: number;
  /** All rows as JSON lines, if `rows` does not hold all of them or they are long. */
  readonly full?: ArtifactRef;
}

/**
 * The answer that an environment derived from an accepted claim. `text` is always present; `rows`, `members` and `value` hold the same as data,
 * where the answer has that shape.
 */
export interface Answer {
  /** For a person: the value, the names, or the rows in words; bounded. */
  readonly text: string;
  /** Databases and knowledge bases. */
  readonly rows?: AnswerTable;
  /** Knowledge bases: `{ label, id }` of entities, `{ value }` of values; APIs: objects from responses. A bounded preview. */
  readonly members?: readonly JsonObject[];
  /** Set if the answer is one value, or a list of plain values from an API. */
  readonly value?: Json;
  /** APIs: the complete list as a JSON array, if `members` or `value` holds only its beginning. */
  readonly list?: { readonly total: number; readonly full: ArtifactRef };
}

/** Another reading of the question that gives another answer. */
export interface HangsOn {
  /** What the question leaves open: `counted`, `column`, `attachment`, `common-to-all` … */
  readonly kind: string;
  /** The reading and both results, for a person: `each member counted once: 291 instead of 9,156`. */
  readonly text: string;
  /** The query or program that gives the other answer. */
  readonly query: string;
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
   * Time of the data that the answer shows: ISO, UTC, by this machine's clock. For servers, when the query was sent; for files, their last change
   * before it. For the person and for programs: no model is shown it.
   */
  readonly asOf?: string;
  /** Doubts from loading the data that the query names, a sentence each. For the person and for programs, as `asOf`. */
  readonly doubts?: readonly string[];
  /** Other readings of the question, each with the answer it gives; only those that change the answer. Not shown to models below egress `all`. */
  readonly hangsOn?: readonly HangsOn[];
}
