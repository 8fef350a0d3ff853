import type { SqlValue } from "../driver/sql-value.ts";
import type { TableSchema } from "../schema/database-schema.ts";
import type { StatementNames } from "./statement-names.ts";

/** An index, with the names that its order hangs on; some of them may be no columns. */
export interface TableIndex {
  readonly name: string;
  readonly columns: readonly string[];
}

/** What the catalog says about one object, and the text by which it is defined where it is derived from others. */
export interface CatalogEntry {
  /**
   * `column`: one that the engine computes from others of its row. The definitions of the last four are the functions that the engine calls by
   * itself: `type` where a statement names the type, `row` where one names the type of a table's rows, `value` for values of a column, or for whole rows of a
   * table, and `anywhere` for what no statement has to name, which `name` describes. `index`: one of the table `name`.
   */
  readonly kind: "table" | "view" | "column" | "function" | "type" | "row" | "value" | "anywhere" | "index";
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
  readonly index?: TableIndex;
  /** True for a function that came with an extension of the engine. */
  readonly ofExtension?: boolean;
  /** For a `value`: a type as which the column can be read without a call. */
  readonly readAs?: string;
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
  /** What may be written for a type of the engine's own; undefined for another one's. */
  otherNamesOfType?(schema: string, name: string): readonly string[] | undefined;
  /** What stands between AS and the bracket of a CTE that the engine may merge into the query. */
  readonly inlineHint: string;
  /**
   * True where `SqlDriver.restrict` takes the connection's own schema away: every table is written with its schema then, and what stands for a
   * restricted one is put in its place.
   */
  readonly tablesNeedSchema?: true;
  /**
   * What is written behind a table's name so that its rows do not come in the order of these indexes, each of which has a column that is `hidden`.
   * Absent where the engine reads no index for the order in which it happens to have the rows.
   */
  outOfOrder?(table: TableSchema, indexes: readonly TableIndex[], hidden: ReadonlySet<string>): string;
  /** The engine's sentences, so that what may not be named is answered as what does not exist. */
  unknownTable(name: string): string;
  unknownFunction(name: string): string;
  unknownType(name: string): string;
}
