import type { DatabaseServices } from "./database-services.ts";
import type { SqlDriver } from "./driver/sql-driver.ts";
import type { ValueIndex } from "./index/value-index.ts";
import type { DatabaseSchema } from "./schema/database-schema.ts";

/** A schema and the index of its columns, which belong together. */
export interface SchemaAndIndex {
  readonly schema: DatabaseSchema;
  readonly index: ValueIndex;
}

/** Services whose schema follows changes of the database that the driver can detect; `close` closes every index opened for them. */
export interface FollowingServices {
  readonly services: DatabaseServices;
  close(): Promise<void>;
}

/** `version` is the driver's `schemaVersion` from before `first` was read; `read` reads the schema and opens a new index. */
export function followSchema(
  driver: SqlDriver,
  first: SchemaAndIndex,
  version: string | undefined,
  read: (signal: AbortSignal) => Promise<SchemaAndIndex>,
): FollowingServices {
  let current = first;
  let known = version;
  let reading: Promise<boolean> | undefined;
  const replaced: ValueIndex[] = [];

  const refresh = async (signal: AbortSignal): Promise<boolean> => {
    const now = await driver.schemaVersion?.(signal);
    if (now === known) return false;
    const before = current.index;
    current = await read(signal);
    known = now;
    // Running lookups may finish on the old index.
    replaced.push(before);
    return true;
  };

  return {
    services: {
      driver,
      get schema() {
        return current.schema;
      },
      get index() {
        return current.index;
      },
      refreshSchema(signal) {
        reading ??= refresh(signal).finally(() => {
          reading = undefined;
        });
        return reading;
      },
    },
    async close() {
      await Promise.all([...replaced, current.index].map((index) => index.close()));
    },
  };
}
