import type { RowBounds } from "../../driver/row-collector.ts";
import type { EngineRestrictions, ResultColumn, StatementResult } from "../../driver/sql-driver.ts";
import type { SqlValue } from "../../driver/sql-value.ts";
import type { DatabaseSchema } from "../../schema/database-schema.ts";

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
  | { readonly kind: "introspect" };

export interface SqliteComplaint {
  readonly message: string;
  /** SQLite's extended result code; absent when the complaint is not SQLite's. */
  readonly resultCode?: number;
}

export type SqliteWorkerReply =
  | { readonly kind: "ready"; readonly engineVersion: string }
  | { readonly kind: "rows"; readonly value: StatementResult }
  | { readonly kind: "columns"; readonly value: readonly ResultColumn[] }
  | { readonly kind: "tables"; readonly value: DatabaseSchema }
  | { readonly kind: "not-a-query" }
  | { readonly kind: "complaint"; readonly value: SqliteComplaint };
