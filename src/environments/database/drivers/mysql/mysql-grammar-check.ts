import type { LexicalRules } from "../../sql/lexical-rules.ts";
import { tokenize } from "../../sql/tokenize.ts";

/** Words for the optimiser that stand behind the first SELECT of a query but not in a subquery. */
const MODIFIERS = new Set([
  "HIGH_PRIORITY",
  "SQL_NO_CACHE",
  "SQL_CACHE",
  "SQL_CALC_FOUND_ROWS",
  "SQL_BUFFER_RESULT",
]);
const BESIDE_MODIFIERS = new Set([
  "DISTINCT",
  "DISTINCTROW",
  "ALL",
  "STRAIGHT_JOIN",
  "SQL_SMALL_RESULT",
  "SQL_BIG_RESULT",
]);

/**
 * A statement around a text into which only a query fits, by the server's own grammar: not INTO OUTFILE, not DELETE, not a second statement.
 * It is prepared and never run.
 */
export function querySlot(sql: string, lexical: LexicalRules): string {
  return `SELECT EXISTS (\n${withoutEnd(withoutModifiers(sql, lexical), lexical)}\n)`;
}

function withoutModifiers(sql: string, lexical: LexicalRules): string {
  const { tokens } = tokenize(sql, lexical);
  let text = sql;
  let follows = false;
  for (const { kind, value, start, end } of tokens) {
    if (kind === "word" && value === "SELECT") follows = true;
    else if (follows && kind === "word" && MODIFIERS.has(value))
      text = text.slice(0, start) + " ".repeat(end - start) + text.slice(end);
    else if (!(follows && kind === "word" && BESIDE_MODIFIERS.has(value))) follows = false;
  }
  return text;
}

/** Without the semicolons that end the statement. */
function withoutEnd(sql: string, lexical: LexicalRules): string {
  const { tokens } = tokenize(sql, lexical);
  const last = tokens.findLast(({ kind, value }) => kind !== "symbol" || value !== ";");
  return last === undefined ? sql : sql.slice(0, last.end);
}
