import type { Connection, Submittable } from "pg";

export interface PostgresField {
  readonly name: string;
  readonly tableID: number;
  readonly columnID: number;
  readonly dataTypeID: number;
}

export interface PostgresStatementResult {
  readonly fields: readonly PostgresField[];
  readonly rows: readonly (readonly (string | null)[])[];
}

/**
 * One statement in the extended protocol: the server itself refuses a second one in the text, sends no more than `maxRows` rows, and
 * with `maxRows` 0 only describes the result without running anything.
 */
export class PostgresStatement implements Submittable {
  readonly result: Promise<PostgresStatementResult>;
  /** `pg` calls it when the connection is lost while the statement waits its turn. */
  callback: (error?: unknown) => void;
  readonly #text: string;
  readonly #values: readonly (string | null)[];
  readonly #maxRows: number;
  #fields: readonly PostgresField[] = [];
  readonly #rows: (string | null)[][] = [];
  #error: unknown;
  #settle!: { resolve: (result: PostgresStatementResult) => void; reject: (error: unknown) => void };

  constructor(text: string, values: readonly (string | null)[], maxRows: number) {
    this.#text = text;
    this.#values = values;
    this.#maxRows = maxRows;
    this.result = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    this.callback = (error) => {
      if (error) this.#settle.reject(error);
    };
  }

  submit(connection: Connection): void {
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
    this.#fields = message.fields;
  }

  handleDataRow(message: { readonly fields: (string | null)[] }): void {
    this.#rows.push(message.fields);
  }

  handlePortalSuspended(): void {}

  handleCommandComplete(): void {}

  handleEmptyQuery(): void {}

  handleError(error: unknown): void {
    this.#error ??= error;
    // A lost connection sends no ReadyForQuery.
    this.#settle.reject(error);
  }

  handleReadyForQuery(): void {
    if (this.#error === undefined) this.#settle.resolve({ fields: this.#fields, rows: this.#rows });
  }
}
