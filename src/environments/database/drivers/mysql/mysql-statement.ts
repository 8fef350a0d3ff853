import type { Connection } from "mysql2";
import { lostConnection } from "./mysql-failure.ts";
import type { MysqlField } from "./mysql-value.ts";

/** False: no more rows are wanted. */
export type TakeRow = (cells: readonly (Buffer | null)[], fields: readonly MysqlField[]) => boolean;

export interface MysqlStatementResult {
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
export type MysqlConnection = Connection & {
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
export function runMysqlText(
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
export function prepareMysqlText(connection: MysqlConnection, sql: string): Promise<readonly MysqlField[]> {
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
