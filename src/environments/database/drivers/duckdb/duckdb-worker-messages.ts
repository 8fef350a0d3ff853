import type { ErrorCode } from "../../../../errors/fuxi-error.ts";
import type { RowBounds } from "../../driver/row-collector.ts";
import type { EngineRestrictions, ResultColumn, StatementResult } from "../../driver/sql-driver.ts";
import type { EngineErrorFacts } from "../../driver/sql-engine-error.ts";
import type { SqlValue } from "../../driver/sql-value.ts";
import type { DatabaseSchema } from "../../schema/database-schema.ts";

/** How a worker process opens its file. */
export interface DuckdbOpening {
  readonly path: string;
  /** Files that views of the database may read. */
  readonly readable: readonly string[];
  /** What the engine may allocate, and what the whole process may take before its statement is given up. */
  readonly memoryBytes: number;
}

/** What the parent asks a worker process for; one request at a time, each with exactly one reply. */
export type DuckdbWorkerRequest =
  | {
      readonly kind: "query";
      readonly sql: string;
      readonly parameters: readonly SqlValue[];
      readonly bounds: RowBounds;
      readonly restrictions?: EngineRestrictions;
    }
  | { readonly kind: "compile"; readonly sql: string; readonly restrictions?: EngineRestrictions }
  | { readonly kind: "parse"; readonly sql: string }
  | { readonly kind: "introspect" };

export type FunctionKind = "scalar" | "aggregate" | "table";

/** What the engine says about a file or a statement, with the fields of its error. */
export interface DuckdbComplaint {
  /** "Parser", "Binder", "Catalog", "IO", …; empty where the engine does not tell. */
  readonly type: string;
  readonly message: string;
  readonly subtype?: string;
  /** What the name stands for: "Table", "Scalar Function", … */
  readonly nameOf?: string;
  readonly name?: string;
  /** In bytes of the statement as UTF-8. */
  readonly position?: number;
}

export type DuckdbWorkerReply =
  | {
      readonly kind: "ready";
      readonly engineVersion: string;
      /** The engine's functions and the database's own macros, names in lower case. */
      readonly functions: readonly (readonly [name: string, kind: FunctionKind])[];
    }
  | {
      readonly kind: "failed";
      readonly code: ErrorCode;
      readonly message: string;
      readonly hint: string | undefined;
    }
  | { readonly kind: "rows"; readonly value: StatementResult }
  | { readonly kind: "columns"; readonly value: readonly ResultColumn[] }
  /** JSON, of the engine's making. */
  | { readonly kind: "tree"; readonly value: string }
  | { readonly kind: "catalog"; readonly value: DatabaseSchema }
  /** `isLast`: the process is of no more use. */
  | { readonly kind: "refused"; readonly value: EngineErrorFacts; readonly isLast?: boolean }
  | { readonly kind: "complaint"; readonly value: DuckdbComplaint; readonly isLast?: boolean };
