/** Something in a file that could not be read, and was left out. */
export interface SkippedLine {
  /** From 1; the line on which the statement begins. */
  readonly line: number;
  /** One sentence for the person. */
  readonly reason: string;
  /** The beginning of what stands there, at most 120 characters. */
  readonly text: string;
}

/** Formats that are read. `delimited`: three columns of text, separated by tabs or `|`. */
export type RdfFormat = "n-triples" | "n-quads" | "turtle" | "trig" | "rdf-xml" | "json-ld" | "delimited";

/** What came of reading a file. Kept in the cache file, so that a reopened store can say it again. */
export interface LoadReport {
  /** As recognised, or as given. */
  readonly format: RdfFormat;
  /** In the file; the table has each once. */
  readonly triples: number;
  /** Statements that could not be read. */
  readonly skipped: number;
  /** The first of them, at most 20. */
  readonly examples: readonly SkippedLine[];
  /** False where reading ended at a fault that could not be passed over: what comes after it is not loaded. */
  readonly complete: boolean;
  /** Sentences for the person: graph names left out, a format other than the name says, identifiers made up for delimited files. */
  readonly remarks: readonly string[];
  /** Predicates whose values are masked, as full IRIs; absent where no privacy rules hold. */
  readonly masked?: readonly string[];
}
