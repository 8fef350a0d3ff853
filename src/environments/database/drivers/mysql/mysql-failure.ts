import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { connectFailure, errorText, lostConnection, type TroubleRows } from "../../driver/server-failures.ts";
import {
  type EngineErrorFacts,
  type EngineErrorKind,
  knownFacts,
  meaningOf,
  onlyPlaceOf,
  type Sorted,
  SqlEngineError,
} from "../../driver/sql-engine-error.ts";
import type { MysqlAddress } from "./mysql-url.ts";

/** The server quotes at most 80 bytes of the statement's rest, and may cut the last character. */
const QUOTED_CHARACTERS = 76;

/** The offset of the text that a syntax error quotes: `… near 'FROM book' at line 2`. */
function placeOfRest(message: string, sql: string): number | undefined {
  const rest = / near '(.*)' at line \d+$/su.exec(message)?.[1];
  if (rest === undefined) return undefined;
  if (rest === "") return sql.trimEnd().length;
  const isCut = Buffer.byteLength(rest) >= QUOTED_CHARACTERS;
  const at = isCut ? sql.indexOf(rest.slice(0, -4)) : sql.lastIndexOf(rest);
  return at < 0 ? undefined : at;
}

/** The fields of an error that the server sent. */
interface MysqlComplaint {
  readonly message: string;
  readonly errno: number;
}

const KINDS: Sorted<EngineErrorKind> = [
  [/^(?:1064|1065|1149|1234|1248|1630)$/u, "syntax"],
  [/^(?:1146|1049|1051|1109)$/u, "unknown-table"],
  [/^1054$/u, "unknown-column"],
  [/^1052$/u, "ambiguous-column"],
  // Users without rights to the database's functions get the same error for missing ones.
  [/^(?:1305|1128|1370|158[234])$/u, "unknown-function"],
  [/^(?:1210|1253|1267|127[01]|1292|1366|1411|1525|1690|314[0136]|3156|3854|407[89])$/u, "type-mismatch"],
  [/^(?:1055|1056|1111|1140|1247|1463|3029|3065|357[45]|359[34]|401[56])$/u, "aggregate-misuse"],
  [/^(?:1222|1241|1136|1353|4099|4014)$/u, "column-count-mismatch"],
  [/^(?:1792|1290|1227|1295|1336|1422|1568|1746|1765)$/u, "not-read-only"],
  [/^(?:1969|3024)$/u, "time-limit"],
  [/^(?:1038|1041|1104|111[4678]|1135|1153|1301|1390|1436|1473|3636)$/u, "too-large"],
];

/** Sentences that hold the name. */
const NAMES: readonly RegExp[] = [
  /^Unknown column '(.*)' in /su,
  /^Column '(.*)' in .+ is ambiguous$/su,
  /^Unknown table '(.*?)'(?: in .*)?$/su,
  /^Table '(.*)' doesn't exist/su,
  /^Unknown database '(.*)'$/su,
  /^(?:FUNCTION|PROCEDURE) (.*) does not exist/su,
  /^execute command denied to user .* for routine '(.*)'$/su,
  /^Function '?(.*?)'? is not defined/su,
  /^Incorrect param\w+ (?:count )?in the call to (?:native |stored )?function '(.*)'/su,
  /^'(.*)' isn't in GROUP BY$/su,
  /^Can't group on '(.*)'$/su,
  /^Non-grouping field '(.*)' is used in HAVING clause$/su,
];

/** Replacements for misleading messages of the server. */
const OWN_WORDS: Readonly<Record<number, string>> = {
  // Users who may not create users get no further detail for a view whose definer is gone.
  1045: "Access denied: the user who defined a view or function that is used here is gone.",
  1317: "The statement was stopped by somebody on the server. It may be tried again.",
};

function classifyMysqlComplaint(complaint: MysqlComplaint, sql: string, database: string): EngineErrorFacts {
  const { errno, message } = complaint;
  const kind = meaningOf(KINDS, String(errno)) ?? "other";
  const engineMessage = OWN_WORDS[errno] ?? shownMessage(message);
  if (kind === "syntax") return knownFacts({ kind, engineMessage, offset: placeOfRest(message, sql) });
  const named = NAMES.map((sentence) => sentence.exec(message)?.[1]).find((name) => name !== undefined);
  // The server qualifies unqualified names with its database.
  const own = named?.startsWith(`${database}.`) ? named.slice(database.length + 1) : named;
  const identifier = named !== undefined && sql.toLowerCase().includes(named.toLowerCase()) ? named : own;
  return knownFacts({ kind, engineMessage, identifier, offset: onlyPlaceOf(identifier, sql) });
}

