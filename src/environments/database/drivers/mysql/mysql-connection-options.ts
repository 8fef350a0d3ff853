import { isIP, connect as tcpConnect } from "node:net";
import type * as Mysql from "mysql2";
import type { ConnectionOptions } from "mysql2";
import { firstThatConnects, type TlsChoice, tlsChoices } from "../../driver/server-tls.ts";
import { mayTryOtherWay, TLS_NAMES } from "./mysql-failure.ts";
import type { MysqlAddress } from "./mysql-url.ts";

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
