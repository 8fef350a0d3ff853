import type { HttpClient } from "../http/http-message.ts";
import type { ApiDocument, Operation } from "./document/api-document.ts";
import type { Extractor } from "./extract/create-extractor.ts";
import type { OperationIndex } from "./operation-index.ts";
import type { ArgumentChecker } from "./request/argument-checker.ts";
import type { ArgumentOrigins } from "./search/create-argument-origins.ts";
import type { OperationSearch } from "./search/rank-operations.ts";

/** Which operations may be called without asking, and which not at all. */
export interface OperationRules {
  /**
   * Operations with an effect outside that may be called without asking, by any of their names; `*` for all. A path with a value
   * (`DELETE /lists/7`) permits that value only.
   */
  readonly allow: readonly string[];
  /** Operations other than GET, HEAD and OPTIONS that only read. */
  readonly readOnly: readonly string[];
  /** Operations that do not exist for the model. */
  readonly deny: readonly string[];
  /** Requests are shown, not sent. */
  readonly dryRun: boolean;
}

/** Permission for an operation with certain values in its path. */
export interface AllowedPath {
  /** The operation's id. */
  readonly operation: string;
  /** By the parameter's name; never empty. */
  readonly values: Readonly<Record<string, string>>;
}

/** A REST API: its document, its server, and its rules. */
export interface RestApiFacts {
  /** The environment's id. */
  readonly environment: string;
  readonly document: ApiDocument;
  /** Where requests go: absolute, without a slash at its end. */
  readonly server: string;
  readonly rules: OperationRules;
}

/** What the tools of one REST API work with. */
export interface RestApiServices extends RestApiFacts {
  readonly operations: OperationIndex;
  /** Includes denied operations, which the server still has: a filled path may lead to one of them. */
  readonly everyOperation: OperationIndex;
  readonly search: OperationSearch;
  readonly origins: ArgumentOrigins;
  readonly checker: ArgumentChecker;
  readonly http: HttpClient;
  /** Permissions for certain paths, in addition to the whole operations in `rules.allow`. */
  readonly allowedPaths: readonly AllowedPath[];
  readonly extractor: Extractor;
  isEffect(operation: Operation): boolean;
}
