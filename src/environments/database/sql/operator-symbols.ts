/** Longest first for each first character. */
function byFirstCharacter(symbols: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const map = new Map<string, string[]>();
  for (const symbol of [...symbols].sort((a, b) => b.length - a.length)) {
    const first = symbol.charAt(0);
    map.set(first, [...(map.get(first) ?? []), symbol]);
  }
  return map;
}

const everywhere = ["->>", "<=>", "->", "||", "<=", ">=", "<>", "!=", "==", "<<", ">>", ":=", "&&", "::"];

const common = byFirstCharacter(everywhere);

/** PostgreSQL and its kin; elsewhere `<@p` is a comparison with a parameter. */
const extended = byFirstCharacter([
  ...everywhere,
  ..."!~~* !~* !~~ ~~* ~* !~ ~~ #>> #> #- @> <@ @@ @? ?| ?& <-> <#> -|- &< &> |/ ||/ // ** ^@ => @-@ ~= <^ >^".split(
    " ",
  ),
]);

/** The operator that starts at `index`: the longest that is known, else the one character. */
export function operatorAt(source: string, index: number, arbitraryOperators: boolean): string {
  const first = source.charAt(index);
  for (const symbol of (arbitraryOperators ? extended : common).get(first) ?? []) {
    if (source.startsWith(symbol, index)) return symbol;
  }
  return first;
}
