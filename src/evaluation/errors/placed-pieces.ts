import { lexQuery, type QueryPiece } from "../scores/sql/lex-query.ts";

export type Clause =
  | "with"
  | "select"
  | "from"
  | "on"
  | "where"
  | "group"
  | "having"
  | "order"
  | "limit"
  | "other";

/** A piece with the clause it stands in. */
export interface PlacedPiece extends QueryPiece {
  readonly clause: Clause;
  /** Whether it stands in the query itself and in none within it. */
  readonly isOutermost: boolean;
}

interface Frame {
  readonly isQuery: boolean;
  clause: Clause;
}

const CLAUSES: Readonly<Record<string, Clause>> = {
  with: "with",
  select: "select",
  from: "from",
  join: "from",
  on: "on",
  using: "on",
  where: "where",
  group: "group",
  having: "having",
  order: "order",
  limit: "limit",
  offset: "limit",
  fetch: "limit",
  top: "limit",
  union: "other",
  intersect: "other",
  except: "other",
  minus: "other",
};

/** Keywords that may move the clause within brackets that hold no query: `FROM (a JOIN b ON …)`. */
const WITHIN_FROM = new Set(["join", "on", "using"]);
/** A word in lower case; a quoted name is none. */
export const wordOf = (piece: QueryPiece | undefined): string | undefined =>
  piece?.kind === "word" ? piece.text.toLowerCase() : undefined;

export const isSymbol = (piece: QueryPiece | undefined, text: string): boolean =>
  piece?.kind === "symbol" && piece.text === text;

/** The pieces of a query, each with the clause that it stands in; clauses within a bracket that holds a query are that query's own. */
export function placedPieces(sql: string): readonly PlacedPiece[] {
  const pieces = lexQuery(sql);
  const frames: Frame[] = [{ isQuery: true, clause: "other" }];
  return pieces.map((piece, at) => {
    if (isSymbol(piece, ")") && frames.length > 1) frames.pop();
    const frame = frames.at(-1) as Frame;
    const word = wordOf(piece);
    const next = word === undefined ? undefined : CLAUSES[word];
    if (next !== undefined && moves(frame, word ?? "", pieces, at)) frame.clause = next;
    const here: PlacedPiece = {
      ...piece,
      clause: frame.clause,
      isOutermost: frames.every(({ isQuery }, index) => index === 0 || !isQuery),
    };
    if (isSymbol(piece, "(")) {
      const first = wordOf(pieces[at + 1]);
      const isQuery = first === "select" || first === "with" || first === "values";
      frames.push({ isQuery, clause: isQuery ? "other" : frame.clause });
    }
    return here;
  });
}

function moves({ isQuery, clause }: Frame, word: string, pieces: readonly QueryPiece[], at: number): boolean {
  const [before, after] = [pieces[at - 1], pieces[at + 1]];
  if (isSymbol(before, ".") || isSymbol(after, ".")) return false;
  if ((word === "group" || word === "order") && wordOf(after) !== "by") return false;
  if (word === "top" && (wordOf(before) !== "select" || after?.kind !== "number")) return false;
  // IS DISTINCT FROM is a comparison.
  if (word === "from" && wordOf(before) === "distinct") return false;
  return isQuery || ((clause === "from" || clause === "on") && WITHIN_FROM.has(word));
}
