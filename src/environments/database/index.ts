/**
 * SQL databases: `openSqliteDriver` opens one, `createDatabaseEnvironment` makes an environment of a driver. The rest is what an engine of your own
 * implements (`SqlDriver`), and what its schema and value index look like.
 *
 * @packageDocumentation
 */

export {
  createDatabaseEnvironment,
  type DatabaseEnvironment,
  type DatabaseEnvironmentOptions,
} from "./create-database-environment.ts";
export type { DatabaseServices } from "./database-services.ts";
export type {
  DriverTarget,
  ResultColumn,
  SqlDriver,
  StatementOptions,
  StatementResult,
} from "./driver/sql-driver.ts";
export { type EngineErrorFacts, type EngineErrorKind, SqlEngineError } from "./driver/sql-engine-error.ts";
export type { SqlValue } from "./driver/sql-value.ts";
export { openSqliteDriver, type SqliteDriverOptions } from "./drivers/sqlite/sqlite-driver.ts";
export type { BuildProgress, IndexState, ValueIndex } from "./index/value-index.ts";
export type { ColumnSchema, DatabaseSchema, ForeignKey, TableSchema } from "./schema/database-schema.ts";
export type { LexicalRules } from "./sql/lexical-rules.ts";
export type { DateForm, ForeignFunction, SqlDialect, StatementInfo } from "./sql/sql-dialect.ts";
