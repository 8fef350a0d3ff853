import type { SqlValue } from "../driver/sql-value.ts";
import type { StatementNames } from "./statement-names.ts";

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
}

/** Facts about an engine with which a part of a database can be kept out of reach (`privacy/restricted-driver.ts`). */
export interface PrivacyFacts {
  /** A statement whose rows `catalogEntries` reads. */
  readonly catalogSql: string;
  catalogEntries(rows: readonly (readonly SqlValue[])[]): readonly CatalogEntry[];
  /** Undefined for what a parser of the engine's grammar cannot read. */
  namesIn(sql: string): StatementNames | undefined;
  /** True when a name in a statement, as `namesIn` gives it, is that of the catalog. */
  isSameName(written: string, name: string): boolean;
  /** True for functions of the engine's own that look at nothing but their arguments. */
  isHarmlessFunction(name: string): boolean;
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
