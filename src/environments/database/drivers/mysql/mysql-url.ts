import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { serverAddress } from "../../driver/address/server-address.ts";
import { refuseUnknownParameters } from "../../driver/known-parameters.ts";
import { type MysqlTls, readMysqlTls } from "./mysql-tls.ts";

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
  readonly tls: MysqlTls;
}

const ENCRYPTED =
  "Write ssl-mode=require for encryption, ssl-mode=verify-full to make sure of the server as well, or ssl-mode=disable.";

const OF_AUTHORITY =
  "Name the certificate of the server's authority by ssl-ca=/path/to/ca.pem, with ssl-mode=verify-full.";

const PARAMETERS = {
  engine: "MySQL",
  read: ["schemas", "socket", "ssl-mode", "ssl-ca", "ssl-cert", "ssl-key", "sslpassword"],
  // Other tools' spellings, and what has no effect as texts are read in one character set and times as the server writes them.
  accepted:
    "socketpath unix_socket sslmode ssl sslrootcert sslcert sslkey collation compress servertimezone connectiontimezone parsetime loc datestrings zerodatetimebehavior".split(
      " ",
    ),
  unread: {
    usessl: ENCRYPTED,
    requiressl: ENCRYPTED,
    verifyservercertificate: ENCRYPTED,
    tls: ENCRYPTED,
    sslaccept: ENCRYPTED,
    sslidentity: "Name the certificate and its key by ssl-cert= and ssl-key=.",
    trustservercertificate: ENCRYPTED,
    serversslcert: OF_AUTHORITY,
    trustcertificatekeystoreurl: OF_AUTHORITY,
    read_default_file: "Write the server, user and database into the address.",
    database: "Write the database behind the server: mysql://user@host:port/database",
    user: "Write the user before the server: mysql://user:password@host:port/database",
    password: "Write the password before the server: mysql://user:password@host:port/database",
  },
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
  const socketPath =
    parameters.get("socket") ?? parameters.get("socketpath") ?? parameters.get("unix_socket");
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
    tls: readMysqlTls(parameters),
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
