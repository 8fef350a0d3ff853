import { setTimeout as sleep } from "node:timers/promises";
import type * as Mysql from "mysql2";
import type { Connection } from "mysql2";
import type { FuxiError } from "../../../../errors/fuxi-error.ts";
import type { SqlEngineError } from "../../driver/sql-engine-error.ts";
import { cancelledStatement, overTimeStatement } from "../../driver/stopped-statement.ts";
import {
  isConnectionLost,
  lostConnection,
  mysqlConnectFailure,
  mysqlStatementFailure,
  refusesMore,
} from "./mysql-failure.ts";
import type { MysqlServerFacts } from "./mysql-server-facts.ts";
import type { MysqlAddress } from "./mysql-url.ts";
import type { MysqlField } from "./mysql-value.ts";

/** False: no more rows are wanted. */
type TakeRow = (cells: readonly (Buffer | null)[], fields: readonly MysqlField[]) => boolean;

interface MysqlStatementResult {
  readonly fields: readonly MysqlField[];
  /** `rows`: more rows came than were wanted. `bytes`: one is too wide to take in. The connection is of no more use then. */
  readonly cutOff?: "rows" | "bytes";
}

/** Rows that are read and dropped before the statement is stopped on the server, which costs a connection. */
const MOST_DROPPED = 1000;
/** Of one row: what is waited for without a row coming complete. */
const MOST_ROW_BYTES = 64_000_000;
const BYTES_CHECK_MILLISECONDS = 50;

/** Parts of mysql2's connection that its types leave out. */
type MysqlConnection = Connection & {
  readonly stream: {
    readonly bytesRead?: number;
    readonly destroyed?: boolean;
    ref?(): unknown;
    unref?(): unknown;
  };
};

interface RowCommand {
  on(event: "fields", listener: (fields: readonly MysqlField[] | undefined) => void): this;
  on(event: "result", listener: (row: unknown) => void): this;
  on(event: "error", listener: (error: unknown) => void): this;
  on(event: "end", listener: () => void): this;
}

/** Runs a text as it stands, in the protocol that sends every cell as the server prints it, and hands the rows over one by one. */
function runMysqlText(
  connection: MysqlConnection,
  sql: string,
  takeRow: TakeRow,
): Promise<MysqlStatementResult> {
  return new Promise((resolve, reject) => {
    let fields: readonly MysqlField[] = [];
    let dropped = 0;
    let readBefore = connection.stream.bytesRead ?? 0;
    let wanted = true;
    const finish = (settle: () => void): void => {
      clearInterval(watch);
      settle();
    };
    const watch = setInterval(() => {
      // A connection that was destroyed tells nobody.
      if (connection.stream.destroyed) finish(() => reject(lostConnection()));
      if ((connection.stream.bytesRead ?? 0) - readBefore > MOST_ROW_BYTES)
        finish(() => resolve({ fields, cutOff: "bytes" }));
    }, BYTES_CHECK_MILLISECONDS);
    // A buffer for each cell: only the field tells what its bytes mean.
    const command = connection.query({ sql, rowsAsArray: true, typeCast: false }) as unknown as RowCommand;
    command.on("fields", (described) => {
      fields = described ?? [];
    });
    command.on("result", (row) => {
      if (!Array.isArray(row)) return;
      readBefore = connection.stream.bytesRead ?? 0;
      if (wanted) wanted = takeRow(row as (Buffer | null)[], fields);
      else if (++dropped === MOST_DROPPED) finish(() => resolve({ fields, cutOff: "rows" }));
    });
    command.on("error", (error) => finish(() => reject(error)));
    command.on("end", () => finish(() => resolve({ fields })));
  });
}

/** What the server makes of a text without running it: the columns of its result, none where it has no result. */
function prepareMysqlText(connection: MysqlConnection, sql: string): Promise<readonly MysqlField[]> {
  return new Promise((resolve, reject) => {
    connection.prepare(sql, (error, statement) => {
      if (error) {
        reject(error);
        return;
      }
      const { columns } = statement as unknown as { readonly columns?: readonly MysqlField[] };
      statement.close();
      // The client keeps statements by their text, closed ones too.
      connection.unprepare(sql);
      resolve(columns ?? []);
    });
  });
}

/** How long a server without a connection left is asked again, and how often, in milliseconds. */
const LONGEST_WAIT = 5000;
const RETRY_AFTER = 100;

/** Where the server has no connection left, one of this pool or of others may come free soon. `interrupted` ends the waiting. */
async function mysqlFreeConnection<T>(connect: () => Promise<T>, interrupted: Promise<never>): Promise<T> {
  const deadline = performance.now() + LONGEST_WAIT;
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      if (!refusesMore(error) || performance.now() > deadline) throw error;
    }
    await Promise.race([sleep(RETRY_AFTER), interrupted]);
  }
}

