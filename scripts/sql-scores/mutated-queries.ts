import { sqliteLexical } from "../../src/environments/database/drivers/sqlite/sqlite-functions.ts";
import type { Token } from "../../src/environments/database/sql/token.ts";
import { tokenize } from "../../src/environments/database/sql/tokenize.ts";

/** The tokens that stand in no brackets. */
function outermostTokens(query: string): readonly Token[] {
  const { tokens, partner } = tokenize(query, sqliteLexical);
  const outermost: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token !== undefined) outermost.push(token);
    at = Math.max(at, partner[at] ?? -1);
  }
  return outermost;
}

/** Queries made of one, in ways that evaluators judge differently; some do not run, and some say the same. */
export function mutatedQueries(sql: string): readonly string[] {
  const query = sql.trim().replace(/;$/u, "");
  const pieces = outermostTokens(query);
  const at = (word: string) => pieces.find(({ kind, value }) => kind === "word" && value === word);
  const select = at("SELECT");
  const from = at("FROM");
  const order = at("ORDER");
  const limit = at("LIMIT");
  const all = `SELECT * FROM (${query}) AS q`;
  const made = [
    `${all} WHERE 0`,
    `${all} LIMIT 1`,
    `${all} ORDER BY 1 DESC`,
    `${all} UNION ALL ${all}`,
    `SELECT DISTINCT * FROM (${query}) AS q`,
    `SELECT q.*, 1.0 FROM (${query}) AS q`,
    query.replace(/^\s*SELECT\s/iu, "SELECT NULL, "),
    query.slice(0, Math.floor(query.length * 0.7)),
    query.replace(/=\s*'/u, "<> '"),
    query.replace(/\bDESC\b/iu, "ASC"),
    query.replace(/\bcount\(/iu, "1.0 * count("),
    query.replace(/\bavg\(/iu, "0.1 + 0.2 - 0.3 + avg("),
  ];
  if (order !== undefined) made.push(query.slice(0, order.start) + (limit ? query.slice(limit.start) : ""));
  if (limit !== undefined) made.push(query.slice(0, limit.start));
  if (select !== undefined && from !== undefined) {
    const comma = pieces.find(
      ({ kind, value, start }) =>
        kind === "symbol" && value === "," && start > select.end && start < from.start,
    );
    if (comma !== undefined) {
      const first = query.slice(select.end, comma.start);
      made.push(`SELECT ${query.slice(comma.end, from.start)},${first} ${query.slice(from.start)}`);
    }
  }
  return [...new Set(made)].filter((each) => each !== query);
}
