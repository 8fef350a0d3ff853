/** Kind of a column's values, from its declaration; `declaredType` has the engine's own name of the type. */
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

/** What the schema text tells of a column's cells (`coded-values.ts`). */
export interface ShownCells {
  /** All values, some of them, the least and the largest, an example, or the form of dates kept as text. */
  readonly kind: "all" | "some" | "range" | "example" | "dates";
  readonly values: readonly string[];
  readonly areNumbers?: boolean;
  /** In strftime's codes. */
  readonly pattern?: string;
}

/** One column of a table or view. */
export interface ColumnSchema {
  readonly name: string;
  /** The engine's name of the type; empty where none was declared. */
  readonly declaredType: string;
  readonly affinity: ColumnAffinity;
  readonly nullable: boolean;
  /** 1-based position in the primary key; absent when the column is not part of it. */
  readonly primaryKeyPosition?: number;
  /** True where the database declares that no value occurs twice. */
  readonly unique?: boolean;
  /** True for a column that is a key by its name and its data, in a table that declares no key. */
  readonly uniqueInData?: boolean;
  /** The database's own comment on the column. */
  readonly comment?: string;
  /** From a description file (BIRD's `database_description`): what the name stands for, what it means, what its values mean. */
  readonly description?: { readonly name?: string; readonly text?: string; readonly values?: string };
  /** The values of an enumerated type. */
  readonly enumValues?: readonly string[];
  /** The driver's note on how a query reads values of this type, and on their parts: keys of JSON, fields of a composite. */
  readonly note?: string;
  /** Only in schemas that are made to be shown. */
  readonly cells?: ShownCells;
  /** True where every value reads `***` (`privacy/`): the column can be named, but not searched, compared or joined on. */
  readonly masked?: boolean;
}

/** A table by its name; `schema` is absent for the schema that needs no name. */
export interface TableName {
  readonly schema?: string;
  readonly name: string;
}

/** Columns of a table that reference rows of another (or the same) table. */
export interface ForeignKey {
  readonly columns: readonly string[];
  /** Absent for the schema that needs no name. */
  readonly referencedSchema?: string;
  readonly referencedTable: string;
  /** As many as `columns`, even where the declaration omits them. */
  readonly referencedColumns: readonly string[];
  /** Rows without a match, only in schemas that are made to be shown. */
  readonly unmatched?: number;
}

/** One table or view, or a relation of values handed over from another environment. */
export interface TableSchema {
  /** Absent for the schema that needs no name (`main`, the first of the search path). */
  readonly schema?: string;
  readonly name: string;
  /**
   * `foreign`: its rows are on another server or in a file, or it is a view of such a table; it is read only if a statement or a tool names it.
   * `values`: not a table of the database, but values from another environment (`relations/relation.ts`).
   */
  readonly kind: "table" | "view" | "foreign" | "values";
  /** In the table's order. */
  readonly columns: readonly ColumnSchema[];
  /** The declared foreign keys. */
  readonly foreignKeys: readonly ForeignKey[];
  /** Foreign keys inferred from names and values, if the database declares none at all. */
  readonly linksInData?: readonly ForeignKey[];
  /** The database's own comment on the table. */
  readonly comment?: string;
  /** Exact or estimated number of rows; absent when it would cost a scan. */
  readonly rowCount?: { readonly value: number; readonly exact: boolean };
  /** The driver's note for readers of the table: that it has no rows yet, or that the role may not see all of them. */
  readonly note?: string;
  /** All rows of a small table as SQL, only in schemas that are made to be shown. */
  readonly rows?: readonly string[];
  /** True where each pair of a link table stands in both directions; only in schemas that are made to be shown. */
  readonly isMirrored?: boolean;
  /** Tables of all levels that hold its rows. They are not in the schema, but privacy rules for this table apply to them too. */
  readonly partitions?: readonly TableName[];
  /** Tables of the schema whose rows it shows besides its own. Privacy rules for this table apply to them too. */
  readonly inheritors?: readonly TableName[];
}

/** All tables and views that are not hidden. */
export interface DatabaseSchema {
  readonly tables: readonly TableSchema[];
}
