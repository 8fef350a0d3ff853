import type * as Mysql from "mysql2";
import type { Connection } from "mysql2";
import { type CatalogRow, recordsOf } from "../../driver/catalog-schema.ts";
import { lostConnection } from "../../driver/server-failures.ts";
import { SERVER_GRACE, type SessionBounds, Sessions } from "../../driver/sessions.ts";
import {
  isConnectionLost,
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
      if (connection.stream.destroyed) finish(() => reject(lostConnection("MySQL")));
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

export interface MysqlBounds extends SessionBounds {
  /** The server itself ends a result there, where the statement has no LIMIT of its own. */
  readonly maxRows?: number;
}

/** What can be done on one read-only transaction; nothing after a statement that was cut off. */
export interface MysqlTransaction {
  run(sql: string, takeRow: TakeRow): Promise<MysqlStatementResult>;
  prepare(sql: string): Promise<readonly MysqlField[]>;
  /** All rows of a statement of the driver's own, as texts. */
  rows(sql: string): Promise<readonly (readonly (string | null)[])[]>;
  /** The same by the names of their columns. */
  records<Names extends string>(sql: string): Promise<readonly CatalogRow<Names>[]>;
}

type PoolConnection = Mysql.PoolConnection & MysqlConnection;

/** A connection that is not clean by then, a server that has not been told to stop, or one that does not say goodbye is given up. */
const PATIENCE = 3000;

/** Settles when `ask` calls back, or with an error when that takes too long. */
function patiently<T>(
  ask: (done: (error: unknown, value?: T) => void) => void,
  milliseconds = PATIENCE,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const patience = setTimeout(() => reject({ code: "ETIMEDOUT" }), milliseconds);
    ask((error, value) => {
      clearTimeout(patience);
      if (error) reject(error);
      else resolve(value as T);
    });
  });
}

/** Connections of one pool, each used for one read-only transaction at a time and wiped clean after it. */
export class MysqlSessions {
  /** What the server is, and the `sql_mode` it gives to who connects; known once it has been asked. */
  server: MysqlServerFacts | undefined;
  sqlMode: string | undefined;
  readonly #sessions: Sessions<PoolConnection, MysqlBounds>;

  constructor(
    mysql: typeof Mysql,
    options: Mysql.ConnectionOptions,
    poolSize: number,
    address: MysqlAddress,
  ) {
    const pool = mysql.createPool({ ...options, connectionLimit: poolSize });
    this.#sessions = new Sessions(
      {
        // The client's own limit ends with the server's greeting; one that stalls behind it would be waited for without end.
        async connect() {
          let isLate = false;
          const connection = await patiently<PoolConnection>(
            (done) =>
              pool.getConnection((error, given) => {
                if (isLate) given?.release();
                done(error, given as PoolConnection);
              }),
            options.connectTimeout,
          ).catch((error: unknown) => {
            isLate = true;
            throw error;
          });
          connection.stream.ref?.();
          return connection;
        },
        begin: async (connection, bounds) => {
          await runMysqlText(connection, this.#settings(bounds), () => true);
          await runMysqlText(connection, "START TRANSACTION READ ONLY", () => true);
        },
        /** Wipes what a statement may have left (variables, locks, settings, its transaction) before the next may use the connection. */
        async giveBack(connection) {
          const isClean = await patiently((done) => connection.reset(done)).then(
            () => true,
            () => false,
          );
          connection.stream.unref?.();
          if (isClean) connection.release();
          else connection.destroy();
        },
        release: (connection) => connection.release(),
        async stop(connection) {
          const { threadId } = connection;
          connection.destroy();
          const messenger = mysql.createConnection({ ...options, connectTimeout: PATIENCE });
          await patiently((done) => {
            messenger.on("error", done);
            messenger.query(`KILL ${Number(threadId)}`, done);
          }).catch(() => {});
          messenger.destroy();
        },
        destroy: (connection) => connection.destroy(),
        refusesMore,
        isLost: isConnectionLost,
        connectFailure: (error, answeredBefore) => mysqlConnectFailure(error, address, answeredBefore),
        statementFailure: (error, sql) => mysqlStatementFailure(error, sql, address.database),
        // Only idle connections are left to say goodbye, and one may be gone without the pool having noticed.
        end: () => patiently<void>((done) => pool.end(() => done(undefined)), 1000).catch(() => {}),
        grace: SERVER_GRACE,
      },
      poolSize,
    );
  }

  transaction<T>(bounds: MysqlBounds, work: (transaction: MysqlTransaction) => Promise<T>): Promise<T> {
    return this.#sessions.transaction(bounds, (connection, state) => {
      const run: MysqlTransaction["run"] = async (sql, takeRow) => {
        state.current = sql;
        const result = await runMysqlText(connection, sql, takeRow);
        if (result.cutOff !== undefined) state.isCutOff = true;
        return result;
      };
      const texts = async (sql: string) => {
        const rows: (string | null)[][] = [];
        const take: TakeRow = (cells) => rows.push(cells.map((cell) => cell?.toString("utf8") ?? null)) > 0;
        const { fields } = await run(sql, take);
        return { fields, rows };
      };
      return work({
        run,
        prepare(sql) {
          state.current = sql;
          return prepareMysqlText(connection, sql);
        },
        rows: async (sql) => (await texts(sql)).rows,
        async records(sql) {
          const { fields, rows } = await texts(sql);
          return recordsOf(fields, rows);
        },
      });
    });
  }

  close(): Promise<void> {
    return this.#sessions.close();
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
}
