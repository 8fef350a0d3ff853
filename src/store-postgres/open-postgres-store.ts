import { setTimeout as pause } from "node:timers/promises";
import type * as Pg from "pg";
import { FuxiError } from "../errors/fuxi-error.ts";
import { importOptional } from "../util/import-optional.ts";
import { migrate } from "./migrate.ts";
import type { PostgresStore, Query, Work } from "./postgres-store.ts";
import { ConnectionLost, failureOf, isNotDone, storeFailure } from "./store-server-errors.ts";

const DEFAULT_SCHEMA = "fuxi";

interface StoreUrl {
  /** For the client library. */
  readonly connectionString: string;
  readonly schema: string;
}

export const isStoreUrl = (text: string): boolean => /^postgres(?:ql)?:\/\//iu.test(text);

/**
 * Reads `postgres://user:password@host:port/database?schema=name`.
 * @throws FuxiError `configuration-invalid`, which repeats nothing of the address
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

/** Where the store is, and how it is reached. */
export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database?schema=name`; what it leaves out comes from PGHOST, PGUSER, … and the schema is `fuxi`. */
  readonly url: string;
  /** At most this many connections (4). */
  readonly poolSize?: number;
  /** How long a call goes on trying while the server is away (15,000). */
  readonly patienceMilliseconds?: number;
}

/** Waits for a lock or for a far machine, and never for one that is gone without a word. */
const STATEMENT_MILLISECONDS = 120_000;
const CONNECT_MILLISECONDS = 10_000;
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 2000;

/**
 * Connects to the store, makes its schema where there is none, and brings an older one up to date.
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
  // A connection that ends while nobody uses it is replaced when one is needed.
  pool.on("error", () => {});
  let users = 0;
  const patience = { opening: true, milliseconds: options.patienceMilliseconds ?? 15_000 };

  async function once<T>(work: Work<T>, again: boolean, whole: boolean): Promise<T> {
    const client = await pool.connect().catch((error: unknown) => {
      throw failureOf(error, { sent: false });
    });
    let broken = false;
    const onError = (): void => {
      broken = true;
    };
    client.on("error", onError);
    const query: Query = async (sql, values) => {
      try {
        const { rows, rowCount } = await inTime(client.query(sql, values as unknown[] | undefined));
        return { rows, rowCount: rowCount ?? 0 };
      } catch (error) {
        const failure = failureOf(error);
        broken ||= failure instanceof ConnectionLost;
        throw failure;
      }
    };
    try {
      if (!whole) return await work(query, again);
      await query("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE");
      const result = await work(query, again);
      await query("COMMIT");
      return result;
    } catch (error) {
      if (whole && !broken) await query("ROLLBACK").catch(() => {});
      throw error;
    } finally {
      client.off("error", onError);
      client.release(broken);
    }
  }

  async function attempt<T>(work: Work<T>, whole: boolean, milliseconds: number): Promise<T> {
    const until = performance.now() + milliseconds;
    let again = false;
    for (let wait = FIRST_PAUSE; ; wait = Math.min(wait * 2, LONGEST_PAUSE)) {
      try {
        return await once(work, again, whole);
      } catch (error) {
        again ||= error instanceof ConnectionLost && error.sent;
        const mayPass = error instanceof ConnectionLost || isNotDone(error);
        if (!mayPass || performance.now() + wait > until) throw storeFailure(place, error);
        await pause(wait);
      }
    }
  }

  const store: PostgresStore = {
    place,
    schema,
    get closed() {
      return pool.ending;
    },
    table: (name) => `"${schema}".${name}`,
    run: (work, { patienceMilliseconds = patience.milliseconds } = {}) =>
      attempt(work, false, patience.opening ? 0 : patienceMilliseconds),
    transaction: (work) => attempt(work, true, patience.opening ? 0 : patience.milliseconds),
    share() {
      users++;
      let given = false;
      return async () => {
        if (given) return;
        given = true;
        users--;
        if (users === 0) await pool.end();
      };
    },
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

async function inTime<T>(statement: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new ConnectionLost("no answer in time", true)),
    STATEMENT_MILLISECONDS,
  ).unref();
  try {
    return await Promise.race([statement, promise]);
  } finally {
    clearTimeout(timer);
    // It may still fail when its connection is thrown away.
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

/** The secret of that name, the same for all who share the store: `made` where there was none before. */
export async function sharedSecret(
  store: PostgresStore,
  name: string,
  made: Uint8Array,
): Promise<Uint8Array> {
  const secret = store.table("secret");
  return await store.run(async (query) => {
    await query(`INSERT INTO ${secret} (name, content) VALUES ($1, $2) ON CONFLICT DO NOTHING`, [
      name,
      Buffer.from(made),
    ]);
    const { rows } = await query(`SELECT content FROM ${secret} WHERE name = $1`, [name]);
    return new Uint8Array(rows[0]?.["content"] as Buffer);
  });
}
