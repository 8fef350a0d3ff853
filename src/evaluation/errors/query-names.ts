import { isKeyword } from "../benchmarks/names-of-query.ts";
import { isSymbol, type PlacedPiece, wordOf } from "./placed-pieces.ts";

/** Names of common tables and aliases, in lower case. */
export function madeUpNames(pieces: readonly PlacedPiece[]): ReadonlySet<string> {
  const found = pieces.flatMap((piece, at) => {
    if (piece.kind !== "word" && piece.kind !== "name") return [];
    if (isKeyword(piece)) return [];
    const before = pieces[at - 1];
    const after = pieces[at + 1];
    const isBehindAs = wordOf(before) === "as";
    const isCommon = piece.clause === "with" && !isSymbol(before, ".");
    const isBehindName =
      (piece.clause === "from" || piece.clause === "select") &&
      before !== undefined &&
      !isSymbol(after, ".") &&
      !isSymbol(after, "(") &&
      (before.kind === "name" || (before.kind === "word" && !isKeyword(before)) || isSymbol(before, ")")) &&
      before.clause === piece.clause;
    return isBehindAs || isCommon || isBehindName ? [piece.text.toLowerCase()] : [];
  });
  return new Set(found);
}

/** Whether the piece is the name of a column, as far as that shows without the schema. */
export function isColumnName(
  piece: PlacedPiece,
  at: number,
  pieces: readonly PlacedPiece[],
  made: ReadonlySet<string>,
): boolean {
  if (piece.kind !== "word" && piece.kind !== "name") return false;
  const after = pieces[at + 1];
  if (isSymbol(after, ".")) return false;
  if (isSymbol(pieces[at - 1], ".")) return true;
  return (
    !isKeyword(piece) &&
    !(piece.kind === "word" && isSymbol(after, "(")) &&
    !made.has(piece.text.toLowerCase())
  );
}
