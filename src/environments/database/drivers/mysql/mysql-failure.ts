import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { SqlEngineError } from "../../driver/sql-engine-error.ts";
import { classifyMysqlComplaint, type MysqlComplaint } from "./mysql-error-classifier.ts";
import type { MysqlAddress } from "./mysql-url.ts";

const DENIED = new Set([1045, 1698, 1862, 1820, 1130, 3118, 4151]);
const BUSY = new Set([1040, 1203, 1226, 1053, 1129]);
const TLS_CODES =
  /^(?:HANDSHAKE_SSL_ERROR|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|CERT_|ERR_TLS_|ERR_SSL_|EPROTO)/u;
/** The connection, not the statement, failed: killed, shutting down, gone. */
const LOST = new Set([1053, 1077, 1079, 1080, 1152, 1158, 1159, 1160, 1161, 1184, 1927, 2006, 2013, 4031]);

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
      hint: "Check user and password in the address, and from which hosts the user may connect.",
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
    return new FuxiError("target-denied", `The MySQL server at ${place} takes encrypted connections only.`, {
      hint: "Put ?ssl-mode=required behind the address, or ?ssl-mode=verify_identity to have its certificate checked.",
    });
  }
  if (code === "HANDSHAKE_NO_SSL_SUPPORT") {
    return new FuxiError("target-denied", `The MySQL server at ${place} has no encryption.`, {
      hint: "Leave ssl-mode out of the address, if the connection may go unencrypted.",
    });
  }
  if (typeof code === "string" && TLS_CODES.test(code)) {
    return new FuxiError("target-denied", `The certificate of the MySQL server at ${place} is not trusted.`, {
      hint: "Name its authority in NODE_EXTRA_CA_CERTS, or write ?ssl-mode=required to encrypt without checking it.",
    });
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
  if (BUSY.has(number)) {
    return new FuxiError("engine-unavailable", `The MySQL server at ${place} takes no connections now.`, {
      hint: "Try again in a moment; it may have too many connections.",
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
