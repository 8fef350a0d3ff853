import type { ApiDocument, Operation } from "./document/api-document.ts";
import type { Extractor } from "./extract/create-extractor.ts";
import type { HttpClient } from "./http/http-message.ts";
import type { OperationIndex } from "./operation-index.ts";
import type { ArgumentChecker } from "./request/argument-checker.ts";
import type { ArgumentOrigins } from "./search/create-argument-origins.ts";
import type { OperationSearch } from "./search/rank-operations.ts";

/** What may be done with an operation without asking. */
export interface OperationRules {
  /**
   * Operations that have an effect outside and may be called all the same, by any of their names; `*` for all. One with a value in its path
   * (`DELETE /lists/7`) may be called with that value alone.
   */
  readonly allow: readonly string[];
  /** Operations other than GET, HEAD and OPTIONS that only read. */
  readonly readOnly: readonly string[];
  /** Operations that do not exist for the model. */
  readonly deny: readonly string[];
  /** Requests are shown, not sent. */
  readonly dryRun: boolean;
}

/** Leave for an operation with certain values in its path. */
export interface AllowedPath {
  /** Its id. */
  readonly operation: string;
  /** By the parameter's name; never empty. */
  readonly values: Readonly<Record<string, string>>;
}

/** What one REST API is: its document, and where and what may be sent. */
export interface RestApiFacts {
  /** The environment's id. */
  readonly environment: string;
  readonly document: ApiDocument;
  /** Where requests go: absolute, without a slash at its end. */
  readonly server: string;
  readonly rules: OperationRules;
  /** Pages that are fetched at most for one call (20). */
  readonly mostPages: number;
  /** Calls that one action makes at most, where it names many values (50). */
  readonly mostCalls: number;
}

/** What the tools of one REST API work with. */
export interface RestApiServices extends RestApiFacts {
  readonly operations: OperationIndex;
  /** With those that are denied: what a path means to the server. */
  readonly everyOperation: OperationIndex;
  readonly search: OperationSearch;
  readonly origins: ArgumentOrigins;
  readonly checker: ArgumentChecker;
  readonly http: HttpClient;
  /** Beside the whole operations of `rules.allow`. */
  readonly allowedPaths: readonly AllowedPath[];
  readonly extractor: Extractor;
  isEffect(operation: Operation): boolean;
}
