import type { OurEntry } from "./our-entry.ts";
import type { TablePart } from "./paper-table.ts";

/** A query of an Itool set, as far as tables count it. */
export interface CountedQuery {
  readonly category: string;
  /** Calls of its solution. */
  readonly steps: number;
}

/** What stands beside the paper's figures. */
export interface TableInput {
  readonly entries: readonly OurEntry[];
  /** Only for Table 4.2: sets of ours with a title. */
  readonly sets: readonly { readonly title: string; readonly queries: readonly CountedQuery[] }[];
}

/** How a paper's table is made. */
export interface TableDefinition {
  readonly name: string;
  readonly title: string;
  readonly source: string;
  /** Names of the benchmarks whose runs stand in it. */
  readonly benchmarks: readonly string[];
  /** What fills it. */
  readonly commands: readonly string[];
  readonly notes: readonly string[];
  readonly parts: (input: TableInput) => readonly TablePart[];
  /** Of an entry, what is not the paper's setting, beyond what is said of every entry. */
  readonly differences?: (entry: OurEntry) => readonly string[];
}
