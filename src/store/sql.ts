import { createHash } from "node:crypto";
import type { FuxiError } from "../errors/fuxi-error.ts";

/** Result of a statement: rows by column name, and the number of rows read or changed. */
export interface Rows {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly rowCount: number;
}

/** A statement in PostgreSQL's dialect, with `$1`, `$2`, … for the values. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly unknown[] | undefined;
}

/** A piece of work that yields statements and receives their rows. SQLite runs it in one go, PostgreSQL waits for its server in between. */
export type Steps<T> = Generator<Statement, T, Rows>;

export type Work<T> = () => Steps<T>;

/** Runs one statement inside a piece of work: `yield* query(…)`. */
export function* query(sql: string, values?: readonly unknown[]): Steps<Rows> {
  return yield { sql, values };
}

/** A database that holds stores: a SQLite file, or a schema on a PostgreSQL server that machines share. The last store that is closed closes it. */
export interface Sql {
  /** Location for messages: a file, or host, port and database. */
  readonly place: string;
  /** True if several machines may use it. */
  readonly shared: boolean;
  /** True once nobody uses it any more and its connections have ended. */
  readonly closed: boolean;
  /** The store's clock in SQL: milliseconds of the epoch. */
  readonly now: string;
  /** The name of a table as it stands in a statement. */
  table(name: string): string;
  /** A table `alias` with the elements of the JSON array in that parameter as `value`, and their indexes from 0 as `key`. */
  elements(parameter: number, alias?: string): string;
  /** A table `found` with the SHA-256 digests in a text as `value`. */
  digests(column: string): string;
  /**
   * Statements that are each a transaction of their own. If a server is away or restarts, the work is retried on another connection, also after
   * a lost reply. So the work must be idempotent.
   *
   * @throws FuxiError `store-unavailable`, `store-corrupt`
   */
  run<T>(work: Work<T>, options?: { readonly patienceMilliseconds?: number }): Promise<T>;
  /**
   * One transaction, which is on disk when the call returns. It is retried unless the reply to its commit was lost. `lock`: no two transactions
   * of that lock run at once.
   *
   * @throws FuxiError `store-unavailable`, `store-corrupt`
   */
  transaction<T>(work: Work<T>, options?: { readonly lock?: string }): Promise<T>;
  /** Only for files: overwrites deleted data, and shrinks the file if `whole`. False if another process prevents it. */
  compact?(whole: boolean): boolean;
  damaged(cause?: unknown): FuxiError;
  /** Adds one more user; the returned function removes it. */
  share(): () => Promise<void>;
}

/** `share` of a database that ends with its last user. */
export function sharedUntil(end: () => void | Promise<void>): Sql["share"] {
  let users = 0;
  return () => {
    users++;
    let isGivenUp = false;
    return async () => {
      if (isGivenUp) return;
      isGivenUp = true;
      users--;
      if (users === 0) await end();
    };
  };
}

/** Milliseconds of the epoch: the parameter, or if it is null, the store's clock, which all machines share. */
export const timeSql = ({ now }: Sql, parameter: number): string => `coalesce($${parameter}::float8, ${now})`;

/** Value of the parameter of `timeSql`. */
export const timeGiven = (clock: (() => Date) | undefined): number | null => clock?.().getTime() ?? null;

/**
 * Parses JSON that a store wrote.
 * @throws FuxiError `store-corrupt`
 */
export function parseStored<T>({ damaged }: Sql, text: unknown): T {
  try {
    return JSON.parse(String(text)) as T;
  } catch (cause) {
    throw damaged(cause);
  }
}

/** Most bytes of a key: an entry of a PostgreSQL index has room for about 2,700, and some have three keys. */
const MOST = 600;

/**
 * Any string as a text that a database can keep and index, different for different strings: NUL and unpaired surrogates, which cannot be stored,
 * are escaped, and long strings are replaced by a digest.
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
