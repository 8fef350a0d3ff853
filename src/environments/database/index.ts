/**
 * SQL databases from their parts, where `open` of `fuxi` does not do: `openSqliteDriver` opens one, `createDatabaseEnvironment` makes an environment
 * of a driver. `SqlDriver` is what an engine of one's own implements (docs/ports/sql-driver.md).
 *
 * @packageDocumentation
 */

import "../../util/needed-node.ts";

export { createDatabaseEnvironment } from "./create-database-environment.ts";
export { rowBounds, rowCollector } from "./driver/row-collector.ts";
export type { SqlDriver } from "./driver/sql-driver.ts";
export { SqlEngineError } from "./driver/sql-engine-error.ts";
export { openDuckdbDriver } from "./drivers/duckdb/duckdb-driver.ts";
export { openMysqlDriver } from "./drivers/mysql/mysql-driver.ts";
export { openPostgresDriver } from "./drivers/postgres/postgres-driver.ts";
export { openSqliteDriver } from "./drivers/sqlite/sqlite-driver.ts";
export type { DatabaseSchema } from "./schema/database-schema.ts";
export type { SqlDialect } from "./sql/sql-dialect.ts";
