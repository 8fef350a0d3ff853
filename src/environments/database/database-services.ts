import type { SqlDriver } from "./driver/sql-driver.ts";
import type { ValueIndex } from "./index/value-index.ts";
import type { DatabaseSchema } from "./schema/database-schema.ts";

/** What tools and checks of one database work with. */
export interface DatabaseServices {
  readonly driver: SqlDriver;
  /** With descriptions merged in; what the configuration hides is not in it. */
  readonly schema: DatabaseSchema;
  readonly index: ValueIndex;
  /** Reads the schema again where the database's has changed since; true if so. From then on `schema` and `index` are the new ones. */
  refreshSchema?(signal: AbortSignal): Promise<boolean>;
}
