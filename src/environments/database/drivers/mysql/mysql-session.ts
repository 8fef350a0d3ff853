import type * as Mysql from "mysql2";
import type { Connection } from "mysql2";
import { given } from "../../../../util/given.ts";
import { type CatalogRow, recordsOf } from "../../driver/catalog-schema.ts";
import { exactDecimal, exactInteger } from "../../driver/exact-number.ts";
import { lostConnection } from "../../driver/server-failures.ts";
import { SERVER_GRACE, type SessionBounds, Sessions } from "../../driver/sessions.ts";
import type { ResultColumn } from "../../driver/sql-driver.ts";
import type { SqlValue } from "../../driver/sql-value.ts";
import {
  isConnectionLost,
  mysqlConnectFailure,
  mysqlStatementFailure,
  refusesMore,
} from "./mysql-failure.ts";
import type { MysqlServerFacts } from "./mysql-server-facts.ts";
import type { MysqlAddress } from "./mysql-url.ts";

/** False: no more rows are wanted. */
type TakeRow = (cells: readonly (Buffer | null)[], fields: readonly MysqlField[]) => boolean;

interface MysqlStatementResult {
  readonly fields: readonly MysqlField[];
  /** `rows`: more rows came than wanted. `bytes`: a row is too wide to read. Either way the connection is unusable. */
  readonly cutOff?: "rows" | "bytes";
}

/** Surplus rows that are read and dropped. Beyond them the statement is stopped on the server, which costs a connection. */
const MOST_DROPPED = 1000;
/** Bytes received without a complete row before the row counts as too wide. */
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

/** Runs a text unchanged, in the protocol that sends every cell as the server prints it, and passes the rows on one by one. */
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
      // A destroyed connection emits no error.
      if (connection.stream.destroyed) finish(() => reject(lostConnection("MySQL")));
      if ((connection.stream.bytesRead ?? 0) - readBefore > MOST_ROW_BYTES)
        finish(() => resolve({ fields, cutOff: "bytes" }));
    }, BYTES_CHECK_MILLISECONDS);
    // A buffer for each cell: only the field tells how to decode its bytes.
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

/** Has the server prepare a text without running it. Returns the columns of its result, none if it has no result. */
function prepareMysqlText(connection: MysqlConnection, sql: string): Promise<readonly MysqlField[]> {
  return new Promise((resolve, reject) => {
    connection.prepare(sql, (error, statement) => {
      if (error) {
        reject(error);
        return;
      }
      const { columns } = statement as unknown as { readonly columns?: readonly MysqlField[] };
      statement.close();
      // The client caches statements by their text, even closed ones.
      connection.unprepare(sql);
      resolve(columns ?? []);
    });
  });
}

export interface MysqlBounds extends SessionBounds {
  /** The server ends the result after this many rows, if the statement has no LIMIT of its own. */
  readonly maxRows?: number;
}

/** Operations on one read-only transaction; unusable after a statement that was cut off. */
export interface MysqlTransaction {
  run(sql: string, takeRow: TakeRow): Promise<MysqlStatementResult>;
  prepare(sql: string): Promise<readonly MysqlField[]>;
  /** All rows of one of the driver's own statements, as texts. */
  rows(sql: string): Promise<readonly (readonly (string | null)[])[]>;
  /** Like `rows`, by column names. */
  records<Names extends string>(sql: string): Promise<readonly CatalogRow<Names>[]>;
}

type PoolConnection = Mysql.PoolConnection & MysqlConnection;

/** Time limit for resetting a connection, stopping a statement or closing. After it the connection is given up. */
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

