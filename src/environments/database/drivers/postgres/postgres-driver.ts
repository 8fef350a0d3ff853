import { createHash } from "node:crypto";
import type * as Pg from "pg";
import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { importOptional } from "../../../../util/import-optional.ts";
import { rowBounds, rowCollector } from "../../driver/row-collector.ts";
import { firstThatConnects, type TlsChoice, tlsChoices } from "../../driver/server-tls.ts";
import { COMPILE_MILLISECONDS, type ColumnStatistics, type SqlDriver } from "../../driver/sql-driver.ts";
import { refusalOf } from "../../driver/sql-engine-error.ts";
import { type AllowedObjects, refuseUnsafe, unsafeDiagnosis } from "../../driver/unsafe-objects.ts";
import type { TableName } from "../../schema/database-schema.ts";
import { postgresClient, readPostgresUrl } from "./postgres-address.ts";
import { postgresDiagnosis, postgresRights } from "./postgres-diagnosis.ts";
import { loadPostgresParser, postgresDialect } from "./postgres-dialect.ts";
import { mayTryOtherWay, type PostgresAddress, TLS_NAMES } from "./postgres-failure.ts";
import { postgresSchema } from "./postgres-introspection.ts";
import { postgresStatementNames } from "./postgres-privacy.ts";
import {
  PostgresSessions,
  postgresArray,
  postgresResultColumns,
  type RunStatement,
  readPostgresValue,
  serverFacts,
  writePostgresValue,
} from "./postgres-session.ts";
import { type PostgresUnsafe, postgresUnsafe } from "./postgres-unsafe.ts";

/** Changes with the tables and columns of all schemas, and with functions; some 10 ms for 1,000 tables. */
const SCHEMA_VERSION = `
SELECT count(*) || '.' || coalesce(sum(hashtextextended(concat_ws('.', c.oid, c.relname, c.relnamespace, a.attnum, a.attname, a.atttypid), 0)), 0)
  || '.' || (SELECT coalesce(sum(hashtextextended(p.oid || '.' || p.xmin, 0)), 0) FROM pg_proc p WHERE p.oid >= 16384)
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped
  AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'`;

/**
 * Statistics and single-column indexes of the tables whose schemas and names are $1 and $2 ('' for a schema that needs no qualifier). Partitioned
 * tables have the statistics of the whole tree.
 */
const STATISTICS = `
SELECT t.ordinal, a.attname,
  array_to_json((s.most_common_vals::text::text[])[1:500]), array_to_json(s.most_common_freqs[1:500]),
  array_to_json((s.histogram_bounds::text::text[])[1:500]),
  EXISTS (SELECT FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_am m ON m.oid = x.relam
    WHERE i.indrelid = c.oid AND i.indkey[0] = a.attnum AND i.indisvalid AND i.indpred IS NULL AND m.amname IN ('btree', 'hash'))
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS t (nspname, relname, ordinal)
  JOIN pg_class c ON c.relname = t.relname
  JOIN pg_namespace n ON n.oid = c.relnamespace
    AND CASE WHEN t.nspname = '' THEN pg_table_is_visible(c.oid) ELSE n.nspname = t.nspname END
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN LATERAL (SELECT * FROM pg_stats p WHERE p.schemaname = n.nspname AND p.tablename = c.relname AND p.attname = a.attname
    ORDER BY p.inherited DESC LIMIT 1) AS s ON true
WHERE has_table_privilege(c.oid, 'SELECT') OR has_column_privilege(c.oid, a.attnum, 'SELECT')
ORDER BY t.ordinal, a.attnum`;

const LONGEST_MILLISECONDS = 3000;

/** The key that the server sent when the connection began, for cancelling. */
interface BackendKey {
  readonly processID?: number | null;
  readonly secretKey?: number | null;
}

/** The part of the client library that sends the message. */
interface CancelConnection {
  connect(portOrPath: number | string, host?: string): void;
  cancel(processId: number, secretKey: number): void;
  on(event: "connect" | "sslconnect" | "end" | "error", listener: () => void): void;
  readonly stream: { destroy(): void };
}

/**
 * Cancels the running statement of `client` by the protocol's own message: it needs no connection slot and no rights, and a pooler forwards it to the
 * server connection that the client uses (a pooler's process ids are not the server's). Settles when the server has accepted it, or is unreachable.
 */
async function cancelOnServer(
  pg: Pick<typeof Pg, "Connection">,
  client: Pg.ClientBase,
  { host, port }: PostgresAddress,
  ssl: Pg.ClientConfig["ssl"],
): Promise<void> {
  const { processID, secretKey } = client as unknown as BackendKey;
  if (typeof processID !== "number" || typeof secretKey !== "number") return;
  const messenger = new pg.Connection({ ssl } as Pg.ConnectionConfig) as unknown as CancelConnection;
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, LONGEST_MILLISECONDS);
  messenger.on("end", resolve);
  messenger.on("error", resolve);
  messenger.on(ssl ? "sslconnect" : "connect", () => messenger.cancel(processID, secretKey));
  if (host.startsWith("/")) messenger.connect(`${host}/.s.PGSQL.${port}`);
  else messenger.connect(port, host);
  await ended;
  clearTimeout(timer);
  messenger.stream.destroy();
}

