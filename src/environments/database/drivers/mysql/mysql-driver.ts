import { createHash } from "node:crypto";
import type * as Mysql from "mysql2";
import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { importOptional } from "../../../../util/import-optional.ts";
import { rowBounds, rowCollector } from "../../driver/row-collector.ts";
import { COMPILE_MILLISECONDS, type SqlDriver } from "../../driver/sql-driver.ts";
import { refusalOf, SqlEngineError } from "../../driver/sql-engine-error.ts";
import type { SqlValue } from "../../driver/sql-value.ts";
import { type AllowedObjects, unsafeDiagnosis, unsafeRefusal } from "../../driver/unsafe-objects.ts";
import type { LexicalRules } from "../../sql/lexical-rules.ts";
import { tokenize } from "../../sql/tokenize.ts";
import { mysqlDiagnosis, mysqlRights } from "./mysql-diagnosis.ts";
import { mysqlDialect, mysqlLexical } from "./mysql-dialect.ts";
import {
  DATABASES,
  mysqlCatalogQueries,
  mysqlSchema,
  mysqlStatistics,
  OWN_FUNCTIONS,
  writeCountersSql,
} from "./mysql-introspection.ts";
import { mysqlServerFacts } from "./mysql-server-facts.ts";
import {
  type MysqlField,
  MysqlSessions,
  type MysqlTransaction,
  mysqlResultColumn,
  readMysqlValue,
  writeMysqlValue,
} from "./mysql-session.ts";
import { keyOf, MysqlUnsafe } from "./mysql-unsafe.ts";
import { type MysqlAddress, mysqlConnectionOptions, readMysqlUrl } from "./mysql-url.ts";

/**
 * Wraps a text so that the server's own grammar accepts only a query there: not INTO OUTFILE, DELETE or a second statement. It is prepared and never
 * run.
 */
function querySlot(sql: string, lexical: LexicalRules): string {
  return `SELECT EXISTS (\n${withoutEnd(sql, lexical)}\n)`;
}

/** Without the semicolons that end the statement. */
function withoutEnd(sql: string, lexical: LexicalRules): string {
  const { tokens } = tokenize(sql, lexical);
  const last = tokens.findLast(({ kind, value }) => kind !== "symbol" || value !== ";");
  return last === undefined ? sql : sql.slice(0, last.end);
}

/** Bounds of the cache of accepted texts: their number, and the length of each. A server's grammar does not change. */
const ADMITTED_TEXTS = { most: 2000, longest: 100_000 } as const;

/**
 * Accepts one reading statement, by the server's own grammar: it must compile, and be valid where only a query fits.
 * @returns the columns of its result
 */
async function admitMysqlText(
  transaction: MysqlTransaction,
  sql: string,
  lexical: LexicalRules,
): Promise<readonly MysqlField[]> {
  const fields = await transaction.prepare(sql);
  if (fields.length === 0) throw notAQuery();
  try {
    await transaction.prepare(querySlot(sql, lexical));
  } catch (error) {
    if (!isServersWord(error)) throw error;
    throw notAQuery();
  }
  return fields;
}

function notAQuery(): SqlEngineError {
  return new SqlEngineError({
    kind: "not-read-only",
    engineMessage: "Only queries that read may be run, not this statement.",
  });
}

function isServersWord(error: unknown): boolean {
  return "sqlState" in (error as object) && (error as { readonly errno?: number }).errno !== 1969;
}

/** The server's address and the driver's limits. */
export interface MysqlDriverOptions extends AllowedObjects {
  /** `mysql://user:password@host:3306/database` (or `mariadb://`), with `?ssl-mode=…`, `?socket=/path` or `?schemas=a,b`. */
  readonly url: string;
  /** At most this many connections (4). */
  readonly poolSize?: number;
  /** How long connecting may take (10,000). */
  readonly connectMilliseconds?: number;
}

