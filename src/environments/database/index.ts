/**
 * SQL databases: `openSqliteDriver` opens one, `createDatabaseEnvironment` makes an environment of a driver. The rest is what an engine of your own
 * implements (`SqlDriver`), and what its schema and value index look like.
 *
 * @packageDocumentation
 */

import "../../util/needed-node.ts";

export type { MatchTier } from "../../value-index/segment-match.ts";
export {
  createDatabaseEnvironment,
  type DatabaseEnvironment,
  type DatabaseEnvironmentOptions,
} from "./create-database-environment.ts";
export type { DatabaseServices } from "./database-services.ts";
export type { Diagnosis, DiagnosisState } from "./driver/diagnosis.ts";
export type { FileDriver } from "./driver/file-driver.ts";
export { type RowBounds, type RowCollector, rowBounds, rowCollector } from "./driver/row-collector.ts";
export type {
  ColumnStatistics,
  DriverTarget,
  EngineRestrictions,
  ResultColumn,
  SqlDriver,
  StatementOptions,
  StatementResult,
} from "./driver/sql-driver.ts";
export { type EngineErrorFacts, type EngineErrorKind, SqlEngineError } from "./driver/sql-engine-error.ts";
export type { SqlValue } from "./driver/sql-value.ts";
export {
  type DuckdbDriver,
  type DuckdbDriverOptions,
  openDuckdbDriver,
} from "./drivers/duckdb/duckdb-driver.ts";
export { type MysqlDriverOptions, openMysqlDriver } from "./drivers/mysql/mysql-driver.ts";
export { openPostgresDriver, type PostgresDriverOptions } from "./drivers/postgres/postgres-driver.ts";
export {
  openSqliteDriver,
  type SqliteDriver,
  type SqliteDriverOptions,
} from "./drivers/sqlite/sqlite-driver.ts";
export type {
  BuildProgress,
  ColumnRef,
  IncompleteColumn,
  IndexState,
  LookupOptions,
  LookupResult,
  ValueIndex,
  ValueMatch,
} from "./index/value-index.ts";
export type {
  CatalogEntry,
  NamedFunction,
  NamedRelation,
  PrivacyFacts,
  StatementNames,
} from "./privacy/privacy-facts.ts";
export type { PrivacyPolicy } from "./privacy/privacy-policy.ts";
export { restrictDriver } from "./privacy/restricted-driver.ts";
export type { TableRestriction } from "./privacy/restrictions.ts";
export type {
  ColumnAffinity,
  ColumnSchema,
  DatabaseSchema,
  ForeignKey,
  TableName,
  TableSchema,
} from "./schema/database-schema.ts";
export type { DateUnit } from "./sql/date-pattern-text.ts";
export type { LexicalRules } from "./sql/lexical-rules.ts";
export type { Span } from "./sql/query-tree.ts";
export type {
  BoundColumn,
  BoundType,
  DateForm,
  ForeignFunction,
  FunctionKind,
  SqlDialect,
  StatementInfo,
} from "./sql/sql-dialect.ts";
