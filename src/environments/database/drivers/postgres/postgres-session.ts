import type { Connection, Pool, PoolClient, Submittable } from "pg";
import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { SERVER_GRACE, type SessionBounds, type SessionLink, Sessions } from "../../driver/sessions.ts";
import { OWN_FUNCTIONS, ROLE_CAN_WRITE, SCHEMAS } from "./postgres-catalog-queries.ts";
import {
  isConnectionLost,
  type PostgresAddress,
  postgresConnectFailure,
  postgresStatementFailure,
  refusesMore,
} from "./postgres-failure.ts";

const SESSION = `SELECT current_setting('server_version'), current_user, current_setting('search_path'),
  (SELECT reset_val FROM pg_settings WHERE name = 'statement_timeout')`;

/**
 * What is asked of a server once, when it is opened.
 * @throws FuxiError `target-not-found` for a schema that is not there
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
  // The path itself is a list of names already.
  const names = [...schemas.map((name) => `"${name.replaceAll('"', '""')}"`), ...(path ? [path] : [])];
  const hasLimit = /^\d+$/u.test(milliseconds ?? "");
  return {
    version: version ?? "",
    /** Whose rights statements have. */
    role: role ?? "",
    canWrite: (await run(ROLE_CAN_WRITE, [], 1)).rows[0]?.[0] === "t",
    /** Names and kinds of the functions that the database adds. */
    functions: (await run(OWN_FUNCTIONS, [], 10_000)).rows,
    /** The role's own time limit of a statement, 0 for none. */
    roleMilliseconds: hasLimit ? Number(milliseconds) : 0,
    /** Puts the chosen schemas before the search path. */
    searchPath: schemas.length === 0 ? "" : `SET LOCAL search_path = ${names.join(", ")};`,
  };
}

/** Settings of the address, for the beginning of a transaction. */
export function settingsSql(settings: readonly (readonly [string, string])[]): string {
  return settings.map(([name, value]) => `SET LOCAL ${name} = ${settingValue(name, value)};`).join(" ");
}

/** A search path is a list of names; in one quoted text it would be one name. */
function settingValue(name: string, value: string): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
  if (name !== "search_path") return quoted(value);
  return value
    .split(",")
    .map((each) => quoted(each.trim().replace(/^"(.*)"$/su, "$1")))
    .join(", ");
}

export interface PostgresField {
  readonly name: string;
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

/** Runs statements on one read-only transaction; none after one that was cut off. */
export type RunStatement = (
  sql: string,
  values: PostgresRow,
  maxRows: number,
  takeRow?: TakeRow,
) => Promise<PostgresStatementResult>;

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
  readonly #sessions: Sessions<PoolClient, SessionBounds>;

  /** Closing a connection does not stop what runs on it: `cancel` tells the server. */
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
    // An idle connection that the server closes is simply replaced, and one that is in use fails its statement.
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
