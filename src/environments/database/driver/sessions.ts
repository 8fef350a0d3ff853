import { setTimeout as sleep } from "node:timers/promises";
import type { FuxiError } from "../../../errors/fuxi-error.ts";
import { SqlEngineError } from "./sql-engine-error.ts";
import { cancelledStatement, overTimeStatement } from "./stopped-statement.ts";

export interface SessionBounds {
  readonly milliseconds?: number;
  readonly signal: AbortSignal;
}

/** What one transaction notes of itself. */
export interface TransactionState {
  /** The text that runs, for errors. */
  current: string;
  /** A result was not read to its end: the connection is of no more use, and the server has yet to be told to stop. */
  isCutOff: boolean;
}

/** How connections to a server, or processes on a file, are made, used and given up. */
export interface SessionLink<Connection, Bounds extends SessionBounds> {
  connect(): Promise<Connection>;
  /** Sets the limits and opens a read-only transaction. */
  begin(connection: Connection, bounds: Bounds): Promise<void>;
  /** Gives a connection back to its pool with nothing left on it, or destroys it. */
  giveBack(connection: Connection): Promise<void>;
  /** Gives a connection back on which nothing was begun. */
  release(connection: Connection): void;
  /** Ends what still runs on the server, and the connection with it: closing it alone does not. */
  stop(connection: Connection): Promise<void>;
  destroy(connection: Connection): void;
  /** True where only the number of connections stands in the way, and one may come free in a moment. */
  refusesMore(error: unknown): boolean;
  /** True for a connection that is of no more use. */
  isLost(error: unknown): boolean;
  connectFailure(error: unknown, answeredBefore: boolean): FuxiError;
  /** The error for a statement that failed; errors of Fuxi's own stay as they are. */
  statementFailure(error: unknown, sql: string): FuxiError;
  /** Ends the idle connections. */
  end(): Promise<void>;
  /** If the server's own limit does not end a statement, it is stopped this many milliseconds later. */
  readonly grace: number;
}

/** A server ends most statements at its own limit, and keeps the connection. */
export const SERVER_GRACE = 1000;
/** How long a server without a connection left is asked again, and how often, in milliseconds. */
const LONGEST_WAIT = 5000;
const RETRY_AFTER = 100;
/** More idle connections than a pool has may not be lost in a row. */
const MOST_ATTEMPTS = 8;

/** Connections of one pool, each used for one read-only transaction at a time; the others wait in order, however long it takes. */
export class Sessions<Connection, Bounds extends SessionBounds> {
  readonly #link: SessionLink<Connection, Bounds>;
  readonly #background = new Set<Promise<void>>();
  readonly #running = new Set<Promise<unknown>>();
  readonly #interruptions = new Set<(reason: FuxiError) => void>();
  readonly #waiting = new Set<() => void>();
  #free: number;
  #closed = false;
  #answered = false;

  constructor(link: SessionLink<Connection, Bounds>, size: number) {
    this.#link = link;
    this.#free = size;
  }

  /** Opens a transaction, lets `work` use it, and ends it; a time limit or an abort ends it on the server too. */
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

  /** Cancels what still runs. */
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
    // Waiting for a connection does not count.
    const onConnected = (): void => {
      clearTimeout(timer);
      if (milliseconds === undefined) return;
      timer = setTimeout(
        () => interruption.reject(overTimeStatement(milliseconds)),
        milliseconds + this.#link.grace,
      );
    };
    try {
      await this.#takeTurn(interruption.promise);
      try {
        const connection = await this.#begin(bounds, interruption.promise, onConnected);
        return await this.#within(connection, bounds, interruption.promise, work);
      } finally {
        this.#endTurn();
      }
    } finally {
      clearTimeout(timer);
      this.#interruptions.delete(interruption.reject);
      signal.removeEventListener("abort", onAbort);
    }
  }

  async #takeTurn(interrupted: Promise<never>): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    const turn = Promise.withResolvers<void>();
    this.#waiting.add(turn.resolve);
    try {
      await Promise.race([turn.promise, interrupted]);
    } catch (error) {
      // The turn may have come in the same moment.
      if (!this.#waiting.delete(turn.resolve)) this.#endTurn();
      throw error;
    }
  }

  #endTurn(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free += 1;
    else {
      this.#waiting.delete(next);
      next();
    }
  }

  /** A connection with its limits set and its transaction open. One that was lost while it lay idle is replaced. */
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

  /** Where the server has no connection left, one of this pool or of others may come free soon. */
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
      // What is Fuxi's own error from the start is an interruption.
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
