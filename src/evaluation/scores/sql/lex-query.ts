/** A piece of a query. `depth` counts the brackets around it; a bracket itself has the depth outside. */
export interface QueryPiece {
  readonly kind: "word" | "name" | "text" | "number" | "symbol";
  /** A word or symbol as written; a quoted name or a text without its quotes. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly depth: number;
}

const PIECES =
  /(?<comment>--[^\n]*|\/\*[\s\S]*?\*\/)|'(?<text>(?:[^']|'')*)'|"(?<double>(?:[^"]|"")*)"|`(?<tick>(?:[^`]|``)*)`|\[(?<bracket>[A-Za-z_][^\]\n]*)\]|(?<word>[\p{L}_][\p{L}\p{N}_$]*)|(?<number>\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+)|(?<symbol>\S)/guy;

const DOUBLED: Readonly<Record<string, string>> = { text: "''", double: '""', tick: "``" };

/**
 * A gold query in pieces, in any dialect: enough to find names, values and clauses, no more. Text in double quotes is a `name`, also where
 * SQLite takes it for a text.
 */
export function lexQuery(sql: string): readonly QueryPiece[] {
  const pieces: QueryPiece[] = [];
  let depth = 0;
  for (let at = 0; at < sql.length; ) {
    PIECES.lastIndex = at;
    const match = PIECES.exec(sql);
    if (match === null) {
      at++;
      continue;
    }
    const [whole] = match;
    const [group, inner] = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined) ?? [];
    const start = at;
    at += whole.length;
    if (group === undefined || inner === undefined || group === "comment") continue;
    if (whole === ")") depth--;
    const doubled = DOUBLED[group];
    pieces.push({
      kind: kindOf(group),
      text: doubled === undefined ? inner : inner.replaceAll(doubled, doubled.charAt(0)),
      start,
      end: at,
      depth,
    });
    if (whole === "(") depth++;
  }
  return pieces;
}

function kindOf(group: string): QueryPiece["kind"] {
  if (group === "text" || group === "word" || group === "number" || group === "symbol") return group;
  return "name";
}
