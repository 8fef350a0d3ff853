const LITERAL = /'((?:[^']|'')*)'/gu;
const PART = String.raw`(?:[\p{L}_][\p{L}\p{N}_]*|"[^"]+"|\x60[^\x60]+\x60)`;
const COLUMN = new RegExp(`${PART}(?:\\.${PART})+`, "gu");

/** The columns in SQL written by the rules, as `table.column`, each once. */
export function columnsIn(sql: string): readonly string[] {
  const plain = sql.replace(LITERAL, "''");
  return [...new Set([...plain.matchAll(COLUMN)].map(([name]) => readable(name)))];
}

/** The tables that SQL written by the rules reads, each once. */
export function tablesIn(sql: string): readonly string[] {
  const read = sql
    .replace(LITERAL, "''")
    .matchAll(new RegExp(`\\b(?:FROM|JOIN) (${PART}(?:\\.${PART})*)`, "gu"));
  return [...new Set([...read].map(([, name = ""]) => readable(name)))];
}

/** Cell values that the SQL compares, with the columns that they are compared with. */
export function cellsIn(sql: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const condition of sql.matchAll(
    new RegExp(
      `(${PART}(?:\\.${PART})+) (?:=|<>|IN|NOT IN) (\\((?:'(?:[^']|'')*'(?:, )?)+\\)|'(?:[^']|'')*')`,
      "gu",
    ),
  )) {
    for (const [, text = ""] of (condition[2] ?? "").matchAll(LITERAL)) {
      const cell = text.replaceAll("''", "'");
      found.set(cell, [...(found.get(cell) ?? []), readable(condition[1] ?? "")]);
    }
  }
  return found;
}

/** Columns that the SQL compares with texts or numbers, also inside a function; join keys are omitted. */
export function comparisonsIn(
  sql: string,
): readonly { readonly column: string; readonly operator: string; readonly value: string }[] {
  const value = String.raw`'(?:[^']|'')*'|-?\d+(?:\.\d+)?`;
  const compared = new RegExp(
    `(${PART}(?:\\.${PART})+)(?:[^'=<>()]*\\)| *, *'[^']*')* (<>|<=|>=|=|<|>|NOT IN|IN|BETWEEN) (\\((?:${value})(?:, (?:${value}))*\\)|(?:${value})(?: AND -?\\d+(?:\\.\\d+)?)?)`,
    "gu",
  );
  return [...sql.matchAll(compared)].map(([, column = "", operator = "", text = ""]) => ({
    column: readable(column),
    operator,
    value: text
      .replace(/^\(|\)$/gu, "")
      .replaceAll("', '", "' or '")
      .replace(" AND ", " and "),
  }));
}

function readable(name: string): string {
  return [...name.matchAll(new RegExp(PART, "gu"))]
    .slice(-2)
    .map(([part]) => part.replace(/^["\x60]|["\x60]$/gu, ""))
    .join(".");
}
