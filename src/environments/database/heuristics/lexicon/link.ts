import type { ColumnSchema, TableSchema } from "../../schema/database-schema.ts";

export interface TableColumn {
  readonly table: TableSchema;
  readonly column: ColumnSchema;
}

/** A possible meaning of words in a question. `score` is 0 to 1: 1 for the exact name. */
export type Link = TableLinkWord | ColumnLinkWord | ValueLinkWord;

export interface TableLinkWord {
  readonly kind: "table";
  readonly table: TableSchema;
  readonly score: number;
}

export interface ColumnLinkWord extends TableColumn {
  readonly kind: "column";
  readonly score: number;
  /** A note for the answer if the words are not the column's own name. */
  readonly note?: string;
}

/** Cells of a column: stored values that the words name, or NULL or empty cells if the description gives them a meaning. */
export interface ValueLinkWord extends TableColumn {
  readonly kind: "value";
  readonly values: readonly string[];
  /** A second cell of the same row: the last name of a full name. */
  readonly with?: { readonly column: ColumnSchema; readonly value: string };
  readonly isNull?: "null" | "not-null";
  readonly score: number;
  /** How the words match: a cell, a cell's described meaning, or the name of a yes-no column. */
  readonly how: "cell" | "meaning" | "flag";
  readonly note?: string;
}

/** A span of the question with its possible meanings. */
export interface Mention {
  readonly at: number;
  readonly end: number;
  /** As typed. */
  readonly text: string;
  readonly links: readonly Link[];
}
