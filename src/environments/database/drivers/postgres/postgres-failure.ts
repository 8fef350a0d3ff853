import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { SqlEngineError } from "../../driver/sql-engine-error.ts";
import { classifyPostgresComplaint, type PostgresComplaint } from "./postgres-error-classifier.ts";

import { tlsFailure } from "./postgres-tls.ts";

/** Where the server is, for messages: host and port, never who connects or how. */
export interface PostgresAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
}

/** States in which the connection, not the statement, failed: shutdown, crash, start-up, too many connections, protocol. */
const LOST = /^(?:57P0[1-5]|08|53300)/u;

function codeOf(error: unknown): string {
  const code = (error as { readonly code?: unknown }).code;
  return typeof code === "string" ? code : "";
}

/** True where only the number of connections stood in the way. */
export function refusesMore(error: unknown): boolean {
  return codeOf(error) === "53300";
}

/** What is said where the server neither ended a statement nor stopped it at its limit. */
export function silentServer(milliseconds: number): SqlEngineError {
  return new SqlEngineError({
    kind: "time-limit",
    engineMessage: `The server neither finished the statement nor stopped it within ${milliseconds} ms; the connection was cut.`,
  });
}

/** The error for a connection that could not be made. The server's own words may name the user, so they are not passed on. */
export function postgresConnectFailure(
  error: unknown,
  address: PostgresAddress,
  answeredBefore: boolean,
): FuxiError {
  if (FuxiError.isInstance(error)) return error;
  const code = codeOf(error);
  const { message = "" } = error as { readonly message?: string };
  const place = `${address.host}:${address.port}`;
  const tls = tlsFailure(error, place);
  if (tls !== undefined) return tls;
  if (/password must be a (?:non-empty )?string/u.test(message)) {
    return new FuxiError("target-denied", `The PostgreSQL server at ${place} asks for a password.`, {
      hint: "Write it into the address, PGPASSWORD or the file that PGPASSFILE names (~/.pgpass).",
    });
  }
  if (code.startsWith("28")) {
    return new FuxiError("target-denied", `The PostgreSQL server at ${place} refused the credentials.`, {
      hint: "Check user and password in the address, and the server's pg_hba.conf.",
    });
  }
  if (code === "3D000") {
    return new FuxiError("target-not-found", `The server at ${place} has no database ${address.database}.`, {
      hint: "Check the name of the database in the address.",
    });
  }
  if (code === "42501") {
    return new FuxiError("target-denied", `The role may not connect to the database ${address.database}.`, {
      hint: "Grant it CONNECT on the database.",
    });
  }
  if (refusesMore(error)) {
    return new FuxiError("engine-unavailable", `The PostgreSQL server at ${place} has no connection left.`, {
      hint: "Try again in a moment, or raise the limit of connections of the server, database or role.",
    });
  }
  if (LOST.test(code)) {
    return new FuxiError(
      "engine-unavailable",
      `The PostgreSQL server at ${place} takes no connections now.`,
      {
        hint: "Try again in a moment.",
      },
    );
  }
  if (answeredBefore) {
    return new FuxiError("engine-unavailable", `The PostgreSQL server at ${place} answers no more.`, {
      hint: "Try again in a moment; if it stays so, see whether the server runs and is reachable.",
    });
  }
  return new FuxiError("target-not-found", `No PostgreSQL server answers at ${place}.`, {
    hint: "Check host and port, and that the server runs and is reachable.",
  });
}

/** The error for a statement that failed, or whose connection was lost. */
export function postgresStatementFailure(error: unknown, sql: string): FuxiError {
  if (FuxiError.isInstance(error)) return error;
  const complaint = error as PostgresComplaint;
  const fromServer = /^[0-9A-Z]{5}$/u.test(codeOf(error)) && "severity" in (error as object);
  const unbound = fromServer && /^bind message supplies/u.test(complaint.message);
  if (!fromServer || (LOST.test(complaint.code) && !unbound)) {
    return new FuxiError(
      "engine-unavailable",
      "The PostgreSQL server went away in the middle of a statement.",
      {
        hint: "Try the statement again.",
      },
    );
  }
  return new SqlEngineError(classifyPostgresComplaint(complaint, sql));
}

/** True when the connection may be used again after this failure. */
export function connectionSurvives(failure: unknown): boolean {
  return FuxiError.isInstance(failure) && failure.code === "engine-error";
}
