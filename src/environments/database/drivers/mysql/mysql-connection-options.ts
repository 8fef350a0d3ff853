import type { ConnectionOptions } from "mysql2";
import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { failedOverEncryption } from "./mysql-failure.ts";
import type { MysqlSessions } from "./mysql-session.ts";
import { type MysqlTlsChoice, mysqlTlsChoices, socketNamedByAddress } from "./mysql-tls.ts";
import type { MysqlAddress } from "./mysql-url.ts";

/** For the client library; `database` may be empty for none. */
export function mysqlConnectionOptions(
  address: MysqlAddress,
  {
    database,
    ssl,
    connectTimeout,
  }: { readonly database: string; readonly ssl: MysqlTlsChoice; readonly connectTimeout: number },
): ConnectionOptions {
  const { host, port, socketPath, user, password } = address;
  const stream = ssl?.verifyIdentity === true ? socketNamedByAddress(host, port) : undefined;
  return {
    ...(socketPath === undefined ? { host, port } : { socketPath }),
    ...(stream === undefined ? {} : { stream }),
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

/** Sessions of the first way to connect that the server takes, where the address leaves the choice between encryption and none. */
export async function encryptedSessions(
  { tls, socketPath }: MysqlAddress,
  connect: (ssl: MysqlTlsChoice) => MysqlSessions,
): Promise<MysqlSessions> {
  const choices = mysqlTlsChoices(tls, socketPath !== undefined);
  const signal = new AbortController().signal;
  for (const ssl of choices.slice(0, -1)) {
    const sessions = connect(ssl);
    try {
      await sessions.transaction({ signal, milliseconds: 10_000 }, async () => undefined);
      return sessions;
    } catch (error) {
      await sessions.close();
      // MariaDB says of a user who has to encrypt only that it is denied. A password is never sent again with less protection.
      const isDenied = FuxiError.isInstance(error) && error.code === "target-denied" && ssl === undefined;
      if (!failedOverEncryption(error) && !isDenied) throw error;
    }
  }
  return connect(choices.at(-1));
}
