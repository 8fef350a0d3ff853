import { joined, type Marked, redacted, say } from "../../../../environment/egress/marks.ts";
import { clippedText } from "../../../../util/clipped-text.ts";
import { visibleText } from "../../../../util/visible-text.ts";
import type { SqlValue } from "../../driver/sql-value.ts";
import type { LexicalRules } from "../../sql/lexical-rules.ts";
import type { QueryTree } from "../../sql/query-tree.ts";
import { readOrderItems } from "../../sql/read-items.ts";
import type { Check } from "../checked-clause.ts";
import { type Place, rowCount, withOf } from "../clause-sql.ts";
import { selectedExpression } from "../query-scope.ts";

/** Rows beyond the LIMIT that are read to count ties. */
const MOST_TIES = 100;

/** A query with a LIMIT, read beyond it, with its ordering values behind the selected ones. */
export interface TieQuery {
  readonly sql: string;
  /** Number of ordering values. */
  readonly keys: number;
  /** Rows that the LIMIT leaves, and rows that are read. */
  readonly shown: number;
  readonly most: number;
}

/** Undefined for a query that LIMIT does not cut at a known row of a known order. `prefix` are its common tables. */
export function tieQuery(
  sql: string,
  { core, scope, query, prefix }: Place & { readonly query: QueryTree; readonly prefix: string },
  lexical: LexicalRules,
): TieQuery | undefined {
  const { orderBy, limit, cores } = query;
  const { select } = core;
  const shown = Number(/^LIMIT\s+(\d+)$/iu.exec(limit?.text.trim() ?? "")?.[1] ?? 0);
  if (!limit || !orderBy || !select || shown < 1 || shown > 1000 || cores.length > 1) return undefined;
  const keys = readOrderItems(orderBy, lexical).map(({ expression }) => {
    const key = selectedExpression(scope, expression, "first");
    return key && sql.slice(key.start, key.end);
  });
  if (keys.includes(undefined)) return undefined;
  const list = [select.text, ...keys.map((key, i) => `${key} AS k${i}`)].join(", ");
  const most = shown + MOST_TIES;
  const rest = sql.slice(select.end, limit.start);
  return { sql: `${prefix}SELECT ${list}${rest}LIMIT ${most}`, keys: keys.length, shown, most };
}

/** Rows that have the same ordering values as the last one shown. */
export interface Tie {
  readonly total: number;
  /** Their number, as far as it was counted. */
  readonly count: Marked;
  /** How many of them are shown. */
  readonly shown: number;
  /** Rows from the first one to the last one that ties. */
  readonly through: number;
  /** The ordering values. */
  readonly values: Marked;
  /** The first three different ones, in the order of their text. */
  readonly names: Marked;
}

/** Undefined without a tie, and where all rows that tie show the same. */
export function tieIn(
  rows: readonly (readonly SqlValue[])[],
  { keys, shown, most }: TieQuery,
): Tie | undefined {
  const keyOf = (row: readonly SqlValue[] | undefined) => JSON.stringify(row?.slice(-keys).map(String));
  const last = rows[shown - 1];
  if (!last || !rows[shown] || keyOf(rows[shown]) !== keyOf(last)) return undefined;
  const ends = rows.findIndex((row, i) => i > shown && keyOf(row) !== keyOf(last));
  const through = ends < 0 ? rows.length : ends;
  const first = rows.findIndex((row) => keyOf(row) === keyOf(last));
  const texts = rows.slice(first, through).map((row) => row.slice(0, -keys).map(cellText).join(" | "));
  const names = [...new Set(texts)].sort();
  if (names.length < 2) return undefined;
  const total = through - first;
  const named = names.slice(0, MOST_NAMED).map((name) => redacted(name));
  return {
    total,
    count: through === most ? say`${rowCount(total)} or more` : rowCount(total),
    shown: shown - first,
    through,
    values: joined(
      last.slice(-keys).map((cell) => redacted(cellText(cell))),
      ", ",
    ),
    names: joined([...named, ...(names.length > MOST_NAMED ? [say`…`] : [])], "; "),
  };
}

const MOST_NAMED = 3;
const LONGEST_CELL = 60;

function cellText(cell: SqlValue): string {
  if (cell === null) return "NULL";
  const text = cell instanceof Uint8Array ? Buffer.from(cell).toString("hex") : String(cell);
  return visibleText(clippedText(text, LONGEST_CELL));
}

/** Rows with the same ordering values as the last row shown, of which LIMIT cuts some off that show something else. */
export const ties: Check = {
  clauses: ["order_by"],
  async look(check) {
    const { query, clause, dialect } = check;
    const place = query && {
      core: check.core,
      scope: check.scope,
      query,
      prefix: withOf(check, check.scope),
    };
    const asked = place && tieQuery(clause.sql, place, dialect.lexical);
    const { rows = [] } = (asked && (await check.ask(asked.sql, [], asked.most))) ?? {};
    const tie = asked && tieIn(rows, asked);
    if (!tie || !query?.limit) return;
    const message = say`${tie.count} tie at the LIMIT (${tie.values}), and ${tie.shown} of them ${tie.shown === 1 ? "is" : "are"} shown: ${tie.names}.`;
    check.note("tie-at-limit", query.limit, message);
  },
};
