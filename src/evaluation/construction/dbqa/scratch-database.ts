import type { Environment } from "../../../environment/environment.ts";
import type { SchemaTable } from "./schema-table.ts";

/** Bounds of what a model may put into a scratch database. */
export const SCRATCH_LIMITS = {
  /** INSERT statements of one database. */
  statements: 100,
  /** UTF-16 units of all statements together. */
  characters: 100_000,
  rows: 1000,
} as const;

/** What filling came to: how many rows each table has, or what the engine has against the statements, for whoever writes them anew. */
export type Filled =
  | {
      readonly rows: readonly { readonly table: string; readonly rows: number }[];
      readonly problem?: never;
    }
  | { readonly problem: string; readonly rows?: never };

/**
 * Databases of our own with the schema of a target, to which made-up records are written. The target itself is never written to. Given by whoever
 * composes the program, since only that knows engines.
 */
export interface ScratchDatabase {
  /** CREATE statements in the SQL that the INSERT statements are to be written in. */
  readonly schema: string;
  /**
   * Makes the database anew, with these records and no others. Nothing but INSERTs of plain values into tables of the schema is run. All of the statements hold, or there
   * is no new database.
   *
   * @throws FuxiError `disk-full`, `store-unavailable`
   */
  fill(database: string, statements: readonly string[]): Filled;
  /** Whether it was filled, by whichever process. */
  has(database: string): boolean;
  /** Does something with it as an environment, open meanwhile. @throws FuxiError as opening it does */
  use<Result>(database: string, use: (environment: Environment) => Promise<Result>): Promise<Result>;
}

/**
 * Makes scratch databases of a schema.
 * @throws FuxiError `target-not-supported` for a type that has no counterpart
 */
export type OpenScratchDatabase = (tables: readonly SchemaTable[]) => ScratchDatabase;
