import type { SqlValue } from "../driver/sql-value.ts";
import type { Span } from "../sql/query-tree.ts";

/** A table as a statement names it, where that is no CTE of the statement's own. Names without quotes, folded as the engine folds them. */
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

/** What the catalog says about one object, and the text by which it is defined where it is derived from others. */
export interface CatalogEntry {
  /** `column`: one that the engine computes from others of its row. */
  readonly kind: "table" | "view" | "column" | "function";
  /** The schema that it really stands in. */
  readonly schema: string;
  readonly name: string;
  /** True where it needs no schema before its name. */
  readonly visible: boolean;
  /** Absent where only the table is known to have such a column. */
  readonly column?: string;
  readonly definition?: string;
  /** The names of all functions and types that it calls, where the engine keeps them; else the definition names them, if not them alone. */
  readonly calls?: string;
  /** True where the definition does not tell all that it reads, or cannot be seen: it counts as made of what is hidden. */
  readonly mayReadAnything?: boolean;
  /** True where columns of the tables that it mentions are chosen elsewhere, or all of them taken. */
  readonly takesUnnamedColumns?: boolean;
  /** True for a function that came with an extension of the engine. */
  readonly ofExtension?: boolean;
}

/** Facts about an engine with which a part of a database can be kept out of reach (`privacy/restricted-driver.ts`). */
export interface PrivacyFacts {
  /** A statement whose rows `catalogEntries` reads. */
  readonly catalogSql: string;
  catalogEntries(rows: readonly (readonly SqlValue[])[]): readonly CatalogEntry[];
  /**
   * Undefined for what a parser of the engine's grammar cannot read. `tree`: what the driver's `parse` gave, where it has one.
   * @throws SqlEngineError for what could be read in two ways, at its place, and for what is not read at all, with the reason
   */
  namesIn(sql: string, tree?: unknown): StatementNames | undefined;
  /**
   * True where a definition may take columns of tables in a way that neither names them nor has a star. `tables` are the names of those that
   * there are. Absent where definitions always name or star what they take.
   */
  takesUnnamedColumns?(definition: string, tables: ReadonlySet<string>): boolean;
  /** True when a name in a statement, as `namesIn` gives it, is that of the catalog. */
  isSameName(written: string, name: string): boolean;
  /** True for functions of the engine's own that look at nothing but their arguments. */
  isHarmlessFunction(name: string, form: "call" | "table"): boolean;
  /** True where a table can be called like a function, with the same name (full-text tables of SQLite). */
  readonly tablesAreCalled?: boolean;
  /** Names that lead to the catalog where they are written as a field (`x.name`). */
  isCatalogFunction(name: string): boolean;
  /** True for tables of the engine's own, by their lower-case name. */
  isCatalogTable(name: string): boolean;
  isBuiltInType(name: string): boolean;
  /** What stands between AS and the bracket of a CTE that the engine may merge into the query. */
  readonly inlineHint: string;
  /** The engine's sentences, so that what may not be named is answered as what does not exist. */
  unknownTable(name: string): string;
  unknownFunction(name: string): string;
  unknownType(name: string): string;
}
