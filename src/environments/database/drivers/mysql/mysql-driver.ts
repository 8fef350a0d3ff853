import { createHash } from "node:crypto";
import type * as Mysql from "mysql2";
import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { importOptional } from "../../../../util/import-optional.ts";
import { rowBounds, rowCollector } from "../../driver/row-collector.ts";
import { COMPILE_MILLISECONDS, type SqlDriver } from "../../driver/sql-driver.ts";
import { SqlEngineError } from "../../driver/sql-engine-error.ts";
import { ADMITTED_TEXTS, admitMysqlText } from "./mysql-admission.ts";
import { COLUMNS, OWN_FUNCTIONS, writeCountersSql } from "./mysql-catalog-queries.ts";
import { mysqlDiagnosis } from "./mysql-diagnosis.ts";
import { mysqlDialect } from "./mysql-dialect.ts";
import { grantsWrite } from "./mysql-grants.ts";
import { mysqlSchema } from "./mysql-introspection.ts";
import { withParameters } from "./mysql-parameters.ts";
import { mysqlResultColumn } from "./mysql-result-columns.ts";
import { mysqlServerFacts } from "./mysql-server-facts.ts";
import { MysqlSessions } from "./mysql-session.ts";
import { readMysqlUrl } from "./mysql-url.ts";
import { readMysqlValue } from "./mysql-value.ts";

/** The server, and the bounds of what is read from it. */
export interface MysqlDriverOptions {
  /** `mysql://user:password@host:3306/database` (or `mariadb://`), with `?ssl-mode=…` or `?socket=/path`. */
  readonly url: string;
  /** At most this many connections (4). */
  readonly poolSize?: number;
  /** How long connecting may take (10,000). */
  readonly connectMilliseconds?: number;
}

/** `sql_select_limit` is a 64-bit number on the server; more rows than this fit into no array. */
const MOST_ROWS = 2 ** 32 - 2;

/**
 * Connects to a MariaDB or MySQL server. Every statement is checked by its tokens and by the server's own grammar, and then run in a
 * read-only transaction of a session that may only read.
 *
 * @throws FuxiError `dependency-missing`, `target-not-found`, `target-denied`, `engine-unavailable`, `configuration-invalid`
 */
