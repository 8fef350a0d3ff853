/** What is not to be broken: quoted names and texts, comments, and parentheses, which are found by themselves. */
const TOKEN =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|(\$\w*\$)[\s\S]*?\1|--[^\n]*|\/\*[\s\S]*?\*\/|[()]|[A-Za-z_][\w$]*|[\s\S]/gu;
const CLAUSE =
  /^(?:FROM|WHERE|GROUP BY|HAVING|WINDOW|ORDER BY|LIMIT|UNION ALL|UNION|INTERSECT|EXCEPT|(?:(?:LEFT|RIGHT|FULL)(?: OUTER)?|INNER|CROSS|NATURAL)? ?JOIN)\b/iu;
/** After these, what begins like a clause belongs to what stands before it: LEFT JOIN, IS DISTINCT FROM. */
const GOES_ON = /^(?:LEFT|RIGHT|FULL|OUTER|INNER|CROSS|NATURAL|DISTINCT)$/iu;

/**
 * A query on one line with each clause on a line of its own, ended with a semicolon; nothing but white space changes. One that has lines
 * already, a comment, or a backslash, which engines read differently in a text, is left as it is.
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
