import type { SqlValue } from "../driver/sql-value.ts";
import type { Span } from "../sql/query-tree.ts";

/** A table as a statement names it, other than its own CTEs. Names are without quotes, folded as the engine folds them. */
export interface NamedRelation extends Span {
  readonly schema?: string;
  readonly name: string;
  readonly hasAlias: boolean;
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
  /** CTEs anywhere in the statement. */
  readonly commonTables: readonly string[];
}

/** The catalog's facts about one object, and its defining text if it is derived from others. */
export interface CatalogEntry {
  /** `column`: a column that the engine computes from others of its row. */
  readonly kind: "table" | "view" | "column" | "function";
  /** The object's real schema. */
  readonly schema: string;
  readonly name: string;
  /** True where its name needs no schema prefix. */
  readonly visible: boolean;
  /** Absent where only the table of the computed column is known. */
  readonly column?: string;
  readonly definition?: string;
  /** The names of all functions and types that it calls, where the engine lists them; else `definition` contains them, among other names. */
  readonly calls?: string;
  /** True where the definition is incomplete or cannot be read: the object then counts as derived from hidden data. */
  readonly mayReadAnything?: boolean;
  /** True where it takes all columns of the mentioned tables, or its definition does not name the columns. */
  readonly takesUnnamedColumns?: boolean;
  /** True for a function of an extension of the engine. */
  readonly ofExtension?: boolean;
}

/** Facts about an engine that are needed to hide parts of a database (`privacy/restricted-driver.ts`). */
export interface PrivacyFacts {
  /** A statement whose rows `catalogEntries` reads. */
  readonly catalogSql: string;
  catalogEntries(rows: readonly (readonly SqlValue[])[]): readonly CatalogEntry[];
  /**
   * Undefined for a text that a parser of the engine's grammar cannot read. `tree`: the result of the driver's `parse`, if it has one.
   * @throws SqlEngineError for ambiguous text, with its offset, and for syntax that is not supported, with the reason
   */
  namesIn(sql: string, tree?: unknown): StatementNames | undefined;
  /**
   * True where a definition may take columns of tables without naming them and without a star. `tables` are the names of all existing
   * tables. Absent where definitions always name their columns or use a star.
   */
  takesUnnamedColumns?(definition: string, tables: ReadonlySet<string>): boolean;
  /** True when a name in a statement, as `namesIn` gives it, equals a name of the catalog. */
  isSameName(written: string, name: string): boolean;
  /** True for built-in functions that read only their arguments. */
  isHarmlessFunction(name: string, form: "call" | "table"): boolean;
  /** True where a table can be called like a function, with the same name (full-text tables of SQLite). */
  readonly tablesAreCalled?: boolean;
  /** True for names that reach the catalog when written as a field (`x.name`). */
  isCatalogFunction(name: string): boolean;
  /** True for built-in tables, by lower-case name. */
  isCatalogTable(name: string): boolean;
  isBuiltInType(name: string): boolean;
  /** Hint between AS and the bracket of a CTE that lets the engine merge it into the query. */
  readonly inlineHint: string;
  /** The engine's messages, so that a hidden name gets the same error as a missing one. */
  unknownTable(name: string): string;
  unknownFunction(name: string): string;
  unknownType(name: string): string;
}