/** The server's address and the driver's options. */
export interface PostgresDriverOptions extends AllowedObjects {
  /**
   * `postgres://user:password@host:port/database`; what it leaves out comes from PGHOST, PGUSER, … `schemas=a,b` in its query does what the
   * option of that name does.
   */
  readonly url: string;
  /** Only tables of these schemas, which precede the search path (all). */
  readonly schemas?: readonly string[];
  /** At most this many connections (4). */
  readonly poolSize?: number;
  /** How long connecting may take (10,000). */
  readonly connectMilliseconds?: number;
}

/** Time limits of the driver's own queries, so that a hanging server does not hang the caller. */
const ASKED_MILLISECONDS = 10_000;
const CATALOG_MILLISECONDS = 120_000;
const MOST_ROWS = 2 ** 31 - 1;

/**
 * Connects to a PostgreSQL server. Every statement is checked by PostgreSQL's own grammar and then run in a read-only transaction.
 *
 * @throws FuxiError `dependency-missing`, `target-not-found`, `target-denied`, `engine-unavailable`, `configuration-invalid`
 */
export async function openPostgresDriver(options: PostgresDriverOptions): Promise<SqlDriver> {
  const [pg, parser] = await Promise.all([
    importOptional<typeof Pg>("pg", "to open PostgreSQL databases"),
    loadPostgresParser(),
  ]);
  const url = readPostgresUrl(options.url);
  const schemas = options.schemas ?? url.schemas;
  const plain: Pg.PoolConfig = {
    connectionString: url.connectionString,
    connectionTimeoutMillis: options.connectMilliseconds ?? 10_000,
    application_name: "fuxi",
    keepAlive: true,
  };
  const address = addressOf(pg, plain);
  const Client = postgresClient(pg, url.bindsChannel);
  const encrypted = (choice: TlsChoice): Pg.PoolConfig => ({ ...plain, ssl: sslOf(choice) });
  const choice = await firstThatConnects(
    tlsChoices(url.tls, address.host.startsWith("/"), TLS_NAMES),
    async (each) => {
      const client = new Client(encrypted(each));
      client.on("error", () => {});
      await client.connect().finally(() => client.end().catch(() => {}));
    },
    mayTryOtherWay,
  );
  const config = encrypted(choice);
  const pool = new pg.Pool({
    ...config,
    Client,
    max: options.poolSize ?? 4,
    idleTimeoutMillis: 60_000,
    allowExitOnIdle: true,
  });
  const sessions = new PostgresSessions(
    pool,
    (client) => cancelOnServer(pg, client, address, config.ssl),
    address,
  );
  const describe = postgresResultColumns();
  const never = new AbortController().signal;

  let unsafe: PostgresUnsafe | undefined;
  let isFresh = true;
  const facts = await sessions
    .transaction({ signal: never, milliseconds: CATALOG_MILLISECONDS }, async (run) => {
      unsafe = await postgresUnsafe(run, options);
      const rights = await postgresRights(async (sql) => (await run(sql, [], 1)).rows[0]?.[0]);
      return { ...(await serverFacts(run, schemas)), rights };
    })
    .catch(async (error) => {
      await sessions.close();
      throw error;
    });
  sessions.beginning = {
    noticesLostClients: Number.parseInt(facts.version, 10) >= 14,
    ...(facts.roleMilliseconds > 0 ? { roleMilliseconds: facts.roleMilliseconds } : {}),
    settings: facts.searchPath,
  };
  const dialect = postgresDialect(
    parser,
    facts.functions.map(([name, kind]) => [name ?? "", kind] as [string, "scalar"]),
  );

  const check = (sql: string): void => {
    const refusal = refusalOf(dialect.inspect(sql));
    if (refusal !== undefined) throw refusal;
    const { objects = [] } = unsafe ?? {};
    const names = objects.length === 0 ? undefined : postgresStatementNames(parser, sql);
    if (names !== undefined) refuseUnsafe(names, objects);
  };
  return {
    target: {
      engine: "postgres",
      engineVersion: facts.version,
      name: address.database,
      key: createHash("sha256")
        .update(
          JSON.stringify(["postgres", address.host, address.port, address.database, facts.role, schemas]),
        )
        .digest("hex")
        .slice(0, 32),
    },
    dialect,
    notices: [facts.rights, unsafeDiagnosis(unsafe?.objects ?? []) ?? []].flat(),
    introspect: (signal) =>
      sessions.transaction({ signal, milliseconds: CATALOG_MILLISECONDS }, async (run) => {
        if (!isFresh || unsafe === undefined) unsafe = await postgresUnsafe(run, options);
        isFresh = false;
        return postgresSchema(run, { schemas, identifier: dialect.identifier, ...unsafe });
      }),
    async query(sql, parameters, options) {
      check(sql);
      const { maxRows, milliseconds, signal } = options;
      const collector = rowCollector(rowBounds(options));
      // The server itself stops at the row limit.
      const probe = Math.min(maxRows, MOST_ROWS - 1) + 1;
      const values = parameters.map(writePostgresValue);
      const { fields, described } = await sessions.transaction({ milliseconds, signal }, async (run) => {
        const { fields, isCutOff } = await run(sql, values, probe, (row, of) => {
          const cells = row.map((text, column) => readPostgresValue(text, of[column]?.dataTypeID ?? 0));
          return collector.take(cells) || collector.result().truncatedBy === "rows";
        });
        if (isCutOff) collector.stopAtBytes();
        return { fields, described: isCutOff ? undefined : await describe(fields, run) };
      });
      return {
        columns:
          described ?? (await sessions.transaction({ milliseconds, signal }, (run) => describe(fields, run))),
        ...collector.result(),
      };
    },
    async compile(sql, signal) {
      check(sql);
      return sessions.transaction({ milliseconds: COMPILE_MILLISECONDS, signal }, async (run) => {
        const { fields } = await run(sql, [], 0);
        return describe(fields, run);
      });
    },
    // The snapshot's text changes with every writing transaction on the server, and only then.
    dataVersion: (signal) =>
      sessions.transaction({ signal, milliseconds: ASKED_MILLISECONDS }, async (run) => {
        const snapshot = await run("SELECT pg_current_snapshot()::text", [], 1);
        return snapshot.rows[0]?.[0] ?? "";
      }),
    schemaVersion: (signal) =>
      sessions.transaction(
        { signal, milliseconds: ASKED_MILLISECONDS },
        async (run) => (await run(SCHEMA_VERSION, [], 1)).rows[0]?.[0] ?? "",
      ),
    columnStatistics: (tables, signal) =>
      sessions.transaction({ signal, milliseconds: CATALOG_MILLISECONDS }, (run) =>
        postgresStatistics(run, tables),
      ),
    async diagnose(signal) {
      const guarded = <T>(work: (run: RunStatement) => Promise<T>): Promise<T> =>
        sessions.transaction({ signal, milliseconds: ASKED_MILLISECONDS }, work);
      const found = await postgresDiagnosis({ connect: () => new Client(config), guarded });
      return [...found, unsafeDiagnosis(unsafe?.objects ?? []) ?? []].flat();
    },
    close: () => sessions.close(),
  };
}

