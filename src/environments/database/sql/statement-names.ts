import type { Span } from "./query-tree.ts";

/** A table as a statement names it, where that is no CTE of the statement's own. Names without quotes, folded as the engine folds them. */
export interface NamedRelation extends Span {
  readonly schema?: string;
  readonly name: string;
  readonly hasAlias: boolean;
  /** A clause behind the name that only a table of the engine's own takes: `PARTITION`. */
  readonly narrowedBy?: string;
  /** By which index it is to be read (`USE INDEX (…)`); no answer depends on it. */
  readonly indexHint?: Span;
}

/** A table with its schema, as it stands before a column: `public.users` of `public.users.name`. */
export interface NamedOwner extends Span {
  readonly schema: string;
  readonly table: string;
}

/** A function as a statement names it, folded as the engine folds names; `offset` in UTF-16 units. */
export interface NamedFunction {
  readonly schema?: string;
  readonly name: string;
  readonly offset?: number;
  /**
   * `attribute`: `x.name`, which calls a function of that name where `x` has no such field. `table`: a call in FROM, where the engine's table
   * functions have names of their own. `operator`: `a + b`, which calls a function of whoever made an operator of that name.
   */
  readonly form: "call" | "table" | "attribute" | "operator";
}

/** Everything that a statement names and that could lead to a table, from a parser of the engine's own grammar. */
export interface StatementNames {
  readonly relations: readonly NamedRelation[];
  readonly functions: readonly NamedFunction[];
  readonly types: readonly { readonly schema?: string; readonly name: string }[];
  /** CTEs that stand before the statement itself. */
  readonly commonTables: readonly string[];
  readonly owners: readonly NamedOwner[];
  /** Names that the statement gives anywhere: its aliases and CTEs. */
  readonly given: readonly string[];
}
