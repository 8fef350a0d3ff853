import { exampleAddress, SERVER_ENGINES, type ServerEngineName } from "../engine-list.ts";
import { escapeAddress, refusedAddress } from "./escape-address.ts";
import { keywordAddress } from "./keyword-address.ts";

/** The address of a database server as Fuxi's drivers read it. */
export interface ServerAddress {
  readonly engine: ServerEngineName;
  /** `postgres://…` or `mysql://…`; unchanged if the address was such a URL. */
  readonly url: string;
}

const SCHEMES: ReadonlyMap<string, ServerEngineName> = new Map(
  SERVER_ENGINES.flatMap(({ engine, schemes }) => schemes.map((scheme) => [scheme, engine] as const)),
);

/**
 * Reads the address of a PostgreSQL, MySQL or MariaDB server: a URL, a JDBC URL or libpq keywords. Undefined for other texts.
 * @throws FuxiError `configuration-invalid`, which repeats nothing of the address but parameter names, for parts that cannot be honoured
 */
export function serverAddress(text: string): ServerAddress | undefined {
  const written = unquoted(text);
  const address = urlAddress(written);
  if (address !== undefined) return address;
  const refused = OTHER_STRINGS.find(([form]) => form.test(written))?.[1];
  if (refused !== undefined && !OTHER_TARGETS.test(written))
    throw refusedAddress(refused, `Write ${exampleAddress("postgres")} or ${exampleAddress("mysql")}`);
  const keywords = keywordAddress(written);
  return keywords === undefined ? undefined : { engine: "postgres", url: keywords };
}

/** Some tools leave the quotes of an .env file in the variable. */
export function unquoted(text: string): string {
  const trimmed = text.trim();
  return /^(["'])(.+)\1$/su.exec(trimmed)?.[2] ?? trimmed;
}

function urlAddress(text: string): ServerAddress | undefined {
  const [, jdbc = "", scheme = "", rest = ""] = /^(jdbc:)?([a-z]+):\/\/(.*)$/isu.exec(text) ?? [];
  const engine = SCHEMES.get(scheme.toLowerCase());
  if (engine === undefined) return undefined;
  return jdbc === ""
    ? { engine, url: `${scheme}://${escapeAddress(rest, engine)}` }
    : { engine, url: `${engine}://${withoutLogin(rest, engine)}` };
}

/** JDBC's address with `user` and `password` of its parameters before the host. */
function withoutLogin(rest: string, engine: ServerEngineName): string {
  const [place = "", ...further] = rest.split("?");
  const query = new URLSearchParams(further.join("?"));
  const [user, password] = [query.get("user"), query.get("password")];
  query.delete("user");
  query.delete("password");
  const secret = password === null ? "" : `:${encodeURIComponent(password)}`;
  const host = escapeAddress(place, engine);
  const login = user === null ? host : `${encodeURIComponent(user)}${secret}@${host.replace(/^[^/]*@/u, "")}`;
  return query.size === 0 ? login : `${login}?${query}`;
}

/** Schemes of other targets. */
const OTHER_TARGETS =
  /^(?:https?|sparql|openapi|rdf|table|sample|file|sqlite|duckdb|jdbc:(?:sqlite|duckdb)):/iu;

const OF_A_FRAMEWORK = "The form that a framework gives to the address is not read.";
const OF_ADO = "This connection string of ADO.NET or ODBC is not read.";

/** Addresses that are not read. They may hold a password: taken for a file name, they would be repeated in messages. */
const OTHER_STRINGS: readonly (readonly [form: RegExp, message: string])[] = [
  [/^(?=[^=;]*[a-z]=[^;]*;)(?:.*;)?\s*(?:server|host|data ?source|driver|dsn)\s*=/isu, OF_ADO],
  [/^(?:postgres(?:ql)?|mysql|mariadb)\+[\w.+-]+:\/\//iu, OF_A_FRAMEWORK],
  [/^(?:postgis|pgsql|psql|pgx5?|pdo-pgsql|mysql2|mysqli|mysqlgis|trilogy|pdo-mysql):\/\//iu, OF_A_FRAMEWORK],
  [
    // `user:password@tcp(127.0.0.1:3306)/shop`
    /^[^:@/\s]*(?::.*)?@(?:[a-z]\w*\([^)]*\))?\/[^/?\s]*(?:\?.*)?$/su,
    "The form that Go's MySQL driver gives to the address is not read.",
  ],
  [
    /^(?:postgres(?:ql)?|pgsql|mysql|mariadb):(?!\/\/)/iu,
    "This address is not read: no // stands behind the name of the engine.",
  ],
  [
    /^jdbc:/iu,
    "Of JDBC's addresses those of PostgreSQL, MySQL, MariaDB, SQLite and DuckDB are read, with // before a host.",
  ],
  [
    /^(?!.*:\/\/)[^\s/\\:]+:\S*@[\w.-]+(?::\d+|\/[\w-]*)+$/u,
    "This address does not say of which engine it is.",
  ],
];
