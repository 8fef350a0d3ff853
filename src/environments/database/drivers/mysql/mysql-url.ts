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

/** Options for the client library, with the first TLS choice that the server accepts. */
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
  // Node.js compares a certificate with the socket's server name, which the client library omits for an IP address.
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
    // No server may request a local file; and texts must be read as the server reads everybody's.
    flags: ["-LOCAL_FILES", "-MULTI_STATEMENTS", "-IGNORE_SPACE"],
    connectAttributes: { program_name: "fuxi" },
  };
}

/** The location and options of a server, read from a URL. */
export interface MysqlAddress {
  readonly host: string;
  readonly port: number;
  readonly socketPath?: string;
  readonly user: string;
  readonly password: string;
  /** The database whose tables need no qualifier; empty if the URL names none. */
  readonly database: string;
  /** The databases whose tables are shown: `?schemas=a,b`, or the one of the path. */
  readonly databases: readonly string[];
  readonly tls: ServerTls;
}

const PARAMETERS = {
  engine: "MySQL",
  read: ["schemas", "socket", "ssl-mode", "ssl-ca", "ssl-cert", "ssl-key", "sslpassword"],
  // Other tools' spellings.
  accepted: ["socketpath", "unix_socket", "sslmode", "ssl", "sslrootcert", "sslcert", "sslkey"],
};

const SHAPE = "Write mysql://user:password@host:3306/database, with special characters percent-encoded.";

/**
 * Reads `mysql://` and `mariadb://` URLs: `?ssl-mode=` (or `ssl`, `sslmode`) with libpq's modes or MySQL's, `?socket=/path`, `?schemas=a,b` for the
 * tables of several databases; also the forms of other tools. Unknown parameters that matter are refused.
 * @throws FuxiError `configuration-invalid`
 */
export function readMysqlUrl(text: string): MysqlAddress {
  const address = serverAddress(text)?.url ?? text;
  if (!URL.canParse(address)) throw invalid("The MySQL URL cannot be read.", SHAPE);
  const url = new URL(address);
  const parameters = new Map([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  refuseUnknownParameters(parameters, PARAMETERS);
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
