import { setTimeout as pause } from "node:timers/promises";
import type * as Pg from "pg";
import { FuxiError } from "../errors/fuxi-error.ts";
import { importOptional } from "../util/import-optional.ts";
import { ConnectionLost, damagedStore, failureOf, isNotDone, storeFailure } from "./postgres-errors.ts";
import { query, type Rows, type Sql, type Statement, type Steps, sharedUntil, type Work } from "./sql.ts";
import { CHANGES_OF_OLD_STORES, OLD_VERSION, otherVersion, STORE_VERSION, tablesOf } from "./tables.ts";

const DEFAULT_SCHEMA = "fuxi";

interface StoreUrl {
  /** Address for the client library. */
  readonly connectionString: string;
  readonly schema: string;
}

export const isStoreUrl = (text: string): boolean => /^postgres(?:ql)?:\/\//iu.test(text);

/**
 * Reads `postgres://user:password@host:port/database?schema=name`.
 * @throws FuxiError `configuration-invalid`, whose message repeats nothing of the address
 */
function readStoreUrl(url: string): StoreUrl {
  if (!isStoreUrl(url)) {
    throw new FuxiError("configuration-invalid", "The address of the store is no PostgreSQL address.", {
      hint: "Write it as postgres://user@host:port/database; without one the store is a file of your own.",
    });
  }
  const [place = "", ...rest] = url.split("?");
  const query = new URLSearchParams(rest.join("?"));
  const schema = query.get("schema") ?? DEFAULT_SCHEMA;
  query.delete("schema");
  if (!/^[a-z_][a-z0-9_]{0,62}$/u.test(schema) || schema.startsWith("pg_") || schema === "public") {
    throw new FuxiError("configuration-invalid", "schema= in the address of the store cannot be used.", {
      hint: "Name a schema of its own, of lower-case letters, digits and underscores, or leave it out.",
    });
  }
  if (query.has("options")) {
    throw new FuxiError("configuration-invalid", "options= in the address of the store cannot be used.", {
      hint: "Set what the store's role needs by ALTER ROLE … SET: poolers refuse options of a connection.",
    });
  }
  return { connectionString: query.size === 0 ? place : `${place}?${query}`, schema };
}

/** A schema on a PostgreSQL server that machines share. Connections hold no state, so a pooler may assign another one to each transaction. */
export interface PostgresStore extends Sql {
  readonly schema: string;
}

/** How a shared store is reached. */
export interface StoreOptions {
  /** At most this many connections (4). */
  readonly poolSize?: number;
  /** How long a call is retried while the server is away (15,000). */
  readonly patienceMilliseconds?: number;
}

interface PostgresStoreOptions extends StoreOptions {
  /** `postgres://user:password@host:port/database?schema=name`; missing parts come from PGHOST, PGUSER, …; the default schema is `fuxi`. */
  readonly url: string;
}

/** Long enough for a lock or a distant server, but not endless if the server has vanished. */
const STATEMENT_MILLISECONDS = 120_000;
const CONNECT_MILLISECONDS = 10_000;
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 2000;
/** First number of the advisory locks: "Fuxi" in ASCII. */
const LOCK_SPACE = 0x46757869;
/** Begins a transaction that is on disk once its commit returns, whatever the role's own setting is. */
const BEGIN = `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
  SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off'`;

/** A task of `run` or `transaction`. */
interface Task<T> {
  readonly work: Work<T>;
  readonly whole: boolean;
  readonly lock?: string;
  readonly milliseconds: number;
}

