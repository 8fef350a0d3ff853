import type { Connection, Pool, PoolClient, Submittable } from "pg";
import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { exactDecimal, exactInteger } from "../../driver/exact-number.ts";
import { SERVER_GRACE, type SessionBounds, type SessionLink, Sessions } from "../../driver/sessions.ts";
import type { ResultColumn } from "../../driver/sql-driver.ts";
import type { SqlValue } from "../../driver/sql-value.ts";
import {
  isConnectionLost,
  type PostgresAddress,
  postgresConnectFailure,
  postgresStatementFailure,
  refusesMore,
} from "./postgres-failure.ts";

const OWN_FUNCTIONS = `
SELECT DISTINCT lower(p.proname), CASE WHEN p.proretset THEN 'table' WHEN p.prokind = 'a' THEN 'aggregate' WHEN p.prokind = 'w' THEN 'window' ELSE 'scalar' END
FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
WHERE n.nspname <> 'information_schema' AND n.nspname !~ '^pg_' AND p.prokind IN ('f', 'a', 'w')
  AND p.prorettype <> 'trigger'::regtype AND pg_function_is_visible(p.oid) AND has_function_privilege(p.oid, 'EXECUTE')`;

/** Schemas that the role may use. */
const SCHEMAS = `
SELECT nspname FROM pg_namespace
WHERE nspname <> 'information_schema' AND nspname !~ '^pg_' AND has_schema_privilege(oid, 'USAGE') ORDER BY 1`;

const SESSION = `SELECT current_setting('server_version'), current_user, current_setting('search_path'),
  (SELECT reset_val FROM pg_settings WHERE name = 'statement_timeout')`;

/**
 * Reads the server's facts once, at the opening.
 * @throws FuxiError `target-not-found` for a missing schema
 */
export async function serverFacts(run: RunStatement, schemas: readonly string[]) {
  const [version, role, path, milliseconds] = (await run(SESSION, [], 1)).rows[0] ?? [];
  const usable =
    schemas.length === 0 ? [] : (await run(SCHEMAS, [], 10_000)).rows.map(([name]) => name ?? "");
  const missing = schemas.find((name) => !usable.includes(name));
  if (missing !== undefined) {
    throw new FuxiError("target-not-found", `The database has no schema ${missing} that this role may use.`, {
      hint:
        usable.length === 0
          ? "Grant it USAGE on the schema."
          : `It may use ${usable.slice(0, 20).join(", ")}.`,
    });
  }
  // The server's path is a list of quoted names already.
  const names = [...schemas.map((name) => `"${name.replaceAll('"', '""')}"`), ...(path ? [path] : [])];
  const hasLimit = /^\d+$/u.test(milliseconds ?? "");
  return {
    version: version ?? "",
    /** The role whose rights statements have. */
    role: role ?? "",
    /** Names and kinds of the database's own functions. */
    functions: (await run(OWN_FUNCTIONS, [], 10_000)).rows,
    /** The role's own statement time limit, 0 for none. */
    roleMilliseconds: hasLimit ? Number(milliseconds) : 0,
    /** Puts the chosen schemas before the search path. */
    searchPath: schemas.length === 0 ? "" : `SET LOCAL search_path = ${names.join(", ")};`,
  };
}

export interface PostgresField {
  readonly name: string;
  readonly dataTypeID: number;
}

type PostgresRow = readonly (string | null)[];

interface PostgresStatementResult {
  readonly fields: readonly PostgresField[];
  /** Rows that no `TakeRow` took. */
  readonly rows: readonly PostgresRow[];
  /** True if the connection was cut in the middle of the result: it is unusable, and the server must still be told to stop. */
  readonly isCutOff: boolean;
}

/** Receives each row in place of the result; false: no more rows are wanted. */
type TakeRow = (row: PostgresRow, fields: readonly PostgresField[]) => boolean;

/** `pg` holds each message whole, and the process dies of one longer than JavaScript's longest text (some 537 million characters). */
const MOST_MESSAGE_BYTES = 64_000_000;

/**
 * One statement in the extended protocol: the server itself refuses a second one in the text, sends no more than `maxRows` rows, and with `maxRows` 0
 * only describes the result without running anything. If no more rows are wanted before that, or a row exceeds 64 MB, the connection is cut: the
 * protocol has no other way to stop the server.
 */
