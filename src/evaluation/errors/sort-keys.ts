import { type Clause, isSymbol, type PlacedPiece, wordOf } from "./placed-pieces.ts";

/** Each key without qualifiers; a name or number that stands for a selected column is that column. */
export function sortKeys(pieces: readonly PlacedPiece[], made: ReadonlySet<string>): readonly string[] {
  const selected = itemsOf(pieces, "select").map((item) => ({ item, alias: aliasOf(item, made) }));
  return itemsOf(pieces, "order").map((item) => {
    const direction = item.some((piece) => wordOf(piece) === "desc") ? "desc" : "asc";
    const key = item.filter(
      (piece) => !["asc", "desc", "nulls", "first", "last"].includes(wordOf(piece) ?? ""),
    );
    const [only, ...more] = key;
    const meant =
      only === undefined || more.length > 0
        ? undefined
        : only.kind === "number"
          ? selected[Number(only.text) - 1]
          : selected.find(({ alias }) => alias === only.text.toLowerCase());
    return `${textOf(meant === undefined ? key : withoutAlias(meant.item, made))} ${direction}`;
  });
}

function itemsOf(pieces: readonly PlacedPiece[], clause: Clause): readonly (readonly PlacedPiece[])[] {
  const items: PlacedPiece[][] = [[]];
  const base = pieces.find((piece) => piece.clause === clause && piece.isOutermost)?.depth ?? 0;
  for (const piece of pieces) {
    if (piece.clause !== clause || !piece.isOutermost) continue;
    const word = wordOf(piece);
    if (word === "select" || word === "distinct" || word === "by" || (word === "order" && clause === "order"))
      continue;
    if (isSymbol(piece, ",") && piece.depth === base) items.push([]);
    else if (!isSymbol(piece, ";")) items.at(-1)?.push(piece);
  }
  return items.filter((item) => item.length > 0);
}

function aliasOf(item: readonly PlacedPiece[], made: ReadonlySet<string>): string | undefined {
  const last = item.at(-1);
  const name = last?.text.toLowerCase() ?? "";
  return item.length > 1 && !isSymbol(item.at(-2), ".") && made.has(name) ? name : undefined;
}

function withoutAlias(item: readonly PlacedPiece[], made: ReadonlySet<string>): readonly PlacedPiece[] {
  if (aliasOf(item, made) === undefined) return item;
  return item.slice(0, wordOf(item.at(-2)) === "as" ? -2 : -1);
}

function textOf(item: readonly PlacedPiece[]): string {
  return item
    .filter((piece, at) => !isSymbol(piece, ".") && !isSymbol(item[at + 1], "."))
    .map(({ text }) => text.toLowerCase())
    .join(" ");
}
