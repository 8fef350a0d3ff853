import { SqlEngineError } from "../../driver/sql-engine-error.ts";
import type { LexicalRules } from "../../sql/lexical-rules.ts";
import { querySlot } from "./mysql-grammar-check.ts";
import type { MysqlTransaction } from "./mysql-session.ts";
import type { MysqlField } from "./mysql-value.ts";

/** Texts that passed are remembered: how many, and how long they may be. The grammar of a server does not change. */
export const ADMITTED_TEXTS = { most: 2000, longest: 100_000 } as const;

/**
 * Lets one reading statement through, by the server's own grammar: it must compile, and stand where only a query can.
 * @returns the columns of its result
 */
export async function admitMysqlText(
  transaction: MysqlTransaction,
  sql: string,
  lexical: LexicalRules,
): Promise<readonly MysqlField[]> {
  const fields = await transaction.prepare(sql);
  if (fields.length === 0) throw notAQuery();
  try {
    await transaction.prepare(querySlot(sql, lexical));
  } catch (error) {
    if (!isServersWord(error)) throw error;
    throw notAQuery();
  }
  return fields;
}

function notAQuery(): SqlEngineError {
  return new SqlEngineError({
    kind: "not-read-only",
    engineMessage: "Only queries that read may be run, not this statement.",
  });
}

function isServersWord(error: unknown): boolean {
  return "sqlState" in (error as object) && (error as { readonly errno?: number }).errno !== 1969;
}
