/** What of a table whoever reads it must know. */
export interface NotedMysqlTable {
  readonly isSystemVersioned: boolean;
  /** How many, and by what the rows are shared out. */
  readonly partitions?:
    | { readonly count: number; readonly method: string; readonly expression: string }
    | undefined;
  /** Why a view cannot be read. */
  readonly broken?: string | undefined;
}

/** One line, or undefined where there is nothing to know. */
export function mysqlTableNote({
  isSystemVersioned,
  partitions,
  broken,
}: NotedMysqlTable): string | undefined {
  const notes = [
    broken,
    isSystemVersioned &&
      "keeps earlier rows: a query sees those of now, FOR SYSTEM_TIME ALL behind the name all of them; the number of rows counts both",
    partitions !== undefined &&
      `${partitions.count} partitions by ${partitions.method}${partitions.expression === "" ? "" : ` (${partitions.expression})`}`,
  ].filter((note) => typeof note === "string");
  return notes.length === 0 ? undefined : notes.join("; ");
}
