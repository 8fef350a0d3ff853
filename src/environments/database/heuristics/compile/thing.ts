import type { ColumnSchema, TableSchema } from "../../schema/database-schema.ts";
import type { JoinStep } from "../../schema/join-paths.ts";
import type { Operator } from "../grammar/question-tree.ts";
import type { Place } from "./place.ts";

/** A condition on the rows of a table. */
export type Test =
  | { readonly kind: "column"; readonly place: Place; readonly sql: (column: string) => string }
  | Among
  /** A condition on a table that the joins around it bring in. */
  | { readonly kind: "fixed"; readonly sql: string };

/** Rows that have related rows: any, none, or a number of them. */
export interface Among {
  readonly kind: "among";
  readonly hops: readonly JoinStep[];
  readonly tests: readonly Test[];
  readonly negated: boolean;
  readonly count?: { readonly operator: Operator; readonly value: number } | undefined;
  readonly rank?: Rank | undefined;
}

/** An order of rows by expressions over one column. */
export interface Rank {
  readonly place: Place;
  readonly keys: (column: string) => readonly string[];
  readonly direction: "asc" | "desc";
  readonly limit: number;
  /** True where rows without a value would come first. */
  readonly skipsMissing: boolean;
}

/** An order of things by how many others belong to them. */
export interface CountRank {
  readonly counted: Thing;
  readonly direction: "asc" | "desc";
  readonly limit: number;
}

/** What a noun phrase stands for: rows of a table under conditions, or the values that a column of it has in them. */
export interface Thing {
  readonly root: TableSchema;
  readonly column?: ColumnSchema | undefined;
  readonly tests: readonly Test[];
  readonly rank?: Rank | undefined;
  readonly countRank?: CountRank | undefined;
  /** How many others must belong to each, where the thing is a column's value ("hometowns of at least two teachers"). */
  readonly countTest?:
    | { readonly counted: Thing; readonly operator: Operator; readonly value: number }
    | undefined;
  /** What it is told apart by ("in each country"). */
  readonly each?: Thing | undefined;
}

/** What a modifier adds to a thing. */
export type Addition = Partial<Pick<Thing, "rank" | "countRank" | "countTest" | "each">> & {
  readonly tests?: readonly Test[];
};
