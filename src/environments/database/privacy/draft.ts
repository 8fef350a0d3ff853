import type { TableSchema } from "../schema/database-schema.ts";
import type { CatalogEntry } from "../sql/privacy-facts.ts";
import type { Mentions } from "./mentions.ts";

/** What holds for a table so far. */
export interface Draft {
  readonly table: TableSchema;
  readonly schema: string;
  readonly allowedByName: boolean;
  denied: boolean;
  readonly deniedColumns: Set<string>;
  readonly maskedColumns: Set<string>;
}

/** An object of the catalog, and what its definition mentions. */
export interface Definition {
  readonly entry: CatalogEntry;
  readonly mentions: Mentions;
  /** In lower case, where the engine keeps them. */
  readonly calls?: ReadonlySet<string>;
}
