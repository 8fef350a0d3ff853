import { createHash } from "node:crypto";
import type { FuxiError } from "../errors/fuxi-error.ts";

/** What a statement returned: rows by column name, and how many it read or changed. */
export interface Rows {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly rowCount: number;
}

/** In PostgreSQL's dialect, with `$1`, `$2`, … for the values. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly unknown[] | undefined;
}

/** A piece of work that yields statements and receives their rows. SQLite runs it in one go, PostgreSQL waits for its server in between. */
export type Steps<T> = Generator<Statement, T, Rows>;

/** `again`: an earlier attempt may have been carried out without our being told. */
export type Work<T> = (again: boolean) => Steps<T>;

/** Runs one statement inside a piece of work: `yield* query(…)`. */
export function* query(sql: string, values?: readonly unknown[]): Steps<Rows> {
  return yield { sql, values };
}

/** A database that holds stores: a SQLite file, or a schema on a PostgreSQL server that machines share. The last store that is closed closes it. */
export interface Sql {
  /** For people: a file, or host, port and database. */
  readonly place: string;
  /** Several machines may be at work with it. */
  readonly shared: boolean;
  /** Nobody uses it any more, and its connections are ended. */
  readonly closed: boolean;
  /** The store's clock in SQL: milliseconds of the epoch. */
  readonly now: string;
  /** The name of a table as it stands in a statement. */
  table(name: string): string;
  /** A table `alias` with the elements of the JSON array in that parameter as `value`, and their places from 0 on as `key`. */
  elements(parameter: number, alias?: string): string;
  /** A table `found` with the SHA-256 digests in a text as `value`. */
  digests(column: string): string;
  /**
   * Statements that are each a transaction of their own. Where a server is away or restarts, the work is done again on another connection;
   * it must be such that this changes nothing, or look what became of the time before.
   *
   * @throws FuxiError `store-unavailable`, `store-corrupt`
   */
  run<T>(work: Work<T>, options?: { readonly patienceMilliseconds?: number }): Promise<T>;
  /** The same as one transaction that is on disk, whole or not at all. `lock`: no two of that name at once. */
  transaction<T>(work: Work<T>, options?: { readonly lock?: string }): Promise<T>;
  /** Of a file: overwrites what was deleted, and shrinks the file where `whole`. False where another process keeps it from doing so. */
  compact?(whole: boolean): boolean;
  damaged(cause?: unknown): FuxiError;
  /** For one more user; the function gives it up. */
  share(): () => Promise<void>;
}

/** `share` of a database that its last user ends. */
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

/** Milliseconds of the epoch: what the parameter says, or where it is null the store's clock, which all machines share. */
export const timeSql = ({ now }: Sql, parameter: number): string => `coalesce($${parameter}::float8, ${now})`;

/** Value of that parameter. */
export const timeGiven = (clock: (() => Date) | undefined): number | null => clock?.().getTime() ?? null;

/**
 * What a store wrote as JSON.
 * @throws FuxiError `store-corrupt`
 */
export function parseStored<T>({ damaged }: Sql, text: unknown): T {
  try {
    return JSON.parse(String(text)) as T;
  } catch (cause) {
    throw damaged(cause);
  }
}

/** Bytes: an entry of a PostgreSQL index has room for about 2,700, and some have three such parts. */
const MOST = 600;

/**
 * Any string as a text that a database can keep and index, different for different strings: NUL and unpaired surrogates, which UTF-8 has no place
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