function sslOf(choice: TlsChoice): Pg.ClientConfig["ssl"] {
  if (choice === undefined) return false;
  const { verifyIdentity, ...options } = choice;
  return verifyIdentity ? options : { ...options, checkServerIdentity: () => undefined };
}

function addressOf(pg: typeof Pg, config: Pg.PoolConfig): { host: string; port: number; database: string } {
  try {
    const { host, port, database } = new pg.Client(config) as Pg.Client & { readonly database?: string };
    return { host, port, database: database ?? "" };
  } catch {
    throw new FuxiError("configuration-invalid", "The PostgreSQL address cannot be read.", {
      hint: "Write it as postgres://user:password@host:port/database, with special characters percent-encoded.",
    });
  }
}

/** Statistics from `pg_stats`, which lacks tables without ANALYZE, and tables whose rows the role may not see. */
async function postgresStatistics(
  run: RunStatement,
  tables: readonly TableName[],
): Promise<readonly ColumnStatistics[]> {
  const schemas = postgresArray(tables.map(({ schema = "" }) => schema));
  const names = postgresArray(tables.map(({ name }) => name));
  const { rows } = await run(STATISTICS, [schemas, names], 1_000_000);
  return rows.flatMap((row) => {
    const table = tables[Number(row[0]) - 1];
    return table === undefined ? [] : [statisticsOf(table, row)];
  });
}

function statisticsOf(table: TableName, row: readonly (string | null)[]): ColumnStatistics {
  const [, column, values, shares, others, indexed] = row;
  const share = listOf(shares ?? null).map(Number);
  return {
    table,
    column: column ?? "",
    commonValues: listOf(values ?? null).map((value, at) => ({ value, share: share[at] ?? 0 })),
    otherValues: listOf(others ?? null),
    indexed: indexed === "t",
  };
}

function listOf(json: string | null): readonly string[] {
  return json === null ? [] : (JSON.parse(json) as unknown[]).map(String);
}
