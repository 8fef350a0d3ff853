import type { SqlDriver } from "./driver/sql-driver.ts";
import type { ValueIndex } from "./index/value-index.ts";
import type { DatabaseSchema } from "./schema/database-schema.ts";

/** Services of one database that its tools and checks use. */
export interface DatabaseServices {
  readonly driver: SqlDriver;
  /** With descriptions merged in, and without the parts that the configuration hides. */
  readonly schema: DatabaseSchema;
  readonly index: ValueIndex;
  /** Reloads the schema if the database's schema has changed; returns true if so. Then `schema` and `index` are the new ones. */
  refreshSchema?(signal: AbortSignal): Promise<boolean>;
}
