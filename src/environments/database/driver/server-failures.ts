import { type ErrorCode, FuxiError } from "../../../errors/fuxi-error.ts";

/** A server as messages name it: its location, never user or TLS mode, and the address's names for the TLS files. */
export interface NamedServer {
  readonly server: string;
  /** Host and port. */
  readonly place: string;
  readonly database: string;
  readonly mode: string;
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** Reasons why a connection failed: code, message and hint. Words in braces are members of `NamedServer`. */
const TROUBLES = {
  credentials: [
    "target-denied",
    "The {server} server at {place} refused the credentials.",
    "Check user and password in the address, from which hosts the user may connect, and whether it has to encrypt ({mode}=require) or to show a certificate ({cert}=, {key}=).",
  ],
  "no-password": [
    "target-denied",
    "The {server} server at {place} asks for a password.",
    "Write it into the address, PGPASSWORD or the file that PGPASSFILE names (~/.pgpass).",
  ],
  "login-method": [
    "target-denied",
    "The {server} server at {place} asks for a way to log in that is not supported.",
    "Use a user with a password (caching_sha2_password, mysql_native_password or ed25519).",
  ],
  "no-database": [
    "target-not-found",
    "The server at {place} has no database {database}.",
    "Check the name of the database in the address.",
  ],
  "denied-database": [
    "target-denied",
    "The role may not use the database {database}.",
    "Grant it CONNECT (PostgreSQL) or SELECT (MariaDB, MySQL) on the database.",
  ],
  "no-room": [
    "engine-unavailable",
    "The {server} server at {place} has no connection left.",
    "Try again in a moment, or raise the limit of connections of the server (max_connections), the database or the user.",
  ],
  "no-share": [
    "engine-unavailable",
    "The user has had its share of the {server} server at {place}.",
    "Try again in an hour, or raise what the user may do in one (MAX_QUERIES_PER_HOUR, MAX_CONNECTIONS_PER_HOUR).",
  ],
  blocked: [
    "engine-unavailable",
    "The {server} server at {place} blocks this machine.",
    "Too many connections from it failed. Whoever runs the server unblocks it with FLUSH HOSTS.",
  ],
  "not-now": [
    "engine-unavailable",
    "The {server} server at {place} is starting or shutting down.",
    "Try again when it runs.",
  ],
  silent: [
    "engine-unavailable",
    "The {server} server at {place} answers no more.",
    "Try again in a moment; if it stays so, see whether the server runs and is reachable.",
  ],
  absent: [
    "target-not-found",
    "No {server} server answers at {place}.",
    "Check host and port, and that the server runs and is reachable.",
  ],
  "unknown-host": [
    "target-not-found",
    "The host of {place} is not known.",
    "Check how it is spelled, and whether a VPN or a search domain is missing.",
  ],
  "not-listening": [
    "target-not-found",
    "Nothing listens at {place}, where a {server} server was looked for.",
    "Check the port, and that the server runs and listens on this address, not only on its own machine.",
  ],
  "encrypts-not": [
    "target-denied",
    "The {server} server at {place} does not encrypt connections.",
    "Write {mode}=prefer or {mode}=disable if the way to it is safe.",
  ],
  "encrypts-only": [
    "target-denied",
    "The {server} server at {place} takes this role only encrypted.",
    "Write {mode}=require.",
  ],
  "other-name": [
    "target-denied",
    "The certificate of the {server} server at {place} is made for another name.",
    "Use the name that is in the certificate, or {mode}=verify-ca, which does not compare it.",
  ],
  expired: [
    "target-denied",
    "The certificate of the {server} server at {place} has expired.",
    "Whoever runs the server must renew it.",
  ],
  untrusted: [
    "target-denied",
    "The certificate of the {server} server at {place} is not trusted.",
    "Name the certificate of its authority with {ca}=/path/to/ca.pem; {mode}=require without it encrypts and trusts whoever answers.",
  ],
  "client-certificate": [
    "target-denied",
    "The {server} server at {place} wants a certificate of its client.",
    "Name the files with {cert}=/path/to/client.crt and {key}=/path/to/client.key.",
  ],
  "no-agreement": [
    "target-denied",
    "No encryption could be agreed on with the {server} server at {place}.",
    "Look at which versions of TLS the server takes; {mode}=disable goes without, if the way to it is safe.",
  ],
} as const satisfies Readonly<Record<string, readonly [ErrorCode, string, string]>>;

/** Maps an error's `code message` to a reason; the first matching row counts. */
export type TroubleRows = readonly (readonly [says: RegExp, trouble: keyof typeof TROUBLES])[];

/** The error for a failed connection. The server's own message may name user and host, so it is not passed on. */
export function connectFailure(
  error: unknown,
  rows: TroubleRows,
  named: NamedServer,
  answeredBefore: boolean,
): FuxiError {
  if (FuxiError.isInstance(error)) return error;
  const said = errorText(error);
  const trouble =
    rows.find(([says]) => says.test(said))?.[1] ?? (answeredBefore ? "silent" : unreached(said));
  const [code, message, hint] = TROUBLES[trouble];
  const filled = (text: string): string =>
    text.replaceAll(/\{(\w+)\}/gu, (_, name: keyof NamedServer) => named[name]);
  return new FuxiError(code, filled(message), { hint: filled(hint) });
}

function unreached(said: string): keyof typeof TROUBLES {
  if (/^(?:ENOTFOUND|EAI_AGAIN)\b/u.test(said)) return "unknown-host";
  return said.startsWith("ECONNREFUSED") ? "not-listening" : "absent";
}

/** Number (else code) and message of an error. */
export function errorText(error: unknown): string {
  const { errno, code, message } = error as { errno?: unknown; code?: unknown; message?: unknown };
  return `${typeof errno === "number" && errno > 0 ? errno : (code ?? "")} ${message ?? ""}`;
}

/** The error for a connection lost in the middle of a statement. */
export function lostConnection(server: string): FuxiError {
  return new FuxiError("engine-unavailable", `The ${server} server went away in the middle of a statement.`, {
    hint: "Try the statement again.",
  });
}
