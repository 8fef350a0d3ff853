import type { Rows } from "./cells.ts";
import { lexQuery, type QueryPiece } from "./lex-query.ts";

/** What tells in which order the rows of a query come. */
export interface GoldOrder {
  /**
   * The sort keys: a number is the column of the result (from 0) that holds the key; a text has to be computed. Some order it is all the same where
   * several rows have equal keys.
   */
  readonly keys: readonly (number | string)[];
  /** The query with the computed keys as further columns behind its own; absent where there are none, or it cannot be written. */
  readonly withKeys?: string;
}

const AFTER_ORDER = new Set(["LIMIT", "OFFSET", "FETCH", "FOR"]);
const SET_OPERATORS = new Set(["UNION", "INTERSECT", "EXCEPT", "MINUS"]);

/**
 * By what the outermost ORDER BY of a gold query sorts. Undefined where it has none, or one whose keys cannot be found out: with COLLATE, behind
 * DISTINCT or a set operator where the key is no column of the result.
 */
export function goldOrder(sql: string, columns: readonly string[]): GoldOrder | undefined {
  const pieces = lexQuery(sql);
  const by = pieces.findLastIndex(
    (piece, at) => isWord(piece, "BY") && piece.depth === 0 && isWord(pieces[at - 1], "ORDER"),
  );
  if (by < 0) return undefined;
  const keys = orderItems(pieces, by + 1).map((item) => keyOf(item, sql, columns));
  if (keys.length === 0 || keys.some((key) => key === undefined)) return undefined;
  const found = keys as readonly (number | string)[];
  const computed = found.filter((key) => typeof key === "string");
  if (computed.length === 0) return { keys: found };
  const from = placeForKeys(pieces, by);
  if (from === undefined) return undefined;
  return {
    keys: found,
    withKeys: `${sql.slice(0, from)}, ${computed.join(", ")} ${sql.slice(from)}`,
  };
}

/** The keys of each row, of the gold's rows and those of `withKeys`; undefined where these are not the gold's rows in the gold's order. */
export function orderKeys({ keys }: GoldOrder, gold: Rows, withKeys: Rows): Rows | undefined {
  const width = gold[0]?.length ?? 0;
  if (withKeys.length !== gold.length) return undefined;
  const isSame = gold.every((row, at) => row.every((cell, place) => cell === withKeys[at]?.[place]));
  if (!isSame) return undefined;
  let next = width;
  const places = keys.map((key) => (typeof key === "number" ? key : next++));
  return withKeys.map((row) => places.map((place) => row[place] ?? null));
}

function isWord(piece: QueryPiece | undefined, word: string): boolean {
  return piece?.kind === "word" && piece.text.toUpperCase() === word;
}

function orderItems(pieces: readonly QueryPiece[], from: number): readonly (readonly QueryPiece[])[] {
  const items: QueryPiece[][] = [[]];
  for (const piece of pieces.slice(from)) {
    if (piece.depth === 0 && piece.kind === "word" && AFTER_ORDER.has(piece.text.toUpperCase())) break;
    if (piece.depth === 0 && piece.text === ";") break;
    if (piece.depth === 0 && piece.kind === "symbol" && piece.text === ",") items.push([]);
    else items.at(-1)?.push(piece);
  }
  return items;
}

function keyOf(
  item: readonly QueryPiece[],
  sql: string,
  columns: readonly string[],
): number | string | undefined {
  if (item.some((piece) => isWord(piece, "COLLATE"))) return undefined;
  const nulls = item.findIndex((piece) => piece.depth === 0 && isWord(piece, "NULLS"));
  const sorted = nulls < 0 ? item : item.slice(0, nulls);
  const last = sorted.at(-1);
  const expression = last && (isWord(last, "ASC") || isWord(last, "DESC")) ? sorted.slice(0, -1) : sorted;
  const [first] = expression;
  const end = expression.at(-1);
  if (first === undefined || end === undefined) return undefined;
  if (expression.length > 1) return sql.slice(first.start, end.end);
  if (first.kind === "number") {
    const at = Number(first.text) - 1;
    return at in columns ? at : undefined;
  }
  const at = columns.findIndex((column) => column.toLowerCase() === first.text.toLowerCase());
  return at < 0 ? sql.slice(first.start, end.end) : at;
}

/** Where the select list of the only SELECT ends; undefined where columns cannot be added without changing the rows. */
function placeForKeys(pieces: readonly QueryPiece[], by: number): number | undefined {
  const outer = pieces.slice(0, by).filter(({ depth }) => depth === 0);
  if (outer.some(({ kind, text }) => kind === "word" && SET_OPERATORS.has(text.toUpperCase())))
    return undefined;
  const select = outer.findIndex((piece) => isWord(piece, "SELECT"));
  if (select < 0 || isWord(outer[select + 1], "DISTINCT")) return undefined;
  return outer.slice(select).find((piece) => isWord(piece, "FROM"))?.start;
}
