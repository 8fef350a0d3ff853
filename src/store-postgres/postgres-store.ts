import { createHash } from "node:crypto";

/** Bytes: an entry of a PostgreSQL index has room for about 2,700, and some have three such parts. */
const MOST = 600;

/**
 * Any string as a text that PostgreSQL can keep and index, different for different strings: NUL and unpaired surrogates, which UTF-8 has no place
 * for, are written out, and of what is long there is the digest.
 */
export function keyText(key: string): string {
  const text = key.replace(
    /[%\0\p{Surrogate}]/gu,
    (unit) => `%${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  if (Buffer.byteLength(text) <= MOST) return text;
  // No escape begins with "%#".
  return `%#${createHash("sha256").update(text).digest("hex")}`;
}

/** The time in milliseconds of the epoch: what the parameter says, or where it is null the server's clock, which all machines share. */
export const nowSql = (parameter: number): string =>
  `coalesce($${parameter}::float8, (extract(epoch FROM clock_timestamp()) * 1000)::float8)`;

/** Value of that parameter. */
export const nowGiven = (clock: (() => Date) | undefined): number | null => clock?.().getTime() ?? null;

/** True, and sees to it that the transaction is on disk when it is told as done, whatever the role's own setting is. */
export const DURABLE = `(current_setting('synchronous_commit') <> 'off'
  OR set_config('synchronous_commit', 'on', true) IS NOT NULL)`;

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
