/** What is not closed goes to the end: to look for its end again at every following character would take for ever. */
const TOKENS =
  /'(?:[^']+|'')*(?:'|$)|"(?:[^"]+|"")*(?:"|$)|`(?:[^`]+|``)*(?:`|$)|\[[^\]]*(?:\]|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|(?<end>;)|\s+|(?<other>[\s\S])/gy;

/**
 * True when more than one statement stands in the text. SQLite prepares the first and leaves the rest, silently; a reader would think that
 * everything ran. Inside a query a semicolon stands only in quotes and comments.
 */
export function hasSeveralStatements(sql: string): boolean {
  let ended = false;
  let begun = false;
  for (const { 0: token, groups } of sql.matchAll(TOKENS)) {
    const blank = token.startsWith("--") || token.startsWith("/*") || token.trim() === "";
    if (groups?.end) ended = begun;
    else if (!blank) {
      if (ended) return true;
      begun = true;
    }
  }
  return false;
}