export async function openMysqlDriver(options: MysqlDriverOptions): Promise<SqlDriver> {
  const address = readMysqlUrl(options.url);
  const mysql = await importOptional<typeof Mysql & { readonly default?: typeof Mysql }>(
    "mysql2",
    "to open MySQL and MariaDB databases",
  );
  const sessions = new MysqlSessions(
    mysql.default ?? mysql,
    {
      ...(address.socketPath === undefined
        ? { host: address.host, port: address.port }
        : { socketPath: address.socketPath }),
      user: address.user,
      password: address.password,
      ...(address.database === "" ? {} : { database: address.database }),
      ...(address.tls === undefined ? {} : { ssl: tlsOptions(address.tls.verifies) }),
      charset: "utf8mb4_general_ci",
      connectTimeout: options.connectMilliseconds ?? 10_000,
      disableEval: true,
      // No server may ask for a file of this machine; and texts are read as the server reads everybody's.
      flags: ["-LOCAL_FILES", "-MULTI_STATEMENTS", "-IGNORE_SPACE"],
      connectAttributes: { program_name: "fuxi" },
    },
    options.poolSize ?? 4,
    address,
  );
  const never = new AbortController().signal;

  async function ask(sql: string): Promise<readonly (readonly (string | null)[])[]> {
    return sessions.transaction({ signal: never, milliseconds: 10_000 }, ({ rows }) => rows(sql));
  }

  async function readFacts() {
    const [[version, sqlMode, place]] = (await ask(
      "SELECT VERSION(), @@sql_mode, CONCAT(@@hostname, ':', @@port)",
    )) as [[string, string, string]];
    sessions.server = mysqlServerFacts(version);
    sessions.sqlMode = sqlMode;
    return {
      server: sessions.server,
      sqlMode,
      place,
      grants: (await ask("SHOW GRANTS")).map(([grant]) => grant ?? ""),
      functions: (await ask(OWN_FUNCTIONS)).map(([name]) => name ?? ""),
    };
  }

  const facts = await readFacts().catch(async (error) => {
    await sessions.close();
    throw error;
  });
  const { server } = facts;
  const dialect = mysqlDialect({
    server,
    sqlMode: facts.sqlMode,
    database: address.database,
    ownFunctions: facts.functions,
  });
  const admitted = new Set<string>();
  const counters = writeCountersSql(server);

  return {
    target: {
      engine: server.engine,
      engineVersion: server.version,
      name: address.database === "" ? server.engine : address.database,
      key: createHash("sha256")
        .update(`mysql\0${address.socketPath ?? address.host}\0${address.port}\0${address.database}`)
        .digest("hex")
        .slice(0, 32),
      roleCanWrite: facts.grants.some(grantsWrite),
    },
    dialect,
    introspect: (signal) => sessions.transaction({ signal }, ({ rows }) => mysqlSchema(rows)),
    async query(sql, parameters, queryOptions) {
      checkText(sql);
      const { milliseconds, signal } = queryOptions;
      const maxRows = Math.min(queryOptions.maxRows, MOST_ROWS) + 1;
      const collector = rowCollector(rowBounds(queryOptions));
      const fields = await sessions.transaction({ milliseconds, signal, maxRows }, async (transaction) => {
        if (!admitted.has(sql)) {
          await admitMysqlText(transaction, sql, dialect.lexical);
          remember(sql);
        }
        const text = withParameters(sql, parameters, dialect.lexical);
        const { fields, cutOff } = await transaction.run(text, (cells, of) =>
          collector.take(of.map((field, at) => readMysqlValue(cells[at] ?? null, field))),
        );
        if (cutOff === "bytes") collector.stopAtBytes();
        return fields;
      });
      return { columns: fields.map(mysqlResultColumn), ...collector.result() };
    },
    async compile(sql, signal) {
      checkText(sql);
      const fields = await sessions.transaction(
        { milliseconds: COMPILE_MILLISECONDS, signal },
        (transaction) => admitMysqlText(transaction, sql, dialect.lexical),
      );
      remember(sql);
      return fields.map(mysqlResultColumn);
    },
    async dataVersion(signal) {
      const rows = await version(sessions, signal, counters);
      return rows.map((row) => row.join("=")).join(" ");
    },
    async schemaVersion(signal) {
      const rows = await version(sessions, signal, COLUMNS);
      return createHash("sha256").update(JSON.stringify(rows)).digest("hex");
    },
    diagnose: (signal) =>
      mysqlDiagnosis({
        address,
        ask: (sql) => sessions.transaction({ signal, milliseconds: 10_000 }, ({ rows }) => rows(sql)),
      }),
    close: () => sessions.close(),
  };

  function checkText(sql: string): void {
    const info = dialect.inspect(sql);
    if (info.isQuery) return;
    if (info.syntaxError === undefined && info.statements > 0)
      throw refusal(info.statements, info.refusedBecause);
    // The server says better what is wrong with a text that is no statement.
    if (info.statements === 0)
      throw new SqlEngineError({ kind: "syntax", engineMessage: "The text contains no statement." });
  }

  function remember(sql: string): void {
    if (sql.length > ADMITTED_TEXTS.longest) return;
    if (admitted.size >= ADMITTED_TEXTS.most) admitted.clear();
    admitted.add(sql);
  }
}

function refusal(statements: number, because: string | undefined): SqlEngineError {
  return statements > 1
    ? new SqlEngineError({
        kind: "multiple-statements",
        engineMessage: "Only one statement may be run at a time.",
      })
    : new SqlEngineError({
        kind: "not-read-only",
        engineMessage: `Only queries that read may be run, not ${because ?? "this statement"}.`,
      });
}

function tlsOptions(verifies: boolean): Mysql.SslOptions {
  return { rejectUnauthorized: verifies, verifyIdentity: verifies };
}

/** How long what changed is asked for; a server that takes longer stalls, and is not waited for. */
const VERSION_MILLISECONDS = 10_000;

async function version(
  sessions: MysqlSessions,
  signal: AbortSignal,
  sql: string,
): Promise<readonly (readonly (string | null)[])[]> {
  try {
    return await sessions.transaction({ signal, milliseconds: VERSION_MILLISECONDS }, ({ rows }) =>
      rows(sql),
    );
  } catch (cause) {
    if (!FuxiError.isInstance(cause) || cause.code !== "engine-timeout") throw cause;
    throw new FuxiError("engine-unavailable", "The MySQL server does not answer.", {
      hint: "Try again when it does; whoever runs it can see what holds it.",
      cause,
    });
  }
}
