/** What a statement returned: rows by column name, and how many it read or changed. */
export interface Rows {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly rowCount: number;
}

/** Runs one statement of a piece of work, in its transaction where it has one. `values` are those of `$1`, `$2`, … */
export type Query = (sql: string, values?: readonly unknown[]) => Promise<Rows>;

/** `again`: an earlier attempt may have been carried out without our being told. */
export type Work<T> = (query: Query, again: boolean) => Promise<T>;

/**
 * A schema on a PostgreSQL server that machines share. Nothing is kept in a connection, so that a pooler may give each transaction another one.
 * Shared by the stores that are made on it; the last one that is closed ends its connections.
 */
export interface PostgresStore {
  /** Host, port and database, for people. */
  readonly place: string;
  readonly schema: string;
  /** Nobody uses it any more, and its connections are ended. */
  readonly closed: boolean;
  /** The name of a table as it stands in a statement. */
  table(name: string): string;
  /**
   * Statements that are each a transaction of their own. While the server is away or restarts, the work is done again on another connection;
   * it must be such that this changes nothing, or look what became of the time before.
   *
   * @throws FuxiError `store-unavailable`, `store-corrupt`
   */
  run<T>(work: Work<T>, options?: { readonly patienceMilliseconds?: number }): Promise<T>;
  /** The same as one transaction, written whole or not at all. */
  transaction<T>(work: Work<T>): Promise<T>;
  /** For one more user of the connections; the function gives it up. */
  share(): () => Promise<void>;
}
