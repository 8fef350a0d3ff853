import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { serverAddress } from "../../driver/address/server-address.ts";
import { refuseUnknownParameters } from "../../driver/known-parameters.ts";
import { type ServerTls, tlsMode } from "../../driver/server-tls.ts";

/** Where the server is and how to reach it, read from a URL. */
export interface MysqlAddress {
  readonly host: string;
  readonly port: number;
  readonly socketPath?: string;
  readonly user: string;
  readonly password: string;
  /** The one whose tables need no name in front; empty where the URL names none. */
  readonly database: string;
  /** Those whose tables are shown: `?schemas=a,b`, or the one of the path. */
  readonly databases: readonly string[];
  readonly tls: ServerTls;
}

const PARAMETERS = {
  engine: "MySQL",
  read: ["schemas", "socket", "ssl-mode", "ssl-ca", "ssl-cert", "ssl-key", "sslpassword"],
  // Other tools' spellings, and what has no effect as texts are read in one character set and times as the server writes them.
  accepted:
    "socketpath unix_socket sslmode ssl sslrootcert sslcert sslkey collation compress servertimezone connectiontimezone parsetime loc datestrings zerodatetimebehavior".split(
      " ",
    ),
};

const SHAPE = "Write mysql://user:password@host:3306/database, with special characters percent-encoded.";

/**
 * Reads `mysql://` and `mariadb://` URLs: `?ssl-mode=` (or `ssl`, `sslmode`) with libpq's modes or MySQL's, `?socket=/path`,
 * `?schemas=a,b` for the tables of several databases; also the forms of other tools. A parameter that is not known is refused.
 * @throws FuxiError `configuration-invalid`
 */
export function readMysqlUrl(text: string): MysqlAddress {
  const address = serverAddress(text)?.url ?? text;
  if (!URL.canParse(address)) throw invalid("The MySQL URL cannot be read.", SHAPE);
  const url = new URL(address);
  const parameters = new Map([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  refuseUnknownParameters(parameters.keys(), PARAMETERS);
  const first = (...names: readonly string[]): string | undefined =>
    names.map((name) => parameters.get(name)).find((value) => value !== undefined);
  const socketPath = first("socket", "socketpath", "unix_socket");
  const schemas = [...new Set(parameters.get("schemas")?.split(",").filter(Boolean))];
  const database = decoded(url.pathname.slice(1)) || (schemas[0] ?? "");
  return {
    host: url.hostname.replace(/^\[(.*)\]$/u, "$1") || "localhost",
    port: url.port === "" ? 3306 : Number(url.port),
    ...(socketPath === undefined ? {} : { socketPath }),
    user: decoded(url.username),
    password: decoded(url.password),
    database,
    databases: schemas.length > 0 ? schemas : [database].filter(Boolean),
    tls: {
      mode: tlsMode(first("ssl-mode", "sslmode", "ssl") ?? "prefer", "ssl-mode"),
      ca: first("ssl-ca", "sslrootcert"),
      cert: first("ssl-cert", "sslcert"),
      key: first("ssl-key", "sslkey"),
      passphrase: first("sslpassword"),
    },
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw invalid("The MySQL URL cannot be read.", SHAPE);
  }
}

function invalid(message: string, hint: string): FuxiError {
  return new FuxiError("configuration-invalid", message, { hint });
}
