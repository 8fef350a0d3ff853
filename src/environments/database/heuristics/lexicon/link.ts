import type { ColumnSchema, TableSchema } from "../../schema/database-schema.ts";

export interface ColumnPlace {
  readonly table: TableSchema;
  readonly column: ColumnSchema;
}

/** What words of a question may stand for. `score` is 0 to 1: 1 for the very name. */
export type Link = TableLinkWord | ColumnLinkWord | ValueLinkWord;

export interface TableLinkWord {
  readonly kind: "table";
  readonly table: TableSchema;
  readonly score: number;
}

export interface ColumnLinkWord extends ColumnPlace {
  readonly kind: "column";
  readonly score: number;
  /** Said with the answer where the words are not the column's own name. */
  readonly note?: string;
}

/** Cells of a column: stored values that the words name, or a NULL or empty cell whose meaning the description tells. */
export interface ValueLinkWord extends ColumnPlace {
  readonly kind: "value";
  readonly values: readonly string[];
  /** A second cell of the same row that belongs to it: the last name of a full name. */
  readonly with?: { readonly column: ColumnSchema; readonly value: string };
  readonly isNull?: "null" | "not-null";
  readonly score: number;
  /** How the words lead there: a cell, the described meaning of one, or the name of a yes-no column. */
  readonly how: "cell" | "meaning" | "flag";
  readonly note?: string;
}

/** A span of the question with what it may stand for. */
export interface Mention {
  readonly at: number;
  readonly end: number;
  /** As typed. */
  readonly text: string;
  readonly links: readonly Link[];
}
