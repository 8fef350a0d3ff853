import type { Connection, Submittable } from "pg";

export interface PostgresField {
  readonly name: string;
  readonly tableID: number;
  readonly columnID: number;
  readonly dataTypeID: number;
}

export type PostgresRow = readonly (string | null)[];

export interface PostgresStatementResult {
  readonly fields: readonly PostgresField[];
  /** Those that nothing else took. */
  readonly rows: readonly PostgresRow[];
  /** The connection was cut in the middle of the result: it is of no more use, and the server has yet to be told to stop. */
  readonly isCutOff: boolean;
}

/** Takes a row instead of the result; false: no more rows are wanted. */
export type TakeRow = (row: PostgresRow, fields: readonly PostgresField[]) => boolean;

/** `pg` holds each message whole, and ends the process over one that is longer than JavaScript's longest text (some 537 million characters). */
const MOST_MESSAGE_BYTES = 64_000_000;

/**
 * One statement in the extended protocol: the server itself refuses a second one in the text, sends no more than `maxRows` rows, and
 * with `maxRows` 0 only describes the result without running anything. Where no more rows are wanted before that, or where a row of more than
 * 64 MB comes, the connection is cut: the protocol has no other way to make the server stop.
 */
export class PostgresStatement implements Submittable {
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
