import type { ColumnSchema, DatabaseSchema, TableSchema } from "../schema/database-schema.ts";
import type { CommonTable, ExpressionNode, FromSource, SelectItem } from "./query-tree.ts";
import type { SqlDialect } from "./sql-dialect.ts";

/** What scopes are built with: the tables there are, and when two names are the same. */
export interface ScopeContext {
  readonly schema: DatabaseSchema;
  readonly dialect: Pick<SqlDialect, "lexical" | "sameIdentifier" | "quotedWordsMayBeText" | "hiddenColumns">;
}

/** A column of the database itself. */
export interface ColumnOrigin {
  readonly table: TableSchema;
  readonly column: ColumnSchema;
}

export interface ScopeColumn {
  readonly name: string;
  /** Where its values come from unchanged. */
  readonly origin?: ColumnOrigin;
  /** What computes it in a subquery or CTE. */
  readonly expression?: ExpressionNode;
  /** What the names in that expression refer to: those of the query around it mean something else. */
  readonly computedIn?: Scope;
}

/** One source of a FROM clause and what is known of its columns. */
export interface ScopeSource {
  readonly source: FromSource;
  /** The name that qualifies its columns; absent for a subquery without alias. */
  readonly name?: string;
  /** Set for a table or view of the schema. */
  readonly table?: TableSchema;
  /** Set for a CTE. */
  readonly cte?: CommonTable;
  readonly columns: readonly ScopeColumn[];
  /** False where columns may exist that are not listed: an unknown table, a table function, a query that cannot be read. */
  readonly complete: boolean;
}

/** What the names in the clauses of one core can refer to. */
export interface Scope {
  readonly context: ScopeContext;
  readonly sources: readonly ScopeSource[];
  /** The CTEs in sight, the nearest last. */
  readonly ctes: readonly VisibleTable[];
  /** The core's SELECT list, whose aliases some clauses can see. */
  readonly items: readonly SelectItem[];
  /** The query around a correlated subquery. */
  readonly parent?: Scope;
}

/** A CTE with the columns that it gives. */
export interface VisibleTable {
  readonly cte: CommonTable;
  readonly columns: readonly ScopeColumn[];
  readonly complete: boolean;
}
