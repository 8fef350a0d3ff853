import { isKeyword } from "../benchmarks/names-of-query.ts";
import { type Clause, isSymbol, type PlacedPiece, placedPieces, wordOf } from "./placed-pieces.ts";
import { isColumnName, madeUpNames } from "./query-names.ts";
import { sortKeys } from "./sort-keys.ts";

/** What a query is made of, over all its nested queries unless it says otherwise. Names are in lower case and without their qualifier. */
export interface QueryShape {
  readonly tables: ReadonlySet<string>;
  /** UNION, INTERSECT, EXCEPT, with ALL; sorted. */
  readonly operators: readonly string[];
  /** `count`, `sum distinct`; sorted. */
  readonly aggregates: readonly string[];
  readonly selected: ReadonlySet<string>;
  /** Columns in conditions, but for those that one column is compared with another by. */
  readonly filtered: ReadonlySet<string>;
  /** `=`, `like`, `not in`, `or`, `is null`; sorted. */
  readonly comparisons: readonly string[];
  /** Values in conditions, as they are written but for their quotes. */
  readonly values: ReadonlySet<string>;
  /** `a = b`, with the kind of join where it is an outer one; sorted. */
  readonly joined: readonly string[];
  readonly grouped: ReadonlySet<string>;
  /** The outermost sort keys with their direction. */
  readonly sorted: readonly string[];
  /** Numbers of the outermost LIMIT, OFFSET, FETCH or TOP; empty where there are none. */
  readonly limit: string;
}

const AGGREGATES = new Set(["count", "sum", "avg", "min", "max", "total", "group_concat", "string_agg"]);
const CONDITIONS: ReadonlySet<Clause> = new Set(["on", "where", "having"]);
const COMPARING = new Set(["like", "ilike", "glob", "regexp", "in", "between", "is", "not", "or", "exists"]);
const OUTER = new Set(["left", "right", "full", "cross"]);

/** What the query is made of; in any dialect, and without knowing the schema. */
export function queryShape(sql: string): QueryShape {
  const pieces = placedPieces(sql);
  const made = madeUpNames(pieces);
  const isColumn = (piece: PlacedPiece, at: number): boolean => isColumnName(piece, at, pieces, made);
  const columnsIn = (
    clause: Clause,
    only: (piece: PlacedPiece) => boolean = () => true,
  ): ReadonlySet<string> =>
    new Set(
      pieces
        .filter((piece, at) => piece.clause === clause && only(piece) && isColumn(piece, at))
        .map(({ text }) => text.toLowerCase()),
    );
  const joins = columnPairs(pieces, isColumn);
  const outer = pieces.flatMap((piece) => {
    const word = wordOf(piece);
    return word !== undefined && OUTER.has(word) && (piece.clause === "from" || piece.clause === "on")
      ? [word]
      : [];
  });
  return {
    tables: tablesOf(pieces, made),
    operators: pieces.flatMap((piece) => (piece.clause === "other" ? (wordOf(piece) ?? []) : [])).sort(),
    aggregates: aggregatesOf(pieces),
    selected: columnsIn("select"),
    filtered: new Set(
      pieces
        .filter((piece, at) => CONDITIONS.has(piece.clause) && !joins.places.has(at) && isColumn(piece, at))
        .map(({ text }) => text.toLowerCase()),
    ),
    comparisons: comparisonsOf(pieces, joins.places),
    values: new Set(
      pieces
        .filter(({ kind, clause }) => CONDITIONS.has(clause) && (kind === "text" || kind === "number"))
        .map(({ text }) => text),
    ),
    joined: [...joins.pairs, ...outer].sort(),
    grouped: columnsIn("group"),
    sorted: sortKeys(pieces, made),
    limit: pieces
      .filter(({ clause, isOutermost, kind }) => clause === "limit" && isOutermost && kind === "number")
      .map(({ text }) => text)
      .join(" "),
  };
}

