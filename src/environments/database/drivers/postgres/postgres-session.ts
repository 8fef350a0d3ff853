import { setTimeout } from "node:timers/promises";
import type { Connection, Pool, PoolClient, Submittable } from "pg";
import type { FuxiError } from "../../../../errors/fuxi-error.ts";
import type { SqlEngineError } from "../../driver/sql-engine-error.ts";
import { cancelledStatement, overTimeStatement } from "../../driver/stopped-statement.ts";
import {
  connectionSurvives,
  type PostgresAddress,
  postgresConnectFailure,
  postgresStatementFailure,
  refusesMore,
  silentServer,
} from "./postgres-failure.ts";

export interface PostgresField {
  readonly name: string;
  readonly tableID: number;
  readonly columnID: number;
  readonly dataTypeID: number;
}

type PostgresRow = readonly (string | null)[];

interface PostgresStatementResult {
  readonly fields: readonly PostgresField[];
  /** Those that nothing else took. */
  readonly rows: readonly PostgresRow[];
  /** The connection was cut in the middle of the result: it is of no more use, and the server has yet to be told to stop. */
  readonly isCutOff: boolean;
}

/** Takes a row instead of the result; false: no more rows are wanted. */
type TakeRow = (row: PostgresRow, fields: readonly PostgresField[]) => boolean;

/** `pg` holds each message whole, and ends the process over one that is longer than JavaScript's longest text (some 537 million characters). */
const MOST_MESSAGE_BYTES = 64_000_000;

/**
 * One statement in the extended protocol: the server itself refuses a second one in the text, sends no more than `maxRows` rows, and
 * with `maxRows` 0 only describes the result without running anything. Where no more rows are wanted before that, or where a row of more than
 * 64 MB comes, the connection is cut: the protocol has no other way to make the server stop.
 */
class PostgresStatement implements Submittable {
  readonly result: Promise<PostgresStatementResult>;
  /** `pg` calls it when the connection is lost while the statement waits its turn. */
  callback: (error?: unknown) => void;
  readonly #text: string;
  readonly #values: PostgresRow;
  readonly #maxRows: number;
  #fields: readonly PostgresField[] = [];
  readonly #rows: PostgresRow[] = [];
  readonly #takeRow: TakeRow;
  #connection: Connection | undefined;
  /** Of the message that has begun to come; at most so many. */
  #bytesPending = 0;
  #error: unknown;
  #settle!: { resolve: (result: PostgresStatementResult) => void; reject: (error: unknown) => void };

  constructor(text: string, values: PostgresRow, maxRows: number, takeRow?: TakeRow) {
    this.#text = text;
    this.#values = values;
    this.#maxRows = maxRows;
    this.#takeRow = takeRow ?? ((row) => this.#rows.push(row) > 0);
    this.result = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    this.callback = (error) => {
      if (error) this.#settle.reject(error);
    };
  }

