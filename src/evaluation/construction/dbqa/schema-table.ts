/** A column as its declaration has it. */
export interface SchemaColumn {
  readonly name: string;
  /** As the engine writes it; empty where it has none. */
  readonly type: string;
  readonly notNull: boolean;
  readonly unique: boolean;
}

/** Columns that point to those of another table, in the same order. */
export interface SchemaKey {
  readonly columns: readonly string[];
  readonly table: string;
  readonly referenced: readonly string[];
}

/** One table of a schema, taken apart. */
export interface SchemaTable {
  /** Without the schema that it is in. */
  readonly name: string;
  readonly columns: readonly SchemaColumn[];
  readonly primaryKey: readonly string[];
  readonly foreignKeys: readonly SchemaKey[];
}