/** The names behind FROM, JOIN and the commas between them. */
function tablesOf(pieces: readonly PlacedPiece[], made: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [at, piece] of pieces.entries()) {
    const before = pieces[at - 1];
    const opener = isSymbol(before, "(") ? pieces[at - 2] : before;
    const starts = ["from", "join"].includes(wordOf(opener) ?? "") || isSymbol(opener, ",");
    if (piece.clause !== "from" || !starts || isKeyword(piece)) continue;
    if (piece.kind !== "word" && piece.kind !== "name") continue;
    const [name, after] = isSymbol(pieces[at + 1], ".")
      ? [pieces[at + 2]?.text ?? "", pieces[at + 3]]
      : [piece.text, pieces[at + 1]];
    const lower = name.toLowerCase();
    const isFunction = isSymbol(after, "(");
    if (!isFunction && !isCommonTable(lower, pieces, made)) found.add(lower);
  }
  return found;
}

function isCommonTable(name: string, pieces: readonly PlacedPiece[], made: ReadonlySet<string>): boolean {
  return (
    made.has(name) &&
    pieces.some(
      (piece) =>
        piece.clause === "with" &&
        piece.text.toLowerCase() === name &&
        (piece.kind === "word" || piece.kind === "name"),
    )
  );
}

function aggregatesOf(pieces: readonly PlacedPiece[]): readonly string[] {
  return pieces
    .flatMap((piece, at) => {
      const word = wordOf(piece);
      if (word === undefined || !AGGREGATES.has(word) || !isSymbol(pieces[at + 1], "(")) return [];
      return [wordOf(pieces[at + 2]) === "distinct" ? `${word} distinct` : word];
    })
    .sort();
}

/** Columns that are compared with columns, and the places of all their pieces. */
function columnPairs(
  pieces: readonly PlacedPiece[],
  isColumn: (piece: PlacedPiece, at: number) => boolean,
): { readonly pairs: readonly string[]; readonly places: ReadonlySet<number> } {
  const pairs: string[] = [];
  const places = new Set<number>();
  for (const [at, piece] of pieces.entries()) {
    if (!CONDITIONS.has(piece.clause)) continue;
    if (piece.clause === "on" && wordOf(pieces[at - 2]) === "using") {
      pairs.push(`${piece.text.toLowerCase()} = ${piece.text.toLowerCase()}`);
      places.add(at);
      continue;
    }
    if (!isSymbol(piece, "=")) continue;
    const left = pieces[at - 1];
    const right = isSymbol(pieces[at + 2], ".") ? at + 3 : at + 1;
    const other = pieces[right];
    if (left === undefined || other === undefined || !isColumn(left, at - 1) || !isColumn(other, right))
      continue;
    pairs.push([left.text.toLowerCase(), other.text.toLowerCase()].sort().join(" = "));
    for (const place of [at - 1, at, right]) places.add(place);
  }
  return { pairs, places };
}

/** NOT goes with what it denies, so that a denied comparison is another one and not one more. */
function comparisonsOf(pieces: readonly PlacedPiece[], joins: ReadonlySet<number>): readonly string[] {
  return pieces
    .flatMap((piece, at) => {
      if (!CONDITIONS.has(piece.clause) || joins.has(at)) return [];
      const word = wordOf(piece);
      if (word === undefined) return isSymbolOf(piece) ? [piece.text] : [];
      if (!COMPARING.has(word)) return [];
      if (word === "is") return [wordOf(pieces[at + 1]) === "not" ? "is not" : "is"];
      if (word === "not") return wordOf(pieces[at - 1]) === "is" || isDenied(pieces[at + 1]) ? [] : ["not"];
      return [wordOf(pieces[at - 1]) === "not" ? `not ${word}` : word];
    })
    .sort();
}

function isDenied(piece: PlacedPiece | undefined): boolean {
  return COMPARING.has(wordOf(piece) ?? "");
}

function isSymbolOf({ kind, text }: PlacedPiece): boolean {
  return kind === "symbol" && /^[=<>!]$/u.test(text);
}
