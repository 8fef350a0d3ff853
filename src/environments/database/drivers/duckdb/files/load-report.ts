/** The source of one table, and doubts about how it was read. */
export interface TableReport {
  readonly table: string;
  /** The file's name, with its sheet where it has several. */
  readonly source: string;
  /** Absent for files that are not copied. */
  readonly rows?: number;
  readonly columns: number;
  /** How the file was read: encoding, delimiter, lines of the names. */
  readonly reading: readonly string[];
  /** Possible misreadings, one sentence each. */
  readonly doubts: readonly string[];
}

/** Doubts shown per table at the start; all are in the comments of the table and its columns. */
const MOST_DOUBTS = 3;

/** One line for each table. */
export function summaryLine({ table, source, rows, columns, reading, doubts }: TableReport): string {
  const size = [...(rows === undefined ? [] : [counted(rows, "row")]), counted(columns, "column")].join(", ");
  const how = reading.length === 0 ? "" : ` (${reading.join(", ")})`;
  const doubtful = doubts.length === 0 ? "" : `; ${counted(doubts.length, "doubt")}`;
  return `${source}: table ${table}, ${size}${how}${doubtful}`;
}

/** The first doubts of each table, and the number of further ones. */
export function doubtLines(reports: readonly TableReport[]): readonly string[] {
  return reports.flatMap(({ table, doubts }) => {
    const rest = doubts.length - MOST_DOUBTS;
    const more =
      rest > 0 ? [`${table}: and ${counted(rest, "more doubt")}: see the comments of its columns`] : [];
    return [...doubts.slice(0, MOST_DOUBTS).map((doubt) => `${table}: ${doubt}`), ...more];
  });
}

export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}