/** Connections of one pool, each used for one read-only transaction at a time and reset after it. */
export class MysqlSessions {
  /** The server's facts and the `sql_mode` of new sessions; known after the first query of them. */
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
        // The client's own time limit ends with the server's greeting: a server that stalls after it would block forever.
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
        /** Resets all state that a statement may have left (variables, locks, settings, its transaction) before the connection is reused. */
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
        // Only idle connections remain to be closed, and one may be lost without the pool having noticed.
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

/** The server's description of a result column; numbers as in the protocol. */
export interface MysqlField {
  readonly name: string;
  readonly columnType: number;
  readonly flags: number;
  readonly characterSet: number;
  /** MariaDB only: types that are sent as texts. */
  readonly extendedTypeName?: string;
  readonly extendedFormat?: string;
}

const INTEGERS = new Set([1, 2, 3, 8, 9, 13]);
const FLOATS = new Set([4, 5]);
const DECIMALS = new Set([0, 246]);
const NUMBERS = new Set([1, 2, 3, 4, 5, 8, 9]);
const BIT = 16;
const JSON_TYPE = 245;
const GEOMETRY = 255;
/** VARCHAR, ENUM, SET, the four BLOBs, VAR_STRING, STRING: bytes if their character set is binary. */
const TEXTS = new Set([15, 247, 248, 249, 250, 251, 252, 253, 254]);
const BINARY_CHARACTERS = 63;

/** Decodes a cell of the text protocol; types without a counterpart stay as the server prints them. */
export function readMysqlValue(bytes: Buffer | null, field: MysqlField): SqlValue {
  if (bytes === null) return null;
  const { columnType } = field;
  if (columnType === BIT) return bitsAsInteger(bytes);
  if (isBinary(field)) return new Uint8Array(bytes);
  const text = bytes.toString("utf8");
  if (INTEGERS.has(columnType)) return exactInteger(text);
  if (FLOATS.has(columnType)) return Number(text);
  if (DECIMALS.has(columnType)) return exactDecimal(text);
  return text;
}

function isBinary({ columnType, characterSet, extendedTypeName }: MysqlField): boolean {
  if (columnType === GEOMETRY) return true;
  return (
    columnType !== JSON_TYPE &&
    TEXTS.has(columnType) &&
    characterSet === BINARY_CHARACTERS &&
    extendedTypeName === undefined
  );
}

function bitsAsInteger(bytes: Buffer): number | bigint {
  return exactInteger(BigInt(`0x${bytes.toString("hex") || "0"}`).toString());
}

/** A value as SQL with the same meaning in every mode of the server: texts and bytes are hexadecimal, so that no part of them can be misread. */
export function writeMysqlValue(value: SqlValue): string {
  if (value === null) return "NULL";
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value === "bigint") return String(value);
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "NULL";
  const hex = Buffer.from(value as string).toString("hex");
  return typeof value === "string" ? `_utf8mb4 X'${hex}'` : `X'${hex}'`;
}

const UNSIGNED = 32;
const ENUM = 256;
const SET = 2048;

/** Type names by their number in the protocol. A binary character set makes bytes of texts. */
const TYPE_NAMES: ReadonlyMap<number, string> = new Map(
  `0 decimal, 1 tinyint, 2 smallint, 3 int, 4 float, 5 double, 6 null, 7 timestamp, 8 bigint, 9 mediumint, 10 date, 11 time,
  12 datetime, 13 year, 14 date, 15 varchar, 16 bit, 245 json, 246 decimal, 247 enum, 248 set, 249 text, 250 text, 251 text,
  252 text, 253 varchar, 254 char, 255 geometry`
    .split(/,\s+/u)
    .map((each) => each.split(" "))
    .map(([number, name = ""]) => [Number(number), name]),
);
const BYTES: Readonly<Record<string, string>> = { text: "blob", varchar: "varbinary", char: "binary" };

export function mysqlResultColumn(field: MysqlField): ResultColumn {
  return given({ name: field.name, type: typeName(field) });
}

/** Without lengths. */
function typeName(field: MysqlField): string | undefined {
  const { columnType, flags, characterSet, extendedTypeName, extendedFormat } = field;
  if (extendedTypeName !== undefined || extendedFormat !== undefined)
    return extendedTypeName ?? extendedFormat;
  if (flags & ENUM) return "enum";
  if (flags & SET) return "set";
  const name = TYPE_NAMES.get(columnType) ?? "";
  if (characterSet === BINARY_CHARACTERS && name in BYTES) return BYTES[name];
  return NUMBERS.has(columnType) && flags & UNSIGNED ? `${name} unsigned` : name || undefined;
}
