/** What kind of values a column holds as far as its declaration tells; the engine's own word stands in `declaredType`. */
export type ColumnAffinity =
  | "text"
  | "integer"
  | "real"
  | "decimal"
  | "boolean"
  | "date"
  | "time"
  | "datetime"
  | "json"
  | "binary"
  | "other";

/** One column of a table or view. */
export interface ColumnSchema {
  readonly name: string;
  /** As the engine has it; empty where none was declared. */
  readonly declaredType: string;
  readonly affinity: ColumnAffinity;
  readonly nullable: boolean;
  /** 1-based place in the primary key; absent when it is not part of it. */
  readonly primaryKeyPosition?: number;
  /** True where the database declares that no value occurs twice. */
  readonly unique?: boolean;
  /** True for the key, by name and by the data, of a table that declares none. */
  readonly uniqueInData?: boolean;
  /** The database's own comment on the column. */
  readonly comment?: string;
  /** From a description file (BIRD's `database_description`): what the name stands for, what it means, what its values mean. */
  readonly description?: { readonly name?: string; readonly text?: string; readonly values?: string };
  /** The values of an enumerated type. */
  readonly enumValues?: readonly string[];
  /** How a query reads values of this type, and what is in it: the keys of JSON, the fields of a composite. From the driver. */
  readonly note?: string;
  /** True where every value reads `***` (`privacy/`): the column can be named, but not searched, compared or joined on. */
  readonly masked?: boolean;
}

/** A table by its name; `schema` is absent for the schema that needs no name. */
export interface TableName {
  readonly schema?: string;
  readonly name: string;
}

/** Columns of a table that name rows of another (or the same) table. */
export interface ForeignKey {
  readonly columns: readonly string[];
  /** Absent for the schema that needs no name. */
  readonly referencedSchema?: string;
  readonly referencedTable: string;
  /** As many as `columns`, also where the declaration leaves them out. */
  readonly referencedColumns: readonly string[];
}

/** One table or view, or a relation of values handed over from another environment. */
export interface TableSchema {
  /** Absent for the schema that needs no name (`main`, the first of the search path). */
  readonly schema?: string;
  readonly name: string;
  /** `values`: not of the database, but handed over from another environment (`relations/relation.ts`). */
  readonly kind: "table" | "view" | "values";
  /** In the table's order. */
  readonly columns: readonly ColumnSchema[];
  /** As the database declares them. */
  readonly foreignKeys: readonly ForeignKey[];
  /** Where the database declares no foreign key at all: those that names and values tell. */
  readonly linksInData?: readonly ForeignKey[];
  /** The database's own comment on the table. */
  readonly comment?: string;
  /** Exact or estimated number of rows; absent when it would cost a scan. */
  readonly rowCount?: { readonly value: number; readonly exact: boolean };
  /** What whoever reads the table must know: that it has no rows yet, that the role may not see all of them. From the driver. */
  readonly note?: string;
  /** Tables that hold its rows, over all levels; they are not tables of the schema. A rule for this table is to hold for them too. */
  readonly partitions?: readonly TableName[];
  /** Tables whose rows it shows besides its own, and which are tables of the schema. A rule for this table is to hold for them too. */
  readonly inheritors?: readonly TableName[];
}

/** All tables and views that are not hidden. */
export interface DatabaseSchema {
  readonly tables: readonly TableSchema[];
}
