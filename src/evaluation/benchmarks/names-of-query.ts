import { lexQuery, type QueryPiece } from "../scores/sql/lex-query.ts";

const KEYWORDS = new Set(
  `all and any as asc between by case cast collate cross current_date current_time current_timestamp date desc distinct else end escape except exists
  extract false fetch first float following for from full glob group having ilike in inner int integer intersect interval into is join last lateral
  left like limit match minus natural not null nulls numeric offset on or order outer over partition preceding range real recursive regexp rlike right
  row rows select set signed similar some text then timestamp true unbounded union unknown unsigned using values varchar when where window with
  char decimal double precision bigint smallint time year month day hour minute second only ties`.split(
    /\s+/u,
  ),
);

/**
 * What a gold query names: tables, columns and literal values, each once and in the order of the text. Keywords, functions and names that the query
 * makes up itself (of tables, columns and common tables) are left out.
 */
export function namesOfQuery(sql: string): readonly string[] {
  const pieces = lexQuery(sql);
  const own = new Set(
    pieces.filter((piece, at) => isMadeUp(piece, pieces, at)).map(({ text }) => text.toLowerCase()),
  );
  const named = pieces.filter(
    (piece, at) =>
      piece.kind === "text" ||
      (piece.kind === "number" && isCompared(pieces[at - 1])) ||
      ((piece.kind === "word" || piece.kind === "name") &&
        !isKeyword(piece) &&
        !own.has(piece.text.toLowerCase()) &&
        !isCall(piece, pieces, at)),
  );
  return [...new Set(named.map(({ text }) => text).filter((text) => text !== ""))];
}

/** A number elsewhere is a limit, a place or a factor. */
function isCompared(before: QueryPiece | undefined): boolean {
  return (
    before !== undefined &&
    (/^[=<>]$/u.test(before.text) || isNamed(before, "between") || isNamed(before, "and"))
  );
}

/** Whether it is a word of SQL itself, or of a dialect, and not a name. */
export function isKeyword({ kind, text }: Pick<QueryPiece, "kind" | "text">): boolean {
  return kind === "word" && KEYWORDS.has(text.toLowerCase());
}

function isCall(piece: QueryPiece, pieces: readonly QueryPiece[], at: number): boolean {
  return piece.kind === "word" && pieces[at + 1]?.text === "(";
}

/** An alias stands behind AS or directly behind a name or bracket; a common table stands before AS and a bracket. */
function isMadeUp(piece: QueryPiece, pieces: readonly QueryPiece[], at: number): boolean {
  if ((piece.kind !== "word" && piece.kind !== "name") || isKeyword(piece)) return false;
  const before = pieces[at - 1];
  const after = pieces[at + 1];
  if (before === undefined) return false;
  if (isNamed(before, "as")) return true;
  if (isNamed(after, "as") && pieces[at + 2]?.text === "(" && pieces[at + 2]?.kind === "symbol") {
    return isNamed(before, "with") || isNamed(before, "recursive") || before.text === ",";
  }
  const isBehindName = before.kind === "name" || (before.kind === "word" && !isKeyword(before));
  return (isBehindName && before.end < piece.start) || (before.kind === "symbol" && before.text === ")");
}

function isNamed(piece: QueryPiece | undefined, word: string): boolean {
  return piece?.kind === "word" && piece.text.toLowerCase() === word;
}
