/** A number of a table. */
export interface Figure {
  readonly value: number;
  /** How many digits behind the point are printed. */
  readonly digits: number;
  /** 95 % interval, of our own figures. */
  readonly low?: number;
  readonly high?: number;
  /** Questions it is the mean of, for our own figures. */
  readonly n?: number;
}

/** A text stands where the paper prints one ("∞", "-"); null where there is nothing. */
export type Cell = Figure | string | null;

export interface TableColumn {
  readonly title: string;
  /** Heading that it shares with its neighbours. */
  readonly over?: string;
}

export interface TableRow {
  readonly label: string;
  /** Heading that it shares with its neighbours. */
  readonly under?: string;
  readonly whose: "paper" | "ours";
  /** One for each column. */
  readonly cells: readonly Cell[];
}

/** Columns of our own stand behind the paper's where a table has systems beside each other. */
export interface TablePart {
  readonly title?: string;
  readonly rowTitle: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
}

/** A paper's table with its figures as printed, and ours with them. */
export interface PaperTable {
  /** As on the command line: "middleware-1". */
  readonly name: string;
  readonly title: string;
  /** Paper, table, and what its figures are. */
  readonly source: string;
  readonly parts: readonly TablePart[];
  /** Where the paper slips, and what of ours is not the paper's setting. */
  readonly notes: readonly string[];
  /** What fills the rows of ours; empty where there are some. */
  readonly commands: readonly string[];
}
