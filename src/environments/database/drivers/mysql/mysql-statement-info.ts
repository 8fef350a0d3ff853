import type { LexicalRules } from "../../sql/lexical-rules.ts";
import type { StatementInfo } from "../../sql/sql-dialect.ts";
import type { Token } from "../../sql/token.ts";
import { tokenize } from "../../sql/tokenize.ts";
import { refusedCall, refusedRelation } from "./mysql-refused-names.ts";

const QUERY_STARTS = new Set(["SELECT", "WITH", "VALUES", "TABLE", "("]);
/** What can stand behind the tables of WITH: the first of these words outside of brackets says which statement it is. */
const MAIN_VERBS = new Set(["SELECT", "VALUES", "TABLE", "INSERT", "UPDATE", "DELETE", "REPLACE"]);
const QUERY_VERBS = new Set(["SELECT", "VALUES", "TABLE"]);
/** What no query needs but that can stand in front of one, so that it is told by name. */
const NAMED_PAIRS: Readonly<Record<string, string>> = {
  SHOW: "SHOW",
  EXPLAIN: "EXPLAIN",
  DESCRIBE: "DESCRIBE",
};

/**
 * What can be told of a text by its tokens: the check that comes before the server's own grammar and its read-only transaction. What it
 * cannot tell it lets through to those.
 *
 * @param database the connection's own, whose tables need no name in front
 */
export function mysqlStatementInfo(sql: string, lexical: LexicalRules, database = ""): StatementInfo {
  if (sql.includes("\0")) return refused("a text with a NUL character");
  const text = tokenize(sql, lexical);
  if (hasRunningComment(sql, text.tokens)) return refused("a comment that the server may run as code");
  const statements = statementsOf(text.tokens);
  const [statement] = statements;
  if (statement === undefined) return { statements: 0, isQuery: false };
  if (statements.length > 1) {
    const refusedBecause = statements.map((tokens) => verbOf(tokens)).join("; ");
    return { statements: statements.length, isQuery: false, refusedBecause };
  }
  const verb = verbOf(statement);
  if (!isKnownStart(statement)) {
    return isStatementWord(verb)
      ? refused(verb)
      : { statements: 1, isQuery: false, syntaxError: syntaxErrorAt(statement[0] as Token, sql) };
  }
  if (!text.complete) return { statements: 1, isQuery: false, syntaxError: unclosed(sql) };
  const harm = isQueryVerb(verb) ? findHarm(statement, database) : `with ${verb}`;
  return harm === undefined ? { statements: 1, isQuery: true } : refused(`SELECT ${harm}`);
}

/**
 * `/*!50701 … *\/` and `/*M! … *\/`: whether the server runs it depends on its version, so what is read could differ from what is run. Looks
 * between the tokens, as a text in quotes may hold the same characters.
 */
function hasRunningComment(sql: string, tokens: readonly Token[]): boolean {
  const ends = [0, ...tokens.map(({ end }) => end)];
  return ends.some((end, at) => /\/\*M?!/u.test(sql.slice(end, tokens[at]?.start ?? sql.length)));
}

function isKnownStart([first]: readonly Token[]): boolean {
  return (
    first !== undefined &&
    QUERY_STARTS.has(first.value) &&
    first.kind !== "identifier" &&
    first.kind !== "string"
  );
}

function isQueryVerb(verb: string): boolean {
  return QUERY_STARTS.has(verb);
}

/** The first word; of WITH the statement that its tables serve. */
function verbOf(statement: readonly Token[]): string {
  const [first] = statement;
  if (first?.kind !== "word") return first?.value ?? "";
  if (first.value !== "WITH") return NAMED_PAIRS[first.value] ?? first.value;
  let depth = 0;
  for (const token of statement) {
    if (token.kind === "symbol") depth += token.value === "(" ? 1 : token.value === ")" ? -1 : 0;
    if (depth === 0 && token.kind === "word" && MAIN_VERBS.has(token.value))
      return QUERY_VERBS.has(token.value) ? "SELECT" : token.value;
  }
  return "SELECT";
}

function statementsOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const statements: Token[][] = [[]];
  for (const token of tokens) {
    if (token.kind === "symbol" && token.value === ";") statements.push([]);
    else statements.at(-1)?.push(token);
  }
  return statements.filter((statement) => statement.length > 0);
}

function findHarm(tokens: readonly Token[], database: string): string | undefined {
  for (const [at, token] of tokens.entries()) {
    const [before, next, later] = [tokens[at - 1], tokens[at + 1], tokens[at + 2]];
    const isName = token.kind === "word" || token.kind === "identifier";
    if (!isName) continue;
    if (next?.kind === "symbol" && next.value === "(") {
      const call = refusedCall(token.value);
      if (call !== undefined) return `with ${call}()`;
    }
    const qualifier = isSymbol(before, ".") ? tokens[at - 2]?.value : undefined;
    const relation = refusedRelation(qualifier ?? database, token.value);
    if (relation !== undefined && !isSymbol(next, ".") && !isSymbol(next, "(")) return `with ${relation}`;
    if (token.kind !== "word" || isSymbol(before, ".") || isSymbol(next, ".")) continue;
    const words = [token.value, next?.value, later?.value].join(" ");
    if (token.value === "INTO") return "INTO";
    if (/^(?:FOR (?:UPDATE|SHARE)|LOCK IN SHARE)\b/u.test(words)) return "FOR UPDATE or SHARE";
    if (/^NEXT VALUE FOR/u.test(words)) return "with NEXT VALUE";
    if (/^PROCEDURE (?:ANALYSE|[^,() ]+ \()/u.test(words)) return "with PROCEDURE";
  }
  return undefined;
}

function isSymbol(token: Token | undefined, value: string): boolean {
  return token?.kind === "symbol" && token.value === value;
}

/** Words that begin a statement of the server: what begins otherwise is no statement at all. */
const STATEMENTS = new Set(
  `ABORT ALTER ANALYZE BACKUP BEGIN BINLOG CACHE CALL CHANGE CHECK CHECKSUM CLONE CLOSE COMMIT COPY CREATE DEALLOCATE DECLARE DELETE DESC
  DESCRIBE DISCARD DO DROP END EXECUTE EXPLAIN FETCH FLUSH GET GRANT HANDLER HELP IMPORT INSERT INSTALL KILL LOAD LOCK MERGE OPEN OPTIMIZE PRAGMA
  PREPARE PURGE RELEASE RENAME REPAIR REPLACE RESET RESIGNAL RESTART REVOKE ROLLBACK SAVEPOINT SET SHOW SHUTDOWN SIGNAL
  START STOP TRUNCATE UNINSTALL UNLOCK UPDATE USE VACUUM ATTACH DETACH REINDEX XA`.split(/\s+/u),
);

function isStatementWord(verb: string): boolean {
  return STATEMENTS.has(verb);
}

function refused(refusedBecause: string): StatementInfo {
  return { statements: 1, isQuery: false, refusedBecause };
}

function syntaxErrorAt(token: Token, sql: string): { message: string; offset: number } {
  return { message: `A query does not begin with ${sql.slice(token.start, token.end)}`, offset: token.start };
}

function unclosed(sql: string): { message: string; offset: number } {
  return { message: "A quote, a bracket or a comment is not closed", offset: sql.length };
}
