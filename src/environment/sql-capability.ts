import type { Json } from "../util/json.ts";
import type { ActContext } from "./act-context.ts";
import type { Action } from "./action.ts";

/** Rows of a query, each with one value per column. */
export interface SqlRows {
  readonly columns: readonly string[];
  /** Values as JSON: integers beyond 2^53 are decimal strings, binary content is `\x` and hexadecimal digits. */
  readonly rows: readonly (readonly Json[])[];
  /** True when `maxRows` cut the result off (a probe for one row more is made). */
  readonly truncated: boolean;
}

/** One table or view as a prompt without tools shows it. */
export interface TableDefinition {
  /** As a query writes it. */
  readonly name: string;
  /** A CREATE statement with columns, types and keys, and nothing of the data. */
  readonly definition: string;
  /**
   * The first rows as lines, the names of the columns first and long cells cut; or why there are none. Absent where none were asked for, and
   * where no value may be told.
   */
  readonly sample?: readonly string[];
}

/** SQL beside the tools: for scorers (full rows, their own time limit) and for the oracle policy. */
export interface SqlCapability {
  /** "sqlite", "postgres", …: for labels and reports only; code asks for facts, never for this name. */
  readonly dialect: string;
  /** What answers queries, as it tells itself: `{ name: "mariadb", version: "11.8.3" }`; for provenance only. Absent where the environment cannot say. */
  readonly engine?: { readonly name: string; readonly version: string };
  /**
   * Runs one read-only statement outside the tools' bounds; `context.limits.milliseconds` still holds.
   * @throws FuxiError `engine-error`, `engine-timeout`, `cancelled`
   */
  query(sql: string, options: { readonly maxRows: number }, context: ActContext): Promise<SqlRows>;
  /**
   * The functional actions that rebuild a query clause by clause, each clause verbatim, in an order that satisfies the prerequisites.
   * Undefined when the query cannot be taken apart.
   */
  takeApart(sql: string): readonly Action[] | undefined;
  /**
   * All tables and views, in the schema's order, as a language model is to read them: what may not be seen is left out, and below egress `all`
   * values are told by their form at most. The rows are the engine's first ones and are had within `context.limits.milliseconds` together.
   * Absent where the environment cannot say.
   * @throws FuxiError `cancelled`
   */
  definitions?(
    options: { readonly sampleRows: number },
    context: ActContext,
  ): Promise<readonly TableDefinition[]>;
}
