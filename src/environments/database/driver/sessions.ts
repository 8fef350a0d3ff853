import { setTimeout as sleep } from "node:timers/promises";
import type { FuxiError } from "../../../errors/fuxi-error.ts";
import { Slots } from "../../../util/slots.ts";
import { SqlEngineError } from "./sql-engine-error.ts";
import { cancelledStatement, overTimeStatement } from "./stopped-statement.ts";

export interface SessionBounds {
  readonly milliseconds?: number;
  readonly signal: AbortSignal;
}

/** The state of one transaction. */
export interface TransactionState {
  /** The text of the running statement, for errors. */
  current: string;
  /** True after a result that was not read to its end: the connection is unusable, and the server must still be told to stop. */
  isCutOff: boolean;
}

/** Opens, uses and closes connections to a server, or processes on a file. */
export interface SessionLink<Connection, Bounds extends SessionBounds> {
  connect(): Promise<Connection>;
  /** Sets the limits and opens a read-only transaction. */
  begin(connection: Connection, bounds: Bounds): Promise<void>;
  /** Cleans a connection and returns it to its pool, or destroys it. */
  giveBack(connection: Connection): Promise<void>;
  /** Returns a connection on which nothing was begun. */
  release(connection: Connection): void;
  /** Stops a running statement on the server and closes the connection: closing alone stops nothing. */
  stop(connection: Connection): Promise<void>;
  destroy(connection: Connection): void;
  /** True if only the number of connections is exhausted: one may come free in a moment. */
  refusesMore(error: unknown): boolean;
  /** True if the error leaves the connection unusable. */
  isLost(error: unknown): boolean;
  connectFailure(error: unknown, answeredBefore: boolean): FuxiError;
  /** The error for a failed statement; Fuxi's own errors pass unchanged. */
  statementFailure(error: unknown, sql: string): FuxiError;
  /** Ends the idle connections. */
  end(): Promise<void>;
  /** Milliseconds after the server's own limit at which a statement is stopped from here. */
  readonly grace: number;
}

/** Grace for servers: most statements end at the server's own limit, which keeps the connection. */
export const SERVER_GRACE = 1000;
/** Retry limit and interval, in milliseconds, while the server has no free connection. */
const LONGEST_WAIT = 5000;
const RETRY_AFTER = 100;
/** More than a pool's idle connections, all of which may have been lost. */
const MOST_ATTEMPTS = 8;

/** Connections of one pool, each used for one read-only transaction at a time. Further transactions wait in order, without a time limit. */
export class Sessions<Connection, Bounds extends SessionBounds> {
  readonly #link: SessionLink<Connection, Bounds>;
  readonly #background = new Set<Promise<void>>();
  readonly #running = new Set<Promise<unknown>>();
  readonly #interruptions = new Set<(reason: FuxiError) => void>();
  readonly #slots: Slots;
  #closed = false;
  #answered = false;

  constructor(link: SessionLink<Connection, Bounds>, size: number) {
    this.#link = link;
    this.#slots = new Slots(size);
  }

  /** Runs `work` in a transaction. A time limit or an abort ends the transaction on the server too. */
  async transaction<T>(
    bounds: Bounds,
    work: (connection: Connection, state: TransactionState) => Promise<T>,
  ): Promise<T> {
    if (bounds.signal.aborted || this.#closed) throw cancelledStatement();
    const running = this.#transaction(bounds, work);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Cancels running transactions. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const interrupt of this.#interruptions) interrupt(cancelledStatement());
    await Promise.allSettled(this.#running);
    await Promise.allSettled(this.#background);
    await this.#link.end();
  }

  async #transaction<T>(
    bounds: Bounds,
    work: (connection: Connection, state: TransactionState) => Promise<T>,
  ): Promise<T> {
    const { signal, milliseconds } = bounds;
    const interruption = Promise.withResolvers<never>();
    interruption.promise.catch(() => {});
    const onAbort = (): void => interruption.reject(cancelledStatement());
    signal.addEventListener("abort", onAbort, { once: true });
    this.#interruptions.add(interruption.reject);
    let timer: NodeJS.Timeout | undefined;
    // The time limit starts now: waiting for a connection does not count.
    const onConnected = (): void => {
      clearTimeout(timer);
      if (milliseconds === undefined) return;
      timer = setTimeout(
        () => interruption.reject(overTimeStatement(milliseconds)),
        milliseconds + this.#link.grace,
      );
    };
    try {
      const release = await this.#slots.take(1, interruption.promise);
      try {
        const connection = await this.#begin(bounds, interruption.promise, onConnected);
        return await this.#within(connection, bounds, interruption.promise, work);
      } finally {
        release();
      }
    } finally {
      clearTimeout(timer);
      this.#interruptions.delete(interruption.reject);
      signal.removeEventListener("abort", onAbort);
    }
  }

  /** A connection with its limits set and its transaction open. A connection lost while idle is replaced. */
  async #begin(bounds: Bounds, interrupted: Promise<never>, onConnected: () => void): Promise<Connection> {
    for (let attempt = 1; ; attempt++) {
      const connection = await this.#connect(interrupted);
      onConnected();
      try {
        await Promise.race([this.#link.begin(connection, bounds), interrupted]);
        return connection;
      } catch (error) {
        this.#link.destroy(connection);
        if (!this.#link.isLost(error) || attempt > MOST_ATTEMPTS)
          throw this.#link.statementFailure(error, "");
      }
    }
  }

  /** Retries while the server has no free connection: one of this pool or of others may come free soon. */
  async #connect(interrupted: Promise<never>): Promise<Connection> {
    const deadline = performance.now() + LONGEST_WAIT;
    for (;;) {
      const connecting = this.#link.connect();
      try {
        const connection = await Promise.race([connecting, interrupted]);
        this.#answered = true;
        return connection;
      } catch (error) {
        void connecting.then((connection) => this.#link.release(connection)).catch(() => {});
        if (!this.#link.refusesMore(error) || performance.now() > deadline)
          throw this.#link.connectFailure(error, this.#answered);
      }
      await Promise.race([sleep(RETRY_AFTER), interrupted]);
    }
  }

  async #within<T>(
    connection: Connection,
    { milliseconds }: Bounds,
    interrupted: Promise<never>,
    work: (connection: Connection, state: TransactionState) => Promise<T>,
  ): Promise<T> {
    const state: TransactionState = { current: "", isCutOff: false };
    try {
      const result = await Promise.race([work(connection, state), interrupted]);
      if (state.isCutOff) this.#inBackground(this.#link.stop(connection));
      else await this.#link.giveBack(connection);
      return result;
    } catch (error) {
      const failure = this.#link.statementFailure(error, state.current);
      // An unchanged error is Fuxi's own, so it was an interruption.
      if (failure === error || state.isCutOff) this.#inBackground(this.#link.stop(connection));
      else if (this.#link.isLost(failure)) this.#link.destroy(connection);
      else await this.#link.giveBack(connection);
      const isOverTime = failure instanceof SqlEngineError && failure.facts.kind === "time-limit";
      throw isOverTime && milliseconds !== undefined ? overTimeStatement(milliseconds) : failure;
    }
  }

  #inBackground(work: Promise<void>): void {
    const kept = work.catch(() => {}).finally(() => this.#background.delete(kept));
    this.#background.add(kept);
  }
}
