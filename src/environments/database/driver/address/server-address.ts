import type { FuxiError } from "../../../../errors/fuxi-error.ts";
import { ENGINE_NAMES, refusedAddress, type ServerEngine, SHAPES } from "./address-refusal.ts";
import { escapeAddress } from "./escape-address.ts";
import { goAddress } from "./go-address.ts";
import { jdbcAddress } from "./jdbc-address.ts";
import { keywordAddress } from "./keyword-address.ts";

/** The address of a database server as Fuxi's drivers read it. */
export interface ServerAddress {
  readonly engine: ServerEngine;
  /** `postgres://…` or `mysql://…`; as it was written where that is one. */
  readonly url: string;
}

const USUAL = /^(?:postgres(?:ql)?|mysql|mariadb)$/iu;

/** What frameworks call an engine: Rails, Django, Doctrine, SQLAlchemy, golang-migrate. */
const SCHEMES: ReadonlyMap<string, ServerEngine> = new Map([
  ...words("postgres postgresql postgis pgsql psql pgx pgx5 pdo-pgsql").map(
    (name) => [name, "postgres"] as const,
  ),
  ...words("mysql mariadb mysql2 mysqli mysqlgis trilogy pdo-mysql").map((name) => [name, "mysql"] as const),
]);

/** What only names a client library behind the `+`: SQLAlchemy's. */
const LIBRARIES = new Set(
  words(`asyncpg psycopg psycopg_async psycopg2 psycopg2cffi pg8000 pygresql aiopg
    pymysql mysqldb mysqlclient mysqlconnector mariadbconnector aiomysql asyncmy cymysql oursql`),
);

/**
 * The address of a PostgreSQL, MySQL or MariaDB server in the form of another tool: SQLAlchemy's, Rails', Doctrine's, JDBC's, libpq's keywords, Go's.
 * Undefined for what is none of these.
 * @throws FuxiError `configuration-invalid`, which repeats nothing of the address but names of parameters, for what cannot be honoured
 */
export function serverAddress(text: string): ServerAddress | undefined {
  const written = unquoted(text);
  const address = jdbcAddress(written) ?? urlAddress(written);
  if (address !== undefined) return address;
  refuseOtherStrings(written);
  const keywords = keywordAddress(written);
  if (keywords !== undefined) return { engine: "postgres", url: keywords };
  const go = goAddress(written);
  return go === undefined ? undefined : { engine: "mysql", url: go };
}

/** Some tools leave the quotes of an .env file in the variable. */
export function unquoted(text: string): string {
  const trimmed = text.trim();
  return /^(["'])(.+)\1$/su.exec(trimmed)?.[2] ?? trimmed;
}

function urlAddress(text: string): ServerAddress | undefined {
  const [, scheme = "", library, rest = ""] =
    /^([a-z][a-z0-9.-]*)(?:\+([\w.+-]+))?:\/\/(.*)$/isu.exec(text) ?? [];
  const engine = SCHEMES.get(scheme.toLowerCase());
  if (engine === undefined) return undefined;
  if (library !== undefined && !LIBRARIES.has(library.toLowerCase())) {
    throw refusedAddress(
      `What +${library} asks for in the ${ENGINE_NAMES[engine]} address is not known.`,
      /ssh/iu.test(library)
        ? `Open the tunnel with ssh -L, and write the address of its end on this machine: ${SHAPES[engine]}`
        : `Leave it out: ${SHAPES[engine]}`,
    );
  }
  const usual = library === undefined && USUAL.test(scheme) ? scheme : engine;
  return { engine, url: `${usual}://${escapeAddress(rest, engine)}` };
}

/** What other targets begin with. */
const OTHER_TARGETS = /^(?:https?|sparql|openapi|rdf|table|sample|file|sqlite|duckdb):/iu;

/** May hold a password, so that it is not taken for the name of a file and repeated. */
function refuseOtherStrings(text: string): void {
  const isList =
    /^\s*[a-z][a-z _-]*=[^;]*;/iu.test(text) &&
    /(?:^|;)\s*(?:server|host|data ?source|driver|dsn)\s*=/iu.test(text);
  if (isList) throw unread("This connection string of ADO.NET or ODBC is not read.");
  if (/^(?:postgres(?:ql)?|pgsql|mysql|mariadb):(?!\/\/)/iu.test(text)) {
    throw unread("This address is not read: no // stands behind the name of the engine.");
  }
  if (/^jdbc:(?!sqlite:|duckdb:)/iu.test(text)) {
    throw unread("Of JDBC's addresses those of PostgreSQL, MySQL, MariaDB, SQLite and DuckDB are read.");
  }
  if (
    /^[^\s/\\:]+:\S*@[\w.-]+(?::\d+|\/[\w-]*)+$/u.test(text) &&
    !OTHER_TARGETS.test(text) &&
    !text.includes("://")
  ) {
    throw unread("This address does not say of which engine it is.");
  }
}

const unread = (message: string): FuxiError =>
  refusedAddress(message, `Write ${SHAPES.postgres} or ${SHAPES.mysql}`);

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/u);
}
