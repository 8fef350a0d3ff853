import { isIP, connect as tcpConnect } from "node:net";
import type * as Mysql from "mysql2";
import type { ConnectionOptions } from "mysql2";
import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { serverAddress } from "../../driver/address/server-address.ts";
import { refuseUnknownParameters } from "../../driver/known-parameters.ts";
import {
  firstThatConnects,
  type ServerTls,
  type TlsChoice,
  tlsChoices,
  tlsMode,
} from "../../driver/server-tls.ts";
import { mayTryOtherWay, TLS_NAMES } from "./mysql-failure.ts";

/** For the client library, with the first way to encrypt that the server takes where the address leaves the choice. */
export async function mysqlConnectionOptions(
  mysql: typeof Mysql,
  address: MysqlAddress,
  connectTimeout: number,
): Promise<ConnectionOptions> {
  const choices = tlsChoices(address.tls, address.socketPath !== undefined, TLS_NAMES);
  const choice = await firstThatConnects(
    choices,
    (each) =>
      new Promise<void>((resolve, reject) => {
        const connection = mysql.createConnection(optionsFor(address, each, connectTimeout));
        const patience = setTimeout(() => reject({ code: "ETIMEDOUT" }), connectTimeout);
        connection.on("error", () => {});
        connection.connect((error) => {
          clearTimeout(patience);
          connection.destroy();
          if (error) reject(error);
          else resolve();
        });
      }),
    mayTryOtherWay,
  );
  return optionsFor(address, choice, connectTimeout);
}

function optionsFor(
  { host, port, socketPath, user, password, database }: MysqlAddress,
  ssl: TlsChoice,
  connectTimeout: number,
): ConnectionOptions {
  // Node.js compares a certificate with the name that its socket was asked for, which the client library does not give where it is a number.
  const isNumber = ssl?.verifyIdentity === true && isIP(host) !== 0;
  return {
    ...(socketPath === undefined ? { host, port } : { socketPath }),
    ...(isNumber
      ? {
          stream: () =>
            Object.assign(tcpConnect({ host, port, keepAlive: true, noDelay: true }), { _host: host }),
        }
      : {}),
    user,
    password,
    ...(database === "" ? {} : { database }),
    ...(ssl === undefined ? {} : { ssl }),
    charset: "utf8mb4_general_ci",
    connectTimeout,
    disableEval: true,
    // No server may ask for a file of this machine; and texts are read as the server reads everybody's.
    flags: ["-LOCAL_FILES", "-MULTI_STATEMENTS", "-IGNORE_SPACE"],
    connectAttributes: { program_name: "fuxi" },
  };
}

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
