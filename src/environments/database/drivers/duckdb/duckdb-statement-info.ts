import type { LexicalRules } from "../../sql/lexical-rules.ts";
import type { StatementInfo } from "../../sql/sql-dialect.ts";
import { calledNames, POSTGRES_LEXICAL, statementByWords } from "../dialect-parts.ts";

/** DuckDB's parser came from PostgreSQL's. */
export const duckdbLexical: LexicalRules = { ...POSTGRES_LEXICAL, colonParameters: false };

/**
 * Functions that a query may call and that change the engine for all later queries: logging and profiling (a log to a file leaves an engine without
 * files unusable), the parser, the checkpoints. The last two run a text as a statement.
 */
const REFUSED = new Set(
  `checkpoint force_checkpoint enable_logging disable_logging truncate_duckdb_logs write_log enable_profiling
  disable_profiling enable_peg_parser disable_peg_parser json_execute_serialized_sql query`.split(/\s+/u),
);

export function isRefusedFunction(name: string): boolean {
  return REFUSED.has(name);
}

const GRAMMAR = {
  lexical: duckdbLexical,
  queries: new Set(
    `SELECT WITH VALUES FROM TABLE PIVOT PIVOT_WIDER UNPIVOT PIVOT_LONGER DESCRIBE DESC SUMMARIZE SHOW`.split(
      " ",
    ),
  ),
  commands: new Set(
    `ABORT ALTER ANALYZE ATTACH BEGIN CALL CHECKPOINT COMMENT COMMIT COPY CREATE DEALLOCATE DETACH DROP END
    EXECUTE EXPLAIN EXPORT FORCE IMPORT INSTALL LOAD PRAGMA PREPARE RENAME RESET ROLLBACK SET START TRUNCATE UNDO
    USE VACUUM`.split(/\s+/u),
  ),
  harm(tokens: Parameters<typeof calledNames>[0]) {
    const name = calledNames(tokens).find(isRefusedFunction);
    return name === undefined ? undefined : `with ${name}()`;
  },
};

/** A first check: the engine itself decides on every statement. */
export function duckdbStatementInfo(sql: string): StatementInfo {
  return statementByWords(sql, GRAMMAR);
}