/**
 * Connects to the store, creates a missing schema, and migrates an older one.
 * @throws FuxiError `dependency-missing`, `configuration-invalid`, `store-unavailable`, `store-corrupt`
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const { connectionString, schema } = readStoreUrl(options.url);
  const pg = await importOptional<typeof Pg>("pg", "to keep the store on PostgreSQL");
  const config: Pg.PoolConfig = {
    connectionString,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    application_name: "fuxi-store",
    keepAlive: true,
  };
  const { Client, place } = clientOf(pg, config);
  const pool = new pg.Pool({
    ...config,
    Client,
    max: options.poolSize ?? 4,
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: true,
  });
  // An idle connection that ends is replaced on demand.
  pool.on("error", () => {});
  const share = sharedUntil(() => pool.end());
  const patience = { opening: true, milliseconds: options.patienceMilliseconds ?? 15_000 };

  async function once<T>({ work, whole, lock }: Task<T>): Promise<T> {
    const client = await pool.connect().catch((error: unknown) => {
      throw failureOf(error);
    });
    let broken = false;
    const onError = (): void => {
      broken = true;
    };
    client.on("error", onError);
    const execute = async ({ sql, values }: Statement): Promise<Rows> => {
      try {
        const { rows, rowCount } = await inTime(client.query(sql, values as unknown[] | undefined));
        return { rows, rowCount: rowCount ?? 0 };
      } catch (error) {
        const failure = failureOf(error);
        broken ||= failure instanceof ConnectionLost;
        throw failure;
      }
    };
    const plain = (sql: string): Promise<Rows> => execute({ sql, values: undefined });
    try {
      if (whole) await plain(BEGIN);
      if (lock !== undefined)
        await execute({ sql: "SELECT pg_advisory_xact_lock($1, hashtext($2))", values: [LOCK_SPACE, lock] });
      const steps = work();
      let step = steps.next();
      while (!step.done) step = steps.next(await execute(step.value));
      if (whole) await plain("COMMIT").catch(unknownCommit);
      return step.value;
    } catch (error) {
      if (whole && !broken) await plain("ROLLBACK").catch(() => {});
      throw error;
    } finally {
      client.off("error", onError);
      client.release(broken);
    }
  }

  async function attempt<T>(task: Task<T>): Promise<T> {
    const until = performance.now() + (patience.opening ? 0 : task.milliseconds);
    for (let wait = FIRST_PAUSE; ; wait = Math.min(wait * 2, LONGEST_PAUSE)) {
      try {
        return await once(task);
      } catch (error) {
        const mayPass = error instanceof ConnectionLost || isNotDone(error);
        if (!mayPass || performance.now() + wait > until) throw storeFailure(place, error);
        await pause(wait);
      }
    }
  }

  const unknownCommit = (error: unknown): never => {
    if (!(error instanceof ConnectionLost)) throw error;
    throw new FuxiError(
      "store-unavailable",
      `The store at ${place} went away during a write, and whether it was done is not known.`,
      { hint: "Look at what is there now before you go on.", cause: error },
    );
  };
  const store: PostgresStore = {
    place,
    schema,
    shared: true,
    get closed() {
      return pool.ending;
    },
    now: "(extract(epoch FROM clock_timestamp()) * 1000)::float8",
    table: (name) => `"${schema}".${name}`,
    elements: (parameter, alias = "given") =>
      `(SELECT value, place - 1 AS key FROM json_array_elements_text($${parameter}::json) WITH ORDINALITY AS e (value, place)) AS ${alias}`,
    digests: (column) =>
      `LATERAL (SELECT m[1] AS value FROM regexp_matches(${column}, '\\m[0-9a-f]{64}\\M', 'g') AS m) AS found`,
    run: (work, { patienceMilliseconds = patience.milliseconds } = {}) =>
      attempt({ work, whole: false, milliseconds: patienceMilliseconds }),
    transaction: (work, lock = {}) =>
      attempt({ work, whole: true, ...lock, milliseconds: patience.milliseconds }),
    damaged: (cause) => damagedStore(place, cause),
    share,
  };
  try {
    await migrate(store);
  } catch (error) {
    await pool.end();
    throw error;
  }
  patience.opening = false;
  return store;
}

const WORDS = {
  serial: "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
  bytes: "bytea",
  uuid: "uuid",
  changing: " WITH (fillfactor = 70)",
};
/** Migrates the schema, only once even if several processes start at the same moment. */
async function migrate(store: PostgresStore): Promise<void> {
  const { schema } = store;
  if ((await store.run(() => versionOf(store))) === STORE_VERSION) return;
  await store.transaction(
    function* () {
      // Checked again, because another process may have migrated meanwhile.
      const from = yield* versionOf(store);
      if (from === STORE_VERSION) return;
      if (from === undefined) yield* query(`CREATE SCHEMA "${schema}"`);
      yield* query(`SET LOCAL search_path = "${schema}"`);
      if (!from) yield* query("CREATE TABLE store_version (version integer NOT NULL)");
      yield* query(from ? CHANGES_OF_OLD_STORES : tablesOf(WORDS));
      yield* query("DELETE FROM store_version");
      yield* query("INSERT INTO store_version VALUES ($1)", [STORE_VERSION]);
    },
    { lock: `migrate ${schema}` },
  );
}

/** Version of the schema: undefined if it does not exist, 0 if it is empty. */
function* versionOf({ schema, place, table }: PostgresStore): Steps<number | undefined> {
  const { rows } = yield* query(
    `SELECT current_setting('server_encoding') AS encoding, n.oid IS NOT NULL AS there, to_regclass($2) IS NOT NULL AS versioned,
       (SELECT count(*) FROM pg_class c WHERE c.relnamespace = n.oid) AS relations
     FROM (SELECT 1) AS one LEFT JOIN pg_namespace n ON n.nspname = $1`,
    [schema, table("store_version")],
  );
  const [found] = rows;
  if (found?.["encoding"] !== "UTF8") {
    throw new FuxiError("store-unavailable", `The database at ${place} is not in UTF-8.`, {
      hint: "Create one for the store with ENCODING 'UTF8'.",
    });
  }
  if (found["versioned"] !== true) {
    if (found["relations"] === "0") return found["there"] === true ? 0 : undefined;
    throw new FuxiError("store-corrupt", `The schema ${schema} at ${place} is not a store of Fuxi.`, {
      hint: "Name another schema: add ?schema=name to the address.",
    });
  }
  const version = Number(
    (yield* query(`SELECT version FROM ${table("store_version")}`)).rows[0]?.["version"],
  );
  if (version === OLD_VERSION || version === STORE_VERSION) return version;
  throw otherVersion(`The store at ${place}`, version, "schema: add ?schema=name to the address");
}

async function inTime<T>(statement: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new ConnectionLost("no answer in time")),
    STATEMENT_MILLISECONDS,
  ).unref();
  try {
    return await Promise.race([statement, promise]);
  } finally {
    clearTimeout(timer);
    // The statement may still fail when its connection is discarded.
    statement.catch(() => {});
  }
}

/** `pg` sends PGOPTIONS when a connection begins, which poolers refuse. */
function clientOf(pg: typeof Pg, config: Pg.PoolConfig) {
  const Client = class extends pg.Client {
    constructor(own?: Pg.ClientConfig) {
      super(own);
      Object.assign((this as unknown as { readonly connectionParameters: object }).connectionParameters, {
        options: undefined,
      });
    }
  };
  try {
    const { host, port, database } = new Client(config) as Pg.Client & { readonly database?: string };
    return { Client, place: `${host}:${port}/${database ?? ""}` };
  } catch {
    throw new FuxiError("configuration-invalid", "The address of the store cannot be read.", {
      hint: "Write it as postgres://user:password@host:port/database, with special characters percent-encoded.",
    });
  }
}
