import { type ErrorCode, FuxiError } from "../../../errors/fuxi-error.ts";
import type { DatabaseSchema } from "../schema/database-schema.ts";
import type { FunctionKind } from "../sql/sql-dialect.ts";
import type { RowBounds } from "./row-collector.ts";
import type { EngineRestrictions, ResultColumn, StatementResult } from "./sql-driver.ts";
import { type EngineErrorFacts, SqlEngineError } from "./sql-engine-error.ts";
import type { SqlValue } from "./sql-value.ts";

/** Requests to a worker process; one at a time, each with exactly one reply. */
export type WorkerRequest =
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

/** The reply to each kind of request. */
export interface WorkerAnswers {
  readonly query: StatementResult;
  readonly compile: readonly ResultColumn[];
  /** The engine's own parse tree as JSON text: a deep object cannot be sent. */
  readonly parse: string;
  readonly introspect: DatabaseSchema;
}

/** A worker process's first message, once its file is open. */
export interface OpenedEngine {
  readonly engineVersion: string;
  /** Functions of the engine and the database, names in lower case; empty if they are known beforehand. */
  readonly functions: readonly (readonly [name: string, kind: FunctionKind])[];
}

/** An error in a form that passes between processes, which lose classes. */
interface SentError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string | undefined;
  readonly facts?: EngineErrorFacts;
}

export type WorkerReply =
  | { readonly value: unknown }
  /** `isLast`: the process is unusable. */
  | { readonly error: SentError; readonly isLast: boolean };

export function sentError(error: FuxiError): SentError {
  const { code, message, hint } = error;
  return { code, message, hint, ...(error instanceof SqlEngineError ? { facts: error.facts } : {}) };
}

export function receivedError({ code, message, hint, facts }: SentError): FuxiError {
  if (facts !== undefined) return new SqlEngineError(facts);
  return new FuxiError(code, message, hint === undefined ? {} : { hint });
}
