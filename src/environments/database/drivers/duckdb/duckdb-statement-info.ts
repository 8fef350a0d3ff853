import type { LexicalRules } from "../../sql/lexical-rules.ts";
import type { StatementInfo } from "../../sql/sql-dialect.ts";
import type { Token } from "../../sql/token.ts";
import { statementsOf } from "../../sql/tokenize.ts";
import { holdsNul, POSTGRES_LEXICAL, refusedText } from "../dialect-parts.ts";

/** DuckDB's parser came from PostgreSQL's. */
export const duckdbLexical: LexicalRules = { ...POSTGRES_LEXICAL, colonParameters: false };

/**
 * Functions that a query may call and that change the engine for every query after it: where it logs and profiles (a log to a file leaves
 * an engine without files unusable), which parser it has, when it writes its file.
 */
const REFUSED = new Set(
  `checkpoint force_checkpoint enable_logging disable_logging truncate_duckdb_logs write_log enable_profiling
  disable_profiling enable_peg_parser disable_peg_parser json_execute_serialized_sql`.split(/\s+/u),
);

export function isRefusedFunction(name: string): boolean {
  return REFUSED.has(name);
}

/** They run the text that they are given. */
const TEXT_RUNNING_FUNCTIONS: ReadonlySet<string> = new Set(["query"]);

const QUERIES = new Set(
  "SELECT WITH VALUES FROM TABLE PIVOT PIVOT_WIDER UNPIVOT PIVOT_LONGER DESCRIBE DESC SUMMARIZE SHOW".split(
    " ",
  ),
);
/** What else a statement may begin with; any other word is a syntax error. */
const COMMANDS = new Set(
  `ABORT ALTER ANALYZE ATTACH BEGIN CALL CHECKPOINT COMMENT COMMIT COPY CREATE DEALLOCATE DELETE DETACH DROP END
  EXECUTE EXPORT FORCE IMPORT INSERT INSTALL LOAD MERGE PRAGMA PREPARE RENAME RESET ROLLBACK SET START TRUNCATE UNDO
  UPDATE USE VACUUM`.split(/\s+/u),
);
const WRITES = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);
/** `query('query(''…'')')` and so on, deeper than anybody writes. */
const MAX_DEPTH = 4;

/**
 * What the words of a text tell, as no parser of DuckDB's grammar is at hand: how many statements, of what kind, with which functions. What
 * they do not tell is left to the engine, which has the last word on every statement.
 */
export function duckdbStatementInfo(sql: string, depth = 0): StatementInfo {
  const nul = holdsNul(sql);
  if (nul !== undefined) return nul;
  const statements = statementsOf(sql, duckdbLexical);
  const [tokens] = statements;
  if (tokens === undefined) return { statements: 0, isQuery: false };
  if (statements.length > 1) {
    const words = statements.map(([first]) => first?.value ?? "").join("; ");
    return { statements: statements.length, isQuery: false, refusedBecause: words };
  }
  const harm = harmfulCall(tokens, depth);
  if (harm !== undefined) return refusedText(`SELECT with ${harm}`);
  return kindOf(tokens);
}

/** What stands behind EXPLAIN, its ANALYZE and its options; undefined where the text is no EXPLAIN. */
export function explainedText(sql: string): string | undefined {
  const [tokens = []] = statementsOf(sql, duckdbLexical);
  const at = afterExplain(tokens);
  const first = tokens[at];
  return at === 0 || first === undefined ? undefined : sql.slice(first.start);
}

function kindOf(tokens: readonly Token[]): StatementInfo {
  const start = tokens.findIndex(({ kind, value }) => !(kind === "symbol" && value === "("));
  const first = tokens[start];
  if (first === undefined || first.kind !== "word") return syntaxError(first ?? tokens[0]);
  if (first.value === "EXPLAIN") {
    const explained = kindOf(tokens.slice(afterExplain(tokens)));
    return explained.refusedBecause === undefined
      ? explained
      : refusedText(`EXPLAIN ${explained.refusedBecause}`);
  }
  if (first.value === "WITH") {
    const write = writeBehindWith(tokens);
    return write === undefined ? { statements: 1, isQuery: true } : refusedText(`WITH and ${write}`);
  }
  if (QUERIES.has(first.value)) return { statements: 1, isQuery: true };
  return COMMANDS.has(first.value) ? refusedText(first.value) : syntaxError(first);
}

/** Index of the first token behind EXPLAIN [ANALYZE] [(options)]; 0 where there is no EXPLAIN. */
function afterExplain(tokens: readonly Token[]): number {
  if (tokens[0]?.value !== "EXPLAIN") return 0;
  let at = tokens[1]?.kind === "word" && tokens[1].value === "ANALYZE" ? 2 : 1;
  const isQuery = (token: Token | undefined): boolean =>
    token?.kind === "word" && (QUERIES.has(token.value) || token.value === "(");
  if (tokens[at]?.value === "(" && !isQuery(tokens[at + 1])) {
    while (at < tokens.length && tokens[at]?.value !== ")") at += 1;
    at += 1;
  }
  return at;
}

/** Of `WITH a AS (…) DELETE …`: the word outside all brackets. */
function writeBehindWith(tokens: readonly Token[]): string | undefined {
  let depth = 0;
  for (const [at, { kind, value }] of tokens.entries()) {
    if (kind === "symbol" && value === "(") depth += 1;
    if (kind === "symbol" && value === ")") depth -= 1;
    if (depth === 0 && kind === "word" && WRITES.has(value) && tokens[at - 1]?.value === ")") return value;
  }
  return undefined;
}

/** A call of a function that changes the engine, or that runs a text which does or cannot be read. */
function harmfulCall(tokens: readonly Token[], depth: number): string | undefined {
  for (const [at, token] of tokens.entries()) {
    const opens = tokens[at + 1]?.kind === "symbol" && tokens[at + 1]?.value === "(";
    if (!opens || (token.kind !== "word" && token.kind !== "identifier")) continue;
    const name = token.value.toLowerCase();
    if (isRefusedFunction(name)) return `${name}()`;
    if (!TEXT_RUNNING_FUNCTIONS.has(name)) continue;
    const [text, close] = [tokens[at + 2], tokens[at + 3]];
    const isLiteral = text?.kind === "string" && close?.kind === "symbol" && close.value === ")";
    if (!isLiteral || depth >= MAX_DEPTH) return `${name}() of a text that is put together`;
    const inner = duckdbStatementInfo(text.value, depth + 1).refusedBecause;
    if (inner !== undefined) return `${name}() of ${inner}`;
  }
  return undefined;
}

function syntaxError(token: Token | undefined): StatementInfo {
  return {
    statements: 0,
    isQuery: false,
    syntaxError: {
      message: `syntax error at or near "${token?.value ?? ""}"`,
      ...(token === undefined ? {} : { offset: token.start }),
    },
  };
}
