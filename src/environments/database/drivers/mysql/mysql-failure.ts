import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { SqlEngineError } from "../../driver/sql-engine-error.ts";
import { classifyMysqlComplaint, type MysqlComplaint } from "./mysql-error-classifier.ts";
import { mysqlTlsFailure } from "./mysql-tls.ts";
import type { MysqlAddress } from "./mysql-url.ts";

const DENIED = new Set([1045, 1698, 1862, 1820, 1130, 3118, 4151]);
/** The server's connections, or those of the user. */
const NONE_LEFT = new Set([1040, 1203, 1226]);
const BLOCKED = 1129;
const SHUTTING_DOWN = 1053;
/** The connection, not the statement, failed: killed, shutting down, gone. */
const LOST = new Set([1053, 1077, 1079, 1080, 1152, 1158, 1159, 1160, 1161, 1184, 1927, 2006, 2013, 4031]);

/** Those for which the next way to connect may be tried, where the address leaves the choice. */
const OVER_ENCRYPTION = new WeakSet<object>();

export function failedOverEncryption(error: unknown): boolean {
  return typeof error === "object" && error !== null && OVER_ENCRYPTION.has(error);
}

type Failed = { readonly errno?: unknown; readonly code?: unknown; readonly message?: unknown };

/**
 * The error for a connection that could not be made; `answeredBefore`: others to this server could. The server's own words may name user and
 * host, so they are not passed on.
 */
export function mysqlConnectFailure(
  error: unknown,
  address: MysqlAddress,
  answeredBefore = false,
): FuxiError {
  if (FuxiError.isInstance(error)) return error;
  const { errno, code } = error as Failed;
  const place = address.socketPath === undefined ? `${address.host}:${address.port}` : "the local socket";
  const number = typeof errno === "number" ? errno : 0;
  if (DENIED.has(number)) {
    return new FuxiError("target-denied", `The MySQL server at ${place} refused the credentials.`, {
      hint: "Check user and password in the address, from which hosts the user may connect, and whether it has to encrypt (ssl-mode=require) or to show a certificate (ssl-cert=, ssl-key=).",
    });
  }
  if (number === 1044) {
    return new FuxiError("target-denied", `The user may not use the database ${address.database}.`, {
      hint: "Grant it SELECT on the database.",
    });
  }
  if (number === 1049) {
    return new FuxiError("target-not-found", `The server at ${place} has no database ${address.database}.`, {
      hint: "Check the name of the database in the address.",
    });
  }
  if (number === 3159) {
    const refused = new FuxiError(
      "target-denied",
      `The MySQL server at ${place} takes encrypted connections only.`,
      {
        hint: "Leave ssl-mode out of the address, or write ?ssl-mode=verify-full to have its certificate checked.",
      },
    );
    OVER_ENCRYPTION.add(refused);
    return refused;
  }
  const overEncryption = mysqlTlsFailure(error, place);
  if (overEncryption !== undefined) {
    OVER_ENCRYPTION.add(overEncryption);
    return overEncryption;
  }
  if (typeof code === "string" && code.startsWith("AUTH_SWITCH")) {
    return new FuxiError(
      "target-denied",
      `The MySQL server at ${place} asks for a way to log in that is not supported.`,
      {
        hint: "Use a user with a password (caching_sha2_password, mysql_native_password or ed25519).",
      },
    );
  }
  if (NONE_LEFT.has(number)) {
    return refusesMore(error)
      ? new FuxiError("engine-unavailable", `The MySQL server at ${place} has no connection left.`, {
          hint: "Try again in a moment, or raise max_connections of the server or MAX_USER_CONNECTIONS of the user.",
        })
      : new FuxiError("engine-unavailable", `The user has had its share of the MySQL server at ${place}.`, {
          hint: "Try again in an hour, or raise what the user may do in one (MAX_QUERIES_PER_HOUR, MAX_CONNECTIONS_PER_HOUR).",
        });
  }
  if (number === BLOCKED) {
    return new FuxiError("engine-unavailable", `The MySQL server at ${place} blocks this machine.`, {
      hint: "Too many connections from it failed. Whoever runs the server unblocks it with FLUSH HOSTS.",
    });
  }
  if (number === SHUTTING_DOWN) {
    return new FuxiError("engine-unavailable", `The MySQL server at ${place} is shutting down.`, {
      hint: "Try again when it runs.",
    });
  }
  if (answeredBefore) {
    return new FuxiError("engine-unavailable", `The MySQL server at ${place} answers no more.`, {
      hint: "Try again in a moment; if it stays so, see whether the server runs and is reachable.",
    });
  }
  return new FuxiError("target-not-found", `No MySQL server answers at ${place}.`, {
    hint: "Check host and port, and that the server runs and is reachable.",
  });
}

/** True where a connection may come free in a moment. */
export function refusesMore(error: unknown): boolean {
  if (FuxiError.isInstance(error)) return false;
  const { errno, message } = error as Failed;
  return NONE_LEFT.has(errno as number) && !/per_hour/u.test(String(message));
}

/** True for a connection that is of no more use. */
export function isConnectionLost(error: unknown): boolean {
  if (FuxiError.isInstance(error)) return error.code === "engine-unavailable";
  const { errno } = error as Failed;
  return !isComplaint(error) || LOST.has(errno as number);
}

/** The error for a connection that ended in the middle of a statement. */
export function lostConnection(): FuxiError {
  return new FuxiError("engine-unavailable", "The MySQL server went away in the middle of a statement.", {
    hint: "Try the statement again.",
  });
}

/** The error for a statement that failed, or whose connection was lost. */
export function mysqlStatementFailure(error: unknown, sql: string, database: string): FuxiError {
  if (FuxiError.isInstance(error)) return error;
  if (isConnectionLost(error)) return lostConnection();
  return new SqlEngineError(classifyMysqlComplaint(error as MysqlComplaint, sql, database));
}

/** What the server itself said; errors of the socket have no SQLSTATE. */
function isComplaint(error: unknown): boolean {
  const { errno } = error as Failed;
  return typeof errno === "number" && errno >= 1000 && "sqlState" in (error as object);
}