/** Time limits of the driver's own queries, so that a hanging server does not hang the caller. */
const ASKED_MILLISECONDS = 10_000;
const CATALOG_MILLISECONDS = 120_000;
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
  const loaded = await importOptional<typeof Mysql & { readonly default?: typeof Mysql }>(
    "mysql2",
    "to open MySQL and MariaDB databases",
  );
  const mysql = loaded.default ?? loaded;
  const connection = await mysqlConnectionOptions(mysql, address, options.connectMilliseconds ?? 10_000);
  const sessions = new MysqlSessions(mysql, connection, options.poolSize ?? 4, address);
  const never = new AbortController().signal;

  const ask = (sql: string, signal: AbortSignal = never): Promise<readonly (readonly (string | null)[])[]> =>
    sessions.transaction({ signal, milliseconds: ASKED_MILLISECONDS }, ({ rows }) => rows(sql));

  async function readFacts() {
    const [[version, sqlMode]] = (await ask("SELECT VERSION(), @@sql_mode")) as [[string, string]];
    sessions.server = mysqlServerFacts(version);
    sessions.sqlMode = sqlMode;
    if (address.databases.some((name) => name !== address.database))
      assertDatabases(
        address.databases,
        (await ask(DATABASES)).map(([name]) => name ?? ""),
      );
    const lexical = mysqlLexical(new Set(sqlMode.toUpperCase().split(",")));
    const guard = new MysqlUnsafe({ ...options, lexical, database: address.database });
    return {
      guard,
      unsafe: await guard.all(address.databases, asking(never)),
      server: sessions.server,
      sqlMode,
      grants: (await ask("SHOW GRANTS")).map(([grant]) => grant ?? ""),
      functions: (await ask(OWN_FUNCTIONS)).map(([name]) => name ?? ""),
    };
  }

  const asking = (signal: AbortSignal): Pick<MysqlTransaction, "rows" | "records"> => ({
    rows: (sql) =>
      sessions.transaction({ signal, milliseconds: CATALOG_MILLISECONDS }, ({ rows }) => rows(sql)),
    records: (sql) =>
      sessions.transaction({ signal, milliseconds: CATALOG_MILLISECONDS }, ({ records }) => records(sql)),
  });

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
  let isFresh = true;
  const counters = writeCountersSql(server);

  return {
    target: {
      engine: server.engine,
      engineVersion: server.version,
      name: address.database === "" ? server.engine : address.database,
      key: createHash("sha256").update(keyText(address)).digest("hex").slice(0, 32),
    },
    dialect,
    notices: [mysqlRights(facts.grants, address), unsafeDiagnosis(facts.unsafe.objects) ?? []].flat(),
    async introspect(signal) {
      if (!isFresh) facts.guard.renew();
      isFresh = false;
      const { objects, foreign } = await facts.guard.all(address.databases, asking(signal));
      const refused = new Set(objects.map(({ schema, name }) => keyOf(schema, name)));
      return sessions.transaction({ signal, milliseconds: CATALOG_MILLISECONDS }, (transaction) =>
        mysqlSchema(transaction, {
          refused,
          foreign,
          database: address.database,
          databases: address.databases,
          keepsJsonAsText: server.keepsJsonAsText,
          identifier: dialect.identifier,
        }),
      );
    },
    async query(sql, parameters, queryOptions) {
      const { milliseconds, signal } = queryOptions;
      await check(sql, signal);
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
      await check(sql, signal);
      const fields = await sessions.transaction(
        { milliseconds: COMPILE_MILLISECONDS, signal },
        (transaction) => admitMysqlText(transaction, sql, dialect.lexical),
      );
      remember(sql);
      return fields.map(mysqlResultColumn);
    },
    async dataVersion(signal) {
      const rows = await ask(counters, signal);
      return rows.map((row) => row.join("=")).join(" ");
    },
    async schemaVersion(signal) {
      const hash = createHash("sha256");
      for (const database of address.databases)
        hash.update(JSON.stringify(await ask(mysqlCatalogQueries(database).columns, signal)));
      return hash.digest("hex");
    },
    columnStatistics: (tables, signal) =>
      sessions.transaction({ signal, milliseconds: CATALOG_MILLISECONDS }, (transaction) =>
        mysqlStatistics(transaction, tables, address.database),
      ),
    async diagnose(signal) {
      const { objects } = await facts.guard.all(address.databases, asking(signal));
      const found = await mysqlDiagnosis({ address, server, ask: (sql) => ask(sql, signal) });
      return [...found, unsafeDiagnosis(objects) ?? []].flat();
    },
    close: () => sessions.close(),
  };

  async function check(sql: string, signal: AbortSignal): Promise<void> {
    checkText(sql);
    const unsafe = await facts.guard.find(sql, asking(signal));
    if (unsafe !== undefined) throw unsafeRefusal(unsafe);
  }

  function checkText(sql: string): void {
    const info = dialect.inspect(sql);
    if (info.isQuery) return;
    if (info.syntaxError === undefined && info.statements > 0) throw refusalOf(info);
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

/** The settings that decide which tables and columns are visible; another user may see others. */
function keyText({ socketPath, host, port, database, databases, user }: MysqlAddress): string {
  return JSON.stringify(["mysql", socketPath ?? host, port, database, databases, user]);
}

function assertDatabases(wanted: readonly string[], usable: readonly string[]): void {
  const missing = wanted.find((name) => !usable.includes(name));
  if (missing === undefined) return;
  throw new FuxiError("target-not-found", `The server has no database ${missing} that this user may use.`, {
    hint: `It may use ${usable.slice(0, 20).join(", ")}.`,
  });
}

/** The text with each `?` replaced by its value. (The protocol of prepared statements would send cells in a form that loses digits.) */
function withParameters(sql: string, parameters: readonly SqlValue[], lexical: LexicalRules): string {
  const places = tokenize(sql, lexical).tokens.filter(
    ({ kind, value }) => kind === "parameter" && value.startsWith("?"),
  );
  if (places.length !== parameters.length) {
    throw new SqlEngineError({
      kind: "other",
      engineMessage: `The statement has ${places.length} placeholders and was given ${parameters.length} values.`,
    });
  }
  let text = "";
  let end = 0;
  for (const [at, place] of places.entries()) {
    text += `${sql.slice(end, place.start)} ${writeMysqlValue(parameters[at] ?? null)} `;
    end = place.end;
  }
  return text + sql.slice(end);
}
