import type { DuckDBConnection, DuckDBPreparedStatement } from "@duckdb/node-api";
import { SqlEngineError, severalStatements } from "../../driver/sql-engine-error.ts";
import { tokenize } from "../../sql/tokenize.ts";
import { duckdbLexical } from "./duckdb-lexical.ts";
import { explainedText } from "./duckdb-statement-info.ts";

/** `StatementType` of the binding, which is an enum at run time only. */
const SELECT = 1;
const EXPLAIN = 4;
const CREATE = 7;

/**
 * Has the engine prepare one statement, and refuses what is not a query by the engine's own word. A PIVOT is two statements to the engine, of
 * which the first makes a type, on this connection, out of the values that become columns.
 *
 * @throws SqlEngineError `not-read-only`, `multiple-statements`, `syntax`; else the error of the binding
 */
export async function prepareReading(
  connection: DuckDBConnection,
  sql: string,
): Promise<DuckDBPreparedStatement> {
  const extracted = await connection.extractStatements(sql);
  const last = extracted.count - 1;
  if (last > 0 && !hasWord(sql, /^(?:UN)?PIVOT/u)) throw severalStatements();
  for (let at = 0; at < last; at += 1) {
    const before = await extracted.prepare(at);
    if (before.statementType !== CREATE) throw severalStatements();
    await before.run();
  }
  const statement = await extracted.prepare(last);
  if (statement.statementType === SELECT) return statement;
  const explained = statement.statementType === EXPLAIN ? explainedText(sql) : undefined;
  if (explained !== undefined) {
    await prepareReading(connection, explained);
    return statement;
  }
  throw new SqlEngineError({
    kind: "not-read-only",
    engineMessage: "Only queries may be run; this statement does something else.",
  });
}

function hasWord(sql: string, wanted: RegExp): boolean {
  return tokenize(sql, duckdbLexical).tokens.some(({ kind, value }) => kind === "word" && wanted.test(value));
}
