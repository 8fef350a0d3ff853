import type { RowBounds } from "../../driver/row-collector.ts";
import type { EngineRestrictions, StatementResult } from "../../driver/sql-driver.ts";
import type { SqlValue } from "../../driver/sql-value.ts";

/** What the parent asks a worker process for; one request at a time, each with exactly one reply. */
export type SqliteWorkerRequest =
  | {
      readonly kind: "query";
      readonly sql: string;
      readonly parameters: readonly SqlValue[];
      readonly bounds: RowBounds;
      readonly restrictions?: EngineRestrictions;
    }
  | { readonly kind: "compile"; readonly sql: string; readonly restrictions?: EngineRestrictions }
  | { readonly kind: "introspect" }
  | { readonly kind: "check" };

export interface SqliteColumnFacts {
  readonly name: string;
  readonly table: string | null;
  readonly column: string | null;
  readonly type: string | null;
}

export interface SqliteRows extends Omit<StatementResult, "columns"> {
  readonly columns: readonly SqliteColumnFacts[];
}

/** Rows of SQLite's own pragmas, one entry per table or view. */
export interface SqliteTableFacts {
  readonly name: string;
  readonly kind: "table" | "view";
  readonly columns: readonly {
    readonly name: string;
    readonly type: string;
    readonly notNull: boolean;
    readonly primaryKeyPosition: number;
  }[];
  readonly foreignKeys: readonly {
    readonly id: number;
    readonly table: string;
    readonly from: string;
    readonly to: string | null;
  }[];
  /** Columns of each unique index without WHERE; null stands for an expression. */
  readonly uniqueIndexes: readonly (readonly (string | null)[])[];
  readonly rowCount?: { readonly value: number; readonly exact: boolean };
}

export interface SqliteComplaint {
  readonly message: string;
  /** SQLite's extended result code; absent when the complaint is not SQLite's. */
  readonly resultCode?: number;
}

export type SqliteWorkerReply =
  | { readonly kind: "ready"; readonly engineVersion: string }
  | { readonly kind: "rows"; readonly value: SqliteRows }
  | { readonly kind: "columns"; readonly value: readonly SqliteColumnFacts[] }
  | { readonly kind: "tables"; readonly value: readonly SqliteTableFacts[] }
  /** What is wrong with the file's structure, one line each, which may name tables; none where nothing is. */
  | { readonly kind: "checked"; readonly value: readonly string[] }
  | { readonly kind: "not-a-query" }
  | { readonly kind: "complaint"; readonly value: SqliteComplaint };
