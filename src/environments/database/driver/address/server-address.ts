import type { FuxiError } from "../../../../errors/fuxi-error.ts";
import { refusedAddress, type ServerEngine, SHAPES } from "./address-refusal.ts";
import { escapeAddress } from "./escape-address.ts";
import { jdbcAddress } from "./jdbc-address.ts";
import { keywordAddress } from "./keyword-address.ts";

/** The address of a database server as Fuxi's drivers read it. */
export interface ServerAddress {
  readonly engine: ServerEngine;
  /** `postgres://…` or `mysql://…`; as it was written where that is one. */
  readonly url: string;
}

const SCHEMES: ReadonlyMap<string, ServerEngine> = new Map([
  ["postgres", "postgres"],
  ["postgresql", "postgres"],
  ["mysql", "mysql"],
  ["mariadb", "mysql"],
]);

/** How addresses of frameworks begin: their adapter in place of the engine, or a library behind it. */
const OF_FRAMEWORKS =
  /^(?:(?:postgres(?:ql)?|mysql|mariadb)\+[\w.+-]+|postgis|pgsql|psql|pgx5?|pdo-pgsql|mysql2|mysqli|mysqlgis|trilogy|pdo-mysql):\/\//iu;
/** The data source name of Go's MySQL driver, `user:password@tcp(127.0.0.1:3306)/shop`. */
const OF_GO = /^[^:@/\s]*(?::.*)?@(?:[a-z]\w*\([^)]*\))?\/[^/?\s]*(?:\?.*)?$/su;

/**
 * The address of a PostgreSQL, MySQL or MariaDB server as a URL, as JDBC's, or in the keywords of libpq.
 * Undefined for what is none of these.
 * @throws FuxiError `configuration-invalid`, which repeats nothing of the address but names of parameters, for what cannot be honoured
 */
export function serverAddress(text: string): ServerAddress | undefined {
  const written = unquoted(text);
  const address = jdbcAddress(written) ?? urlAddress(written);
  if (address !== undefined) return address;
  refuseOtherStrings(written);
  const keywords = keywordAddress(written);
  return keywords === undefined ? undefined : { engine: "postgres", url: keywords };
}

/** Some tools leave the quotes of an .env file in the variable. */
export function unquoted(text: string): string {
  const trimmed = text.trim();
  return /^(["'])(.+)\1$/su.exec(trimmed)?.[2] ?? trimmed;
}

function urlAddress(text: string): ServerAddress | undefined {
  const [, scheme = "", rest = ""] = /^([a-z]+):\/\/(.*)$/isu.exec(text) ?? [];
  const engine = SCHEMES.get(scheme.toLowerCase());
  return engine === undefined ? undefined : { engine, url: `${scheme}://${escapeAddress(rest, engine)}` };
}

/** What other targets begin with. */
const OTHER_TARGETS = /^(?:https?|sparql|openapi|rdf|table|sample|file|sqlite|duckdb):/iu;

/** May hold a password, so that it is not taken for the name of a file and repeated. */
function refuseOtherStrings(text: string): void {
  const isList =
    /^\s*[a-z][a-z _-]*=[^;]*;/iu.test(text) &&
    /(?:^|;)\s*(?:server|host|data ?source|driver|dsn)\s*=/iu.test(text);
  if (isList) throw unread("This connection string of ADO.NET or ODBC is not read.");
  if (OF_FRAMEWORKS.test(text)) throw unread("The form that a framework gives to the address is not read.");
  if (OF_GO.test(text)) throw unread("The form that Go's MySQL driver gives to the address is not read.");
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
