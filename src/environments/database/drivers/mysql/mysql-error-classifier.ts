import type { EngineErrorFacts, EngineErrorKind } from "../../driver/sql-engine-error.ts";
import { mysqlHasFunction } from "./mysql-functions.ts";
import { placeOfName, placeOfRest } from "./mysql-place.ts";

/** The fields of an error that the server sent. */
export interface MysqlComplaint {
  readonly message: string;
  readonly errno: number;
}

const KINDS: Readonly<Record<EngineErrorKind, readonly number[]>> = {
  syntax: [1064, 1065, 1149, 1234, 1248, 1630],
  "unknown-table": [1146, 1049, 1051, 1109],
  "unknown-column": [1054],
  "ambiguous-column": [1052],
  // Who may run no function of the database is told so of those that do not exist, too.
  "unknown-function": [1305, 1128, 1370, 1582, 1583, 1584],
  "type-mismatch": [
    1210, 1253, 1267, 1270, 1271, 1292, 1366, 1411, 1525, 1690, 3140, 3141, 3143, 3146, 3156, 3854, 4078,
    4079,
  ],
  "aggregate-misuse": [1055, 1056, 1111, 1140, 1247, 1463, 3029, 3065, 3574, 3575, 3593, 3594, 4015, 4016],
  "column-count-mismatch": [1222, 1241, 1136, 1353, 4099, 4014],
  "not-read-only": [1792, 1290, 1227, 1295, 1336, 1422, 1568, 1746, 1765],
  "multiple-statements": [],
  "time-limit": [1969, 3024],
  "too-large": [1038, 1041, 1104, 1114, 1116, 1117, 1118, 1135, 1153, 1301, 1390, 1436, 1473, 3636],
  other: [],
};
const KIND_OF = new Map(
  (Object.keys(KINDS) as EngineErrorKind[]).flatMap((kind) =>
    KINDS[kind].map((number) => [number, kind] as const),
  ),
);

/** Where the name stands in the sentence. */
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

/** In place of the server's, where these lead astray. */
const OWN_WORDS: Readonly<Record<number, string>> = {
  // Who may not create users is told no more of a view whose definer is gone.
  1045: "Access denied: the user who defined a view or function that is used here is gone.",
  1317: "The statement was stopped by somebody on the server. It may be tried again.",
};

export function classifyMysqlComplaint(
  complaint: MysqlComplaint,
  sql: string,
  database: string,
): EngineErrorFacts {
  const { errno, message } = complaint;
  const kind = KIND_OF.get(errno) ?? "other";
  if (errno === 1630 || errno === 1370) {
    const place = spacedCall(message, sql);
    if (place !== undefined) return place;
  }
  const engineMessage = OWN_WORDS[errno] ?? shownMessage(message);
  if (kind === "syntax") {
    const offset = placeOfRest(message, sql);
    return { kind, engineMessage, ...(offset === undefined ? {} : { offset }) };
  }
  const named = NAMES.map((sentence) => sentence.exec(message)?.[1]).find((name) => name !== undefined);
  if (named === undefined) return { kind, engineMessage };
  const { identifier, offset } = asWritten(named, sql, database);
  return { kind, engineMessage, identifier, ...(offset === undefined ? {} : { offset }) };
}

/** The server puts its database in front of names that were written without one. */
function asWritten(named: string, sql: string, database: string): { identifier: string; offset?: number } {
  const parts = named.split(".");
  const written = placeOfName(named, sql);
  if (written !== undefined || parts[0] !== database || parts.length === 1) {
    return { identifier: named, ...(written?.offset === undefined ? {} : { offset: written.offset }) };
  }
  const identifier = parts.slice(1).join(".");
  const place = placeOfName(identifier, sql);
  return { identifier, ...(place?.offset === undefined ? {} : { offset: place.offset }) };
}

/** `max (x)`: with a space in front of the bracket the server looks for a function of the database, also where it has one itself. */
function spacedCall(message: string, sql: string): EngineErrorFacts | undefined {
  const name = /(?:FUNCTION |routine ')(?:[^'\s]*\.)?(\w+)/u.exec(message)?.[1];
  const offset = name === undefined ? -1 : sql.search(new RegExp(`\\b${name}\\s+\\(`, "iu"));
  if (name === undefined || offset < 0) return undefined;
  const engineMessage = `Between ${name} and its bracket there must be no space: ${name}(`;
  return {
    kind: mysqlHasFunction(name) ? "syntax" : "unknown-function",
    engineMessage,
    identifier: name,
    offset,
  };
}

/** The server's sentence without who is connected from where, without its manual, and with what would work where it is known. */
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
