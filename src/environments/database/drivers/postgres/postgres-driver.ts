import { createHash } from "node:crypto";
import type * as Pg from "pg";
import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { importOptional } from "../../../../util/import-optional.ts";
import { rowBounds, rowCollector } from "../../driver/row-collector.ts";
import { firstThatConnects, type TlsChoice, tlsChoices } from "../../driver/server-tls.ts";
import { COMPILE_MILLISECONDS, type ColumnStatistics, type SqlDriver } from "../../driver/sql-driver.ts";
import { refusalOf } from "../../driver/sql-engine-error.ts";
import type { TableName } from "../../schema/database-schema.ts";
import { postgresClient, readPostgresUrl } from "./postgres-address.ts";
import { SCHEMA_VERSION, STATISTICS } from "./postgres-catalog-queries.ts";
import { postgresDiagnosis } from "./postgres-diagnosis.ts";
import { loadPostgresParser, postgresDialect } from "./postgres-dialect.ts";
import { mayTryOtherWay, type PostgresAddress, TLS_NAMES } from "./postgres-failure.ts";
import { postgresSchema } from "./postgres-introspection.ts";
import { PostgresSessions, type RunStatement, serverFacts, settingsSql } from "./postgres-session.ts";
import {
  postgresArray,
  postgresResultColumns,
  readPostgresValue,
  writePostgresValue,
} from "./postgres-value.ts";

const LONGEST_MILLISECONDS = 3000;

/** What the server told a connection about itself when it began. */
interface BackendKey {
  readonly processID?: number | null;
  readonly secretKey?: number | null;
}

/** What of the client library sends the message. */
interface CancelConnection {
  connect(portOrPath: number | string, host?: string): void;
  cancel(processId: number, secretKey: number): void;
  on(event: "connect" | "sslconnect" | "end" | "error", listener: () => void): void;
  readonly stream: { destroy(): void };
}

/**
 * Has the server stop what runs on the connection of `client`, by the protocol's own message: it needs no connection slot and no rights, and a
 * pooler passes it on to the connection that it gave the client (a process id that a pooler hands out is not one of the server). Ends when the
 * server has taken it, or is not to be reached.
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

/** The server, and how it is reached. */
export interface PostgresDriverOptions {
  /**
   * `postgres://user:password@host:port/database`; what it leaves out comes from PGHOST, PGUSER, … `schemas=a,b` and `partitions=shown` in
   * its query do what the options of that name do.
   */
  readonly url: string;
  /** Only tables of these schemas, which stand before the search path (all). */
  readonly schemas?: readonly string[];
  /** `shown`: partitions are tables of the schema, too (hidden: only their parent is). */
  readonly partitions?: "hidden" | "shown";
  /** At most this many connections (4). */
  readonly poolSize?: number;
  /** How long connecting may take (10,000). */
  readonly connectMilliseconds?: number;
}

/** A server that hangs must not hang whoever asks it: limits of what has none of its own. */
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
  const showsPartitions =
    options.partitions === undefined ? url.showsPartitions : options.partitions === "shown";
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

  sessions.beginning = { noticesLostClients: false, settings: settingsSql(url.settings) };
  const facts = await sessions
    .transaction({ signal: never, milliseconds: 10_000 }, (run) => serverFacts(run, schemas))
    .catch(async (error) => {
      await sessions.close();
      throw error;
    });
  sessions.beginning = {
    noticesLostClients: Number.parseInt(facts.version, 10) >= 14,
    ...(facts.roleMilliseconds > 0 ? { roleMilliseconds: facts.roleMilliseconds } : {}),
    settings: settingsSql(url.settings) + facts.searchPath,
  };
  const dialect = postgresDialect(
    parser,
    facts.functions.map(([name, kind]) => [name ?? "", kind] as [string, "scalar"]),
  );

  const check = (sql: string): void => {
    const refusal = refusalOf(dialect.inspect(sql));
    if (refusal !== undefined) throw refusal;
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
      roleCanWrite: facts.canWrite,
    },
    dialect,
    introspect: (signal) =>
      sessions.transaction({ signal, milliseconds: CATALOG_MILLISECONDS }, (run) =>
        postgresSchema(run, { schemas, showsPartitions, identifier: dialect.identifier }),
      ),
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
    // The snapshot's text changes with every transaction that writes anywhere on the server, and with nothing less.
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
    diagnose: (signal) =>
      postgresDiagnosis({
        connect: () => new Client(config),
        guarded: (work) => sessions.transaction({ signal, milliseconds: ASKED_MILLISECONDS }, work),
      }),
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

/** From `pg_stats`, which has nothing of tables that ANALYZE has not seen, and of those whose rows the role may not see. */
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
  const [, column, distinct, nulls, rows, values, shares, others, known, indexed] = row;
  const share = listOf(shares ?? null).map(Number);
  return {
    table,
    column: column ?? "",
    commonValues: listOf(values ?? null).map((value, at) => ({ value, share: share[at] ?? 0 })),
    otherValues: listOf(others ?? null),
    ...(known === "t"
      ? { distinct: distinctOf(Number(distinct), Number(rows)), nullShare: Number(nulls) }
      : {}),
    indexed: indexed === "t",
    known: known === "t",
  };
}

/** The server has a negative share of the rows where the number grows with them. */
function distinctOf(distinct: number, rows: number): number {
  return Math.round(distinct < 0 ? -distinct * rows : distinct);
}

function listOf(json: string | null): readonly string[] {
  return json === null ? [] : (JSON.parse(json) as unknown[]).map(String);
}
