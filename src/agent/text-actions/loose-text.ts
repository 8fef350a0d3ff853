import { readLiteral, skipSpace, take } from "./literal-reader.ts";

/**
 * The one text argument of a call, however it was quoted. SQL has commas, brackets and quotes of its own, so everything between the
 * brackets belongs to it; one pair of quotes around the whole comes off, unless those two are not a pair (`"a" = "b"`).
 */
export function looseText(inner: string): string {
  const text = inner.trim();
  const pair = /^(["'`“‘])([\s\S]*)(["'`”’])$/u.exec(text);
  if (!pair || !PAIRS.has(`${pair[1]}${pair[3]}`) || isListOfLiterals(text)) return text;
  const [, quote = "", content = ""] = pair;
  const at = content.search(new RegExp(`(?<!\\\\)${quote}`, "u"));
  const closes =
    at > 0 &&
    /\w/u.test(content[at - 1] ?? "") &&
    /^\W/u.test(content.slice(at + 1)) &&
    content[at + 1] !== quote;
  if (closes) return text;
  return content.replace(/\\(["'`])/gu, "$1").replace(/\\n/gu, "\n");
}

const PAIRS: ReadonlySet<string> = new Set(['""', "''", "``", "“”", "‘’"]);

function isListOfLiterals(text: string): boolean {
  const cursor = { text, at: 0 };
  let count = 0;
  do {
    if (readLiteral(cursor) === undefined) return false;
    count++;
  } while (take(cursor, ","));
  skipSpace(cursor);
  return count > 1 && cursor.at === text.length;
}
