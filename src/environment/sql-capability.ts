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

/** SQL beside the tools: for scorers (full rows, their own time limit) and for the oracle policy. */
export interface SqlCapability {
  /** "sqlite", "postgres", …: for labels and reports only; code asks for facts, never for this name. */
  readonly dialect: string;
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
}