  submit(connection: Connection): void {
    this.#connection = connection;
    connection.stream.on("data", this.#watch);
    connection.stream.cork();
    connection.parse({ name: "", text: this.#text, types: [] }, true);
    if (this.#maxRows === 0) {
      connection.describe({ type: "S", name: "" }, true);
    } else {
      connection.bind({ portal: "", statement: "", values: [...this.#values] }, true);
      connection.describe({ type: "P", name: "" }, true);
      connection.execute({ portal: "", rows: this.#maxRows as unknown as string }, true);
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription(message: { readonly fields: readonly PostgresField[] }): void {
    this.#bytesPending = 0;
    this.#fields = message.fields;
  }

  handleDataRow(message: { readonly fields: (string | null)[] }): void {
    this.#bytesPending = 0;
    // What was read before the cut still comes.
    if (this.#connection && !this.#takeRow(message.fields, this.#fields)) this.#cutOff();
  }

  handlePortalSuspended(): void {}

  handleCommandComplete(): void {}

  handleEmptyQuery(): void {}

  handleError(error: unknown): void {
    this.#error ??= error;
    this.#release();
    // A lost connection sends no ReadyForQuery.
    this.#settle.reject(error);
  }

  handleReadyForQuery(): void {
    this.#release();
    if (this.#error === undefined) this.#settle.resolve(this.#result(false));
  }

  readonly #watch = (chunk: { readonly length: number }): void => {
    this.#bytesPending += chunk.length;
    if (this.#bytesPending > MOST_MESSAGE_BYTES) this.#cutOff();
  };

  #cutOff(): void {
    this.#settle.resolve(this.#result(true));
    this.#release()?.stream.destroy();
  }

  #result(isCutOff: boolean): PostgresStatementResult {
    return { fields: this.#fields, rows: this.#rows, isCutOff };
  }

  #release(): Connection | undefined {
    const connection = this.#connection;
    this.#connection = undefined;
    connection?.stream.off("data", this.#watch);
    return connection;
  }
}

interface Waiting {
  readonly start: () => void;
  readonly fail: (reason: unknown) => void;
}

/** Lets so many work at a time; the others wait in order, however long it takes. (`pg` counts waiting as failing to connect.) */
class PostgresTurns {
  #free: number;
  #waiting: Waiting[] = [];

  constructor(limit: number) {
    this.#free = limit;
  }

  /** Waits for a turn and gives the function that ends it. Rejects with `reason()` on abort. */
  async take(signal: AbortSignal, reason: () => Error): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(signal, reason);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      const next = this.#waiting.shift();
      if (next) next.start();
      else this.#free += 1;
    };
  }

  refuseWaiting(reason: Error): void {
    for (const waiting of this.#waiting.splice(0)) waiting.fail(reason);
  }

  #wait(signal: AbortSignal, reason: () => Error): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        reject(reason());
      };
      const waiting: Waiting = {
        start: () => {
          signal.removeEventListener("abort", onAbort);
          resolve();
        },
        fail: (error) => {
          signal.removeEventListener("abort", onAbort);
          reject(error);
        },
      };
      signal.addEventListener("abort", onAbort, { once: true });
      this.#waiting.push(waiting);
    });
  }
}

export interface PostgresBounds {
  readonly milliseconds?: number;
  readonly signal: AbortSignal;
}

/** Runs statements on one read-only transaction; none after one that was cut off. */
export type RunStatement = (
  sql: string,
  values: PostgresRow,
  maxRows: number,
  takeRow?: TakeRow,
) => Promise<PostgresStatementResult>;

/** If the server's own limit does not end a statement, the connection is cut after this grace. */
const GRACE = 1000;

/** How long a server without a connection left is asked again, and how often, in milliseconds. */
const LONGEST_WAIT = 5000;
const RETRY_AFTER = 100;

/** What every transaction begins with. */
export interface PostgresBeginning {
  /** Set for servers from version 14 on, which can look after the client while a statement runs. */
  readonly noticesLostClients: boolean;
  /** The role's own limit of a statement, which Fuxi's may only undercut. */
  readonly roleMilliseconds?: number;
  /** `SET LOCAL …`, each ended by a semicolon. */
  readonly settings: string;
}

/** Connections of one pool, each used for one read-only transaction at a time. */
export class PostgresSessions {
  beginning: PostgresBeginning = { noticesLostClients: false, settings: "" };
  readonly #pool: Pool;
  readonly #cancel: (client: PoolClient) => Promise<void>;
  readonly #address: PostgresAddress;
  readonly #background = new Set<Promise<void>>();
  readonly #turns: PostgresTurns;
  readonly #interruptions = new Set<(reason: FuxiError) => void>();
  #closed = false;
  #answered = false;

  /** Closing a connection does not stop what runs on it: `cancel` tells the server. */
  constructor(pool: Pool, cancel: (client: PoolClient) => Promise<void>, address: PostgresAddress) {
    this.#pool = pool;
    this.#cancel = cancel;
    this.#address = address;
    this.#turns = new PostgresTurns(pool.options.max);
    // An idle connection that the server closes is simply replaced.
    pool.on("error", () => {});
  }

  /** Opens a transaction, lets `work` run its statements, and ends it; a time limit or an abort ends it on the server too. */
  async transaction<T>(bounds: PostgresBounds, work: (run: RunStatement) => Promise<T>): Promise<T> {
    if (bounds.signal.aborted || this.#closed) throw cancelledStatement();
    const endTurn = await this.#turns.take(bounds.signal, cancelledStatement);
    try {
      return await this.#transaction(bounds, work);
    } finally {
      endTurn();
    }
  }

  /** Cancels what still runs. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#turns.refuseWaiting(cancelledStatement());
    for (const interrupt of this.#interruptions) interrupt(cancelledStatement());
    await Promise.all(this.#background);
    await this.#pool.end();
  }

  async #transaction<T>(bounds: PostgresBounds, work: (run: RunStatement) => Promise<T>): Promise<T> {
    const { signal } = bounds;
    const milliseconds = lowest(bounds.milliseconds, this.beginning.roleMilliseconds);
    const client = await this.#connect(signal);
    let release = (_destroy: boolean): void => {
      release = () => {};
      client.release(_destroy);
    };
    const interruption = Promise.withResolvers<never>();
    const abandon = (): void => {
      const freed = release;
      release = () => {};
      // A socket that was destroyed may tell so after the transaction has ended.
      client.on("error", () => {});
      this.#inBackground(this.#cancel(client).finally(() => freed(true)));
    };
    const interrupt = (reason: FuxiError): void => {
      interruption.reject(reason);
      abandon();
    };
    const onAbort = (): void => interrupt(cancelledStatement());
    signal.addEventListener("abort", onAbort, { once: true });
    this.#interruptions.add(interrupt);
    const fallback =
      milliseconds === undefined
        ? undefined
        : globalThis.setTimeout(() => interrupt(silentServer(milliseconds)), milliseconds + GRACE);
    const onError = (): void => {};
    client.on("error", onError);
    try {
      const result = await Promise.race([
        interruption.promise,
        this.#within(client, milliseconds, work, abandon),
      ]);
      release(false);
      return result;
    } catch (error) {
      const survives = connectionSurvives(error) || (error as SqlEngineError).facts?.kind === "time-limit";
      release(!survives);
      throw error;
    } finally {
      clearTimeout(fallback);
      this.#interruptions.delete(interrupt);
      signal.removeEventListener("abort", onAbort);
      client.off("error", onError);
      interruption.promise.catch(() => {});
    }
  }

  /** Where the server has no connection left, one of this pool or of others may come free soon. */
  async #connect(signal: AbortSignal): Promise<PoolClient> {
    const deadline = performance.now() + LONGEST_WAIT;
    for (;;) {
      try {
        const client = await this.#connectOnce(signal);
        this.#answered = true;
        return client;
      } catch (error) {
        if (!refusesMore(error) || performance.now() > deadline || this.#closed || signal.aborted) {
          throw postgresConnectFailure(error, this.#address, this.#answered);
        }
        await setTimeout(RETRY_AFTER);
      }
    }
  }

  async #connectOnce(signal: AbortSignal): Promise<PoolClient> {
    const connecting = this.#pool.connect();
    const aborted = Promise.withResolvers<never>();
    const onAbort = (): void => aborted.reject(cancelledStatement());
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      return await Promise.race([connecting, aborted.promise]);
    } catch (error) {
      if (signal.aborted) void connecting.then((client) => client.release()).catch(() => {});
      throw error;
    } finally {
      signal.removeEventListener("abort", onAbort);
      aborted.promise.catch(() => {});
    }
  }

  async #within<T>(
    client: PoolClient,
    milliseconds: number | undefined,
    work: (run: RunStatement) => Promise<T>,
    abandon: () => void,
  ): Promise<T> {
    let current = "";
    let isCutOff = false;
    try {
      await client.query(beginReading(milliseconds, this.beginning));
      const result = await work(async (sql, values, maxRows, takeRow) => {
        current = sql;
        const read = await client.query(new PostgresStatement(sql, values, maxRows, takeRow)).result;
        if (read.isCutOff) {
          isCutOff = true;
          abandon();
        }
        return read;
      });
      if (!isCutOff) await client.query("ROLLBACK");
      return result;
    } catch (error) {
      const failure = postgresStatementFailure(error, current);
      if (connectionSurvives(failure) || failure.code === "engine-timeout") {
        await client.query("ROLLBACK").catch(() => {});
      }
      throw failure.code === "engine-timeout" && milliseconds !== undefined
        ? overTimeStatement(milliseconds)
        : failure;
    }
  }

  #inBackground(work: Promise<void>): void {
    const kept = work.finally(() => this.#background.delete(kept));
    this.#background.add(kept);
  }
}

function lowest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

/**
 * The SELECT takes the transaction's snapshot; from then on the server refuses SET TRANSACTION READ WRITE. The other settings keep the
 * text meaning what the parser took it for, the values readable, have row security filter instead of refusing, and let the server notice a
 * client that is gone. All end with the transaction: behind a pooler the next one may run on another connection.
 */
function beginReading(milliseconds: number | undefined, beginning: PostgresBeginning): string {
  const timeout = milliseconds === undefined ? 0 : Math.max(1, Math.ceil(milliseconds));
  const lostClients = beginning.noticesLostClients
    ? "SET LOCAL client_connection_check_interval = '2s';"
    : "";
  return `BEGIN TRANSACTION READ ONLY; ${beginning.settings}
    SET LOCAL statement_timeout = ${timeout};
    SET LOCAL standard_conforming_strings = on; SET LOCAL bytea_output = hex; SET LOCAL datestyle = ISO;
    SET LOCAL row_security = on; ${lostClients} SELECT 1`;
}