/** The server's message without the user, host and manual, and with a remedy if one is known. */
function shownMessage(message: string): string {
  const plain = message
    .replace(
      /; check the manual that corresponds to your \w+ server version for the right syntax to use/u,
      "",
    )
    .replace(/ (?:to|for) user '[^']*'@'[^']*'/u, "")
    .replace(/\('[^']*'@'[^']*'\)/u, "");
  if (!plain.startsWith("Illegal mix of collations")) return plain;
  const collation = /\((\w+),(?:IMPLICIT|EXPLICIT)\)/u.exec(message)?.[1];
  if (message.includes("COERCIBLE")) return `${plain}; the column's character set cannot hold the text`;
  return collation === undefined ? plain : `${plain}; put COLLATE ${collation} behind the other side`;
}

/** Errors where the connection, not the statement, failed: killed, shutting down, gone. */
const LOST = new Set([1053, 1077, 1079, 1080, 1152, 1158, 1159, 1160, 1161, 1184, 1927, 2006, 2013, 4031]);
/** The server's connections are exhausted, or those of the user. */
const NONE_LEFT = new Set([1040, 1203, 1226]);

/** The address's parameter names for the TLS files. */
export const TLS_NAMES = { ca: "ssl-ca", cert: "ssl-cert", key: "ssl-key" };

const DENIED = /^(?:1045|1698|1862|1820|1130|3118|4151) /u;
const TROUBLES: TroubleRows = [
  [DENIED, "credentials"],
  [/^1044 /u, "denied-database"],
  [/^1049 /u, "no-database"],
  [/^3159 /u, "encrypts-only"],
  [/^HANDSHAKE_NO_SSL_SUPPORT /u, "encrypts-not"],
  [/^HANDSHAKE_SSL_ERROR .*(?:does not match certificate's altnames|is not in the cert)/isu, "other-name"],
  [/^HANDSHAKE_SSL_ERROR .*certificate has expired/isu, "expired"],
  [
    /^HANDSHAKE_SSL_ERROR .*(?:self[- ]signed|unable to (?:verify|get)|unsuitable|invalid ca|not trusted)/isu,
    "untrusted",
  ],
  [/^HANDSHAKE_SSL_ERROR /u, "no-agreement"],
  [/^AUTH_SWITCH/u, "login-method"],
  [/^(?:1203|1226) .*per_hour/su, "no-share"],
  [/^(?:1040|1203|1226) /u, "no-room"],
  [/^1129 /u, "blocked"],
  [/^1053 /u, "not-now"],
];

/** `answeredBefore`: earlier connections to this server succeeded. */
export function mysqlConnectFailure(
  error: unknown,
  { host, port, socketPath, database }: MysqlAddress,
  answeredBefore = false,
): FuxiError {
  const place = socketPath === undefined ? `${host}:${port}` : "the local socket";
  const named = { server: "MySQL", place, database, mode: "ssl-mode", ...TLS_NAMES };
  return connectFailure(error, TROUBLES, named, answeredBefore);
}

/** Whether this failure allows the next way to connect, if the address leaves the choice. */
export function mayTryOtherWay(error: unknown, choice: object | undefined): boolean {
  const said = errorText(error);
  // MariaDB reports a user who must encrypt only as denied. A password is never sent again with less protection.
  return /^(?:3159|HANDSHAKE_)/u.test(said) || (choice === undefined && DENIED.test(said));
}

type Failed = { readonly errno?: unknown; readonly message?: unknown };

/** True if a connection may come free in a moment. */
export function refusesMore(error: unknown): boolean {
  if (FuxiError.isInstance(error)) return false;
  const { errno, message } = error as Failed;
  return NONE_LEFT.has(errno as number) && !/per_hour/u.test(String(message));
}

/** True if the error leaves the connection unusable. */
export function isConnectionLost(error: unknown): boolean {
  if (FuxiError.isInstance(error)) return error.code === "engine-unavailable";
  const { errno } = error as Failed;
  return !isComplaint(error) || LOST.has(errno as number);
}

/** The error for a failed statement or a lost connection. */
export function mysqlStatementFailure(error: unknown, sql: string, database: string): FuxiError {
  if (FuxiError.isInstance(error)) return error;
  if (isConnectionLost(error)) return lostConnection("MySQL");
  return new SqlEngineError(classifyMysqlComplaint(error as MysqlComplaint, sql, database));
}

/** True for the server's own errors; those of the socket have no SQLSTATE. */
function isComplaint(error: unknown): boolean {
  const { errno } = error as Failed;
  return typeof errno === "number" && errno >= 1000 && "sqlState" in (error as object);
}