export interface MysqlBounds {
  readonly milliseconds?: number;
  readonly signal: AbortSignal;
  /** The server itself ends a result there, where the statement has no LIMIT of its own. */
  readonly maxRows?: number;
}

/** What can be done on one read-only transaction; nothing after a statement that was cut off. */
export interface MysqlTransaction {
  run(sql: string, takeRow: TakeRow): Promise<MysqlStatementResult>;
  prepare(sql: string): Promise<readonly MysqlField[]>;
  /** All rows of a statement of the driver's own, as texts. */
  rows(sql: string): Promise<readonly (readonly (string | null)[])[]>;
}

type PoolConnection = Mysql.PoolConnection & MysqlConnection;

/** If the server's own limit does not end a statement, it is killed after this grace. */
const GRACE = 1000;

/** A connection that is not clean by then, or a server that has not been told to stop, is given up. */
const RESET_MILLISECONDS = 3000;
/** Connections of one pool, each used for one read-only transaction at a time and wiped clean after it. */
export class MysqlSessions {
  /** What the server is, and the `sql_mode` it gives to who connects; known once it has been asked. */
  server: MysqlServerFacts | undefined;
  sqlMode: string | undefined;
  readonly #mysql: typeof Mysql;
  readonly #pool: Mysql.Pool;
  readonly #options: Mysql.ConnectionOptions;
  readonly #address: MysqlAddress;
  readonly #background = new Set<Promise<void>>();
  readonly #running = new Set<Promise<unknown>>();
  readonly #interruptions = new Set<(reason: FuxiError) => void>();
  #closed = false;

  constructor(
    mysql: typeof Mysql,
    options: Mysql.ConnectionOptions,
    poolSize: number,
    address: MysqlAddress,
  ) {
    this.#mysql = mysql;
    this.#options = options;
    this.#address = address;
    this.#pool = mysql.createPool({ ...options, connectionLimit: poolSize });
  }

  /** Opens a transaction, lets `work` use it, and ends it; a time limit or an abort ends it on the server too. */
  async transaction<T>(bounds: MysqlBounds, work: (transaction: MysqlTransaction) => Promise<T>): Promise<T> {
    if (bounds.signal.aborted || this.#closed) throw cancelledStatement();
    const running = this.#transaction(bounds, work);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  async #transaction<T>(
    bounds: MysqlBounds,
    work: (transaction: MysqlTransaction) => Promise<T>,
  ): Promise<T> {
    const { signal, milliseconds } = bounds;
    const interruption = Promise.withResolvers<never>();
    interruption.promise.catch(() => {});
    const interrupt = (reason: FuxiError): void => interruption.reject(reason);
    const onAbort = (): void => interrupt(cancelledStatement());
    signal.addEventListener("abort", onAbort, { once: true });
    this.#interruptions.add(interrupt);
    let timer: NodeJS.Timeout | undefined;
    // Waiting for a connection does not count.
    const onConnected = (): void => {
      clearTimeout(timer);
      if (milliseconds !== undefined)
        timer = setTimeout(() => interrupt(overTimeStatement(milliseconds)), milliseconds + GRACE);
    };
    try {
      const connection = await this.#begin(bounds, interruption.promise, onConnected);
      return await this.#within(connection, milliseconds, interruption.promise, work);
    } finally {
      clearTimeout(timer);
      this.#interruptions.delete(interrupt);
      signal.removeEventListener("abort", onAbort);
    }
  }

  /** Cancels what still runs. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const interrupt of this.#interruptions) interrupt(cancelledStatement());
    await Promise.allSettled(this.#running);
    await Promise.allSettled(this.#background);
    // Only idle connections are left to say goodbye, and one may be gone without the pool having noticed.
    await new Promise<void>((resolve) => {
      const patience = setTimeout(resolve, GRACE);
      this.#pool.end(() => {
        clearTimeout(patience);
        resolve();
      });
    });
  }

  /** A connection with its limits set and its transaction open. One that was lost while it lay idle is replaced. */
  async #begin(
    bounds: MysqlBounds,
    interrupted: Promise<never>,
    onConnected: () => void,
  ): Promise<PoolConnection> {
    for (let attempt = 1; ; attempt++) {
      const connection = await this.#connect(interrupted);
      onConnected();
      try {
        const begun = (async () => {
          await runMysqlText(connection, this.#settings(bounds), () => true);
          await runMysqlText(connection, "START TRANSACTION READ ONLY", () => true);
        })();
        await Promise.race([begun, interrupted]);
        return connection;
      } catch (error) {
        connection.destroy();
        if (!isConnectionLost(error) || attempt > MOST_ATTEMPTS) throw mysqlStatementFailure(error, "", "");
      }
    }
  }

  #settings({ milliseconds = 0, maxRows }: MysqlBounds): string {
    const limit = maxRows === undefined ? "DEFAULT" : String(maxRows);
    const settings = [
      "NAMES utf8mb4",
      "SESSION autocommit=1",
      `SESSION sql_select_limit=${limit}`,
      ...(this.sqlMode === undefined
        ? []
        : [`SESSION sql_mode='${this.sqlMode.replaceAll(/[^\w,]/gu, "")}'`]),
      ...(this.server?.sessionSettings(milliseconds).map((setting) => `SESSION ${setting}`) ?? []),
    ];
    return `SET ${settings.join(", ")}`;
  }