class PostgresStatement implements Submittable {
  readonly result: Promise<PostgresStatementResult>;
  /** `pg` calls it if the connection is lost while the statement waits its turn. */
  callback: (error?: unknown) => void;
  readonly #text: string;
  readonly #values: PostgresRow;
  readonly #maxRows: number;
  #fields: readonly PostgresField[] = [];
  readonly #rows: PostgresRow[] = [];
  readonly #takeRow: TakeRow;
  #connection: Connection | undefined;
  /** Upper bound of the bytes received of an incomplete message. */
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
    // Rows read before the cut still arrive.
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

/** Runs statements in one read-only transaction; unusable after a statement that was cut off. */
export type RunStatement = (
  sql: string,
  values: PostgresRow,
  maxRows: number,
  takeRow?: TakeRow,
) => Promise<PostgresStatementResult>;

/** Settings at the start of every transaction. */
export interface PostgresBeginning {
  /** True for servers from version 14 on, which can check the client's connection while a statement runs. */
  readonly noticesLostClients: boolean;
  /** The role's own statement time limit, which Fuxi's may only undercut. */
  readonly roleMilliseconds?: number;
  /** `SET LOCAL …`, each ended by a semicolon. */
  readonly settings: string;
}

/** Connections of one pool, each used for one read-only transaction at a time. */
export class PostgresSessions {
  beginning: PostgresBeginning = { noticesLostClients: false, settings: "" };
  readonly #sessions: Sessions<PoolClient, SessionBounds>;

  /** Closing a connection does not stop its statement: `cancel` tells the server. */
  constructor(pool: Pool, cancel: (client: PoolClient) => Promise<void>, address: PostgresAddress) {
    const link: SessionLink<PoolClient, SessionBounds> = {
      connect: () => pool.connect(),
      begin: async (client, { milliseconds }) => {
        await client.query(beginReading(milliseconds, this.beginning));
      },
      giveBack: (client) =>
        client.query("ROLLBACK").then(
          () => client.release(),
          () => client.release(true),
        ),
      release: (client) => client.release(),
      stop: (client) => cancel(client).finally(() => client.release(true)),
      destroy: (client) => client.release(true),
      refusesMore,
      isLost: isConnectionLost,
      connectFailure: (error, answeredBefore) => postgresConnectFailure(error, address, answeredBefore),
      statementFailure: postgresStatementFailure,
      end: () => pool.end(),
      grace: SERVER_GRACE,
    };
    this.#sessions = new Sessions(link, pool.options.max);
    // An idle connection closed by the server is simply replaced; one in use fails its statement.
    pool.on("error", () => {});
    pool.on("connect", (client) => client.on("error", () => {}));
  }

  transaction<T>(bounds: SessionBounds, work: (run: RunStatement) => Promise<T>): Promise<T> {
    const milliseconds = lowest(bounds.milliseconds, this.beginning.roleMilliseconds);
    const limits = { signal: bounds.signal, ...(milliseconds === undefined ? {} : { milliseconds }) };
    return this.#sessions.transaction(limits, (client, state) =>
      work(async (sql, values, maxRows, takeRow) => {
        state.current = sql;
        const read = await client.query(new PostgresStatement(sql, values, maxRows, takeRow)).result;
        if (read.isCutOff) state.isCutOff = true;
        return read;
      }),
    );
  }

  close(): Promise<void> {
    return this.#sessions.close();
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

/** Type names by number. */
const TYPE_NAMES =
  "SELECT oid::bigint, format_type(oid, NULL) FROM pg_type WHERE oid = ANY ($1::bigint[]::oid[])";

const BOOLEAN = 16;
const BYTES = 17;
const INT8 = 20;
const SMALL_INTEGERS = new Set([21, 23, 26]);
const FLOATS = new Set([700, 701]);
const NUMERIC = 1700;

/** Decodes a cell from the server's text; types without a counterpart stay as printed. */
export function readPostgresValue(text: string | null, typeId: number): SqlValue {
  if (text === null) return null;
  if (typeId === BOOLEAN) return text === "t";
  if (SMALL_INTEGERS.has(typeId) || FLOATS.has(typeId)) return Number(text);
  if (typeId === INT8) return exactInteger(text);
  if (typeId === NUMERIC) return exactDecimal(text);
  if (typeId === BYTES && text.startsWith("\\x")) return new Uint8Array(Buffer.from(text.slice(2), "hex"));
  return text;
}

/** A parameter as text, which the server reads as the type that the statement needs. */
export function writePostgresValue(value: SqlValue): string | null {
  if (value === null) return null;
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString("hex")}`;
  return String(value);
}

/** Texts in the server's array syntax. */
export function postgresArray(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replaceAll(/["\\]/gu, "\\$&")}"`).join(",")}}`;
}

/** Resolves the type numbers of result columns to names, which are cached. */
export function postgresResultColumns(): (
  fields: readonly PostgresField[],
  run: RunStatement,
) => Promise<ResultColumn[]> {
  const types = new Map<number, string>();
  return async (fields, run) => {
    const unknown = [...new Set(fields.map(({ dataTypeID }) => dataTypeID))].filter((id) => !types.has(id));
    if (unknown.length > 0) {
      const { rows } = await run(TYPE_NAMES, [`{${unknown.join(",")}}`], 100_000);
      for (const [id, name] of rows) types.set(Number(id), name ?? "");
    }
    return fields.map(({ name, dataTypeID }) => {
      const type = types.get(dataTypeID);
      return { name, ...(type === undefined ? {} : { type }) };
    });
  };
}
