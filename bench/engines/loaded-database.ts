import type { SqlDriver } from "../../src/environments/database/index.ts";
import type { ReferenceEngine } from "../oracle/reference-engine.ts";

/** A database of the data folder in one engine: to be opened with our driver, and asked through the engine's own client. */
export interface LoadedDatabase {
  open(): Promise<SqlDriver>;
  readonly reference: ReferenceEngine;
  /** Forgets it. */
  drop(): Promise<void>;
}
