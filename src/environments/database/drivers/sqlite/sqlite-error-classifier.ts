import type { EngineErrorFacts, EngineErrorKind } from "../../driver/sql-engine-error.ts";
import { sqliteStatementInfo } from "./sqlite-statement-info.ts";
import type { SqliteComplaint } from "./sqlite-worker-messages.ts";

/** SQLite gives nearly every complaint about a statement the same code, so its sentences are read. Group 1 is the identifier. */
const SENTENCES: readonly (readonly [RegExp, EngineErrorKind])[] = [
  [/^no such table-valued function: (.+)$/, "unknown-function"],
  [/^no such table: (.+)$/, "unknown-table"],
  [/^no such (?:function|window function): (.+)$/, "unknown-function"],
  [/^'(.+)' is not a function$/, "unknown-function"],
  [/^wrong number of arguments to function (.+)\(\)$/, "unknown-function"],
  [/^too many arguments on (?:function )?(.+?)(?:\(\) - max \d+)?$/, "unknown-function"],
  [/^no such column: (.+?)(?: - should this be a string literal in single-quotes\?)?$/, "unknown-column"],
  [/^cannot join using column (.+) - column not present in both tables$/, "unknown-column"],
  [/^ambiguous column name: (.+)$/, "ambiguous-column"],
  [/^ambiguous reference to (.+) in USING\(\)$/, "ambiguous-column"],
  [
    /^misuse of (?:aliased )?(?:aggregate|window function)(?: function)?:? (.+?)(?:\(\))?$/,
    "aggregate-misuse",
  ],
  [/^misuse of aliased (?:aggregate|window function) (.+)$/, "aggregate-misuse"],
  [/^(.+?)(?:\(\))? may not be used as a window function$/, "aggregate-misuse"],
  [
    /^(?:FILTER|ORDER BY|DISTINCT) (?:clause )?may (?:not|only) be used with (?:non-)?aggregate (.+?)(?:\(\))?$/,
    "aggregate-misuse",
  ],
  [
    /^(?:aggregate functions are not allowed|DISTINCT |HAVING clause|FILTER clause|a GROUP BY clause)/,
    "aggregate-misuse",
  ],
  [/number of result columns$/, "column-count-mismatch"],
  [/^sub-select returns \d+ columns? - expected \d+$/, "column-count-mismatch"],
  [/^all VALUES must have the same number of terms$/, "column-count-mismatch"],
  [/^IN\(\.\.\.\) element has \d+ terms? - expected \d+$/, "column-count-mismatch"],
  [/^row value misused$/, "column-count-mismatch"],
  [/^table (.+) has \d+ values for \d+ columns$/, "column-count-mismatch"],
  [/syntax error$/, "syntax"],
  [/^unrecognized token: /, "syntax"],
  [
    /^(?:incomplete input|no tables specified|unsupported .*|The SQL query contains no statements\.)$/,
    "syntax",
  ],
  [/^not authorized to use function: (.+)$/, "not-read-only"],
  [/^(?:not authorized|access to .+ is prohibited|authorization denied)/, "not-read-only"],
  [/^attempt to write a readonly database/, "not-read-only"],
  [/^datatype mismatch/, "type-mismatch"],
  [/^(?:integer overflow|malformed JSON|bad JSON path|JSON cannot hold BLOB values)/, "type-mismatch"],
  [
    /^(?:string or blob too big|too many |Expression tree is too large|parser stack overflow|out of memory)/,
    "too-large",
  ],
  [/^LIKE or GLOB pattern too complex/, "too-large"],
];

const RESULT_KINDS: Readonly<Record<number, EngineErrorKind>> = {
  7: "too-large",
  8: "not-read-only",
  9: "time-limit",
  18: "too-large",
  20: "type-mismatch",
  23: "not-read-only",
};

export function classifySqliteComplaint(complaint: SqliteComplaint, sql: string): EngineErrorFacts {
  const engineMessage = complaint.message;
  for (const [sentence, kind] of SENTENCES) {
    const match = sentence.exec(engineMessage);
    if (match === null) continue;
    const identifier = match[1]?.replace(/^"(.*)"$/, "$1");
    const offset =
      identifier === undefined
        ? kind === "syntax"
          ? sqliteStatementInfo(sql).syntaxError?.offset
          : undefined
        : onlyPlaceOf(identifier, sql);
    return {
      kind,
      engineMessage,
      ...(identifier === undefined ? {} : { identifier }),
      ...(offset === undefined ? {} : { offset }),
    };
  }
  return { kind: RESULT_KINDS[(complaint.resultCode ?? 0) & 0xff] ?? "other", engineMessage };
}

/** SQLite does not say where; where the word stands only once in the statement there is no doubt. */
function onlyPlaceOf(identifier: string, sql: string): number | undefined {
  const escaped = identifier.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const places = [...sql.matchAll(new RegExp(`(?<![\\w.])${escaped}(?!\\w)`, "giu"))];
  return places.length === 1 ? places[0]?.index : undefined;
}