  async #connect(interrupted: Promise<never>): Promise<PoolConnection> {
    try {
      return await mysqlFreeConnection(() => this.#connectOnce(interrupted), interrupted);
    } catch (error) {
      throw mysqlConnectFailure(error, this.#address, this.server !== undefined);
    }
  }

  async #connectOnce(interrupted: Promise<never>): Promise<PoolConnection> {
    let isQueued = false;
    const onQueued = (): void => {
      isQueued = true;
    };
    this.#pool.once("enqueue", onQueued);
    const connecting = new Promise<PoolConnection>((resolve, reject) => {
      this.#pool.getConnection((error, connection) => {
        if (error) reject(error);
        else resolve(connection as PoolConnection);
      });
    });
    this.#pool.off("enqueue", onQueued);
    const patience = Promise.withResolvers<never>();
    patience.promise.catch(() => {});
    // The client's own limit ends with the server's greeting; one that stalls behind it would be waited for without end.
    const limit = isQueued
      ? undefined
      : setTimeout(() => patience.reject({ code: "ETIMEDOUT" }), this.#options.connectTimeout);
    try {
      const connection = await Promise.race([connecting, interrupted, patience.promise]);
      connection.stream.ref?.();
      return connection;
    } catch (error) {
      void connecting.then((connection) => connection.release()).catch(() => {});
      throw error;
    } finally {
      clearTimeout(limit);
    }
  }

  async #within<T>(
    connection: PoolConnection,
    milliseconds: number | undefined,
    interrupted: Promise<never>,
    work: (transaction: MysqlTransaction) => Promise<T>,
  ): Promise<T> {
    let current = "";
    let isUsable = true;
    const transaction: MysqlTransaction = {
      async run(sql, takeRow) {
        current = sql;
        const result = await runMysqlText(connection, sql, takeRow);
        if (result.cutOff !== undefined) isUsable = false;
        return result;
      },
      prepare(sql) {
        current = sql;
        return prepareMysqlText(connection, sql);
      },
      async rows(sql) {
        const rows: (string | null)[][] = [];
        current = sql;
        await runMysqlText(connection, sql, (cells) => {
          rows.push(cells.map((cell) => cell?.toString("utf8") ?? null));
          return true;
        });
        return rows;
      },
    };
    try {
      const result = await Promise.race([work(transaction), interrupted]);
      if (isUsable) this.#giveBack(connection);
      else this.#stop(connection);
      return result;
    } catch (error) {
      const failure = mysqlStatementFailure(error, current, this.#address.database);
      const isTimeLimit = (failure as SqlEngineError).facts?.kind === "time-limit";
      if (failure === error) this.#stop(connection);
      else if (isConnectionLost(failure)) connection.destroy();
      else this.#giveBack(connection);
      throw isTimeLimit && milliseconds !== undefined ? overTimeStatement(milliseconds) : failure;
    }
  }

  /** Wipes what a statement may have left (variables, locks, settings, its transaction) before the next may use the connection. */
  #giveBack(connection: PoolConnection): void {
    this.#inBackground(
      new Promise((resolve) => {
        const finish = (isClean: boolean): void => {
          clearTimeout(patience);
          connection.stream.unref?.();
          if (isClean) connection.release();
          else connection.destroy();
          resolve();
        };
        const patience = setTimeout(() => finish(false), RESET_MILLISECONDS);
        connection.reset((error) => finish(!error));
      }),
    );
  }

  /** Closing a connection does not stop what runs on it: the server is told over another one. */
  #stop(connection: PoolConnection): void {
    const { threadId } = connection;
    connection.destroy();
    this.#inBackground(
      new Promise((resolve) => {
        const messenger = this.#mysql.createConnection({
          ...this.#options,
          connectTimeout: RESET_MILLISECONDS,
        });
        const finish = (): void => {
          clearTimeout(patience);
          messenger.destroy();
          resolve();
        };
        const patience = setTimeout(finish, RESET_MILLISECONDS);
        messenger.on("error", finish);
        messenger.query(`KILL ${Number(threadId)}`, finish);
      }),
    );
  }

  #inBackground(work: Promise<void>): void {
    const kept = work.finally(() => this.#background.delete(kept));
    this.#background.add(kept);
  }
}

/** More idle connections than a pool has may not be lost in a row. */
const MOST_ATTEMPTS = 8;
