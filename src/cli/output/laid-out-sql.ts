/** Tokens of a query: quoted names and texts, comments, parentheses and words. Line breaks are never inserted inside one. */
const TOKEN =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|(\$\w*\$)[\s\S]*?\1|--[^\n]*|\/\*[\s\S]*?\*\/|[()]|[A-Za-z_][\w$]*|[\s\S]/gu;
const CLAUSE =
  /^(?:FROM|WHERE|GROUP BY|HAVING|WINDOW|ORDER BY|LIMIT|UNION ALL|UNION|INTERSECT|EXCEPT|(?:(?:LEFT|RIGHT|FULL)(?: OUTER)?|INNER|CROSS|NATURAL)? ?JOIN)\b/iu;
/** After these words, a clause keyword does not begin a clause: LEFT JOIN, IS DISTINCT FROM. */
const GOES_ON = /^(?:LEFT|RIGHT|FULL|OUTER|INNER|CROSS|NATURAL|DISTINCT)$/iu;

/**
 * Puts each clause of a one-line query on its own line and ends it with a semicolon. Only white space changes. A query with line breaks,
 * comments, or backslashes (which engines interpret differently in texts) is left as it is.
 */
export function laidOutSql(sql: string): string {
  const text = sql.trim().replace(/;$/u, "").trimEnd();
  if (/\n|--|\\/u.test(text)) return `${text}\n;`.replace(/(?<!--[^\n]*)\n;$/u, ";");
  let depth = 0;
  let word = "";
  let gap = "";
  const parts: string[] = [];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token.trim() === "") {
      gap += token;
      continue;
    }
    if (token === "(") depth += 1;
    if (token === ")") depth -= 1;
    const begins =
      depth === 0 && gap !== "" && CLAUSE.test(text.slice(index, index + 40)) && !GOES_ON.test(word);
    parts.push(begins ? "\n" : gap, token);
    gap = "";
    word = token;
  }
  return `${parts.join("")};`;
}
