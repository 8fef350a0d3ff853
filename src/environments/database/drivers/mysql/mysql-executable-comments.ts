import type { LexicalRules } from "../../sql/lexical-rules.ts";
import { commentAt, tokenize } from "../../sql/tokenize.ts";

/**
 * The text with the contents of comments that the server runs as code (`/*!50701 … *\/`, `/*M! … *\/`) in the open, offsets unchanged. Whether
 * it does so depends on its version: contents that would change the reading of what follows (an open quote, a comment) make the text
 * unreadable, and the result undefined.
 */
export function withExecutableCode(sql: string, lexical: LexicalRules): string | undefined {
  if (!/\/\*M?!/u.test(sql)) return sql;
  const parts: string[] = [];
  let index = 0;
  while (index < sql.length) {
    const end = tokenEnd(sql, index, lexical);
    const opening = /^\/\*M?!\d{0,6}/u.exec(sql.slice(index, index + 12))?.[0];
    if (opening === undefined) {
      parts.push(sql.slice(index, end));
    } else {
      const closing = sql.indexOf("*/", index);
      if (closing < 0) return undefined;
      const inner = sql.slice(index + opening.length, closing);
      if (/\/\*|--|#|;/u.test(inner) || !isWhole(inner, lexical)) return undefined;
      parts.push(" ".repeat(opening.length), inner, "  ");
      index = closing + 2;
      continue;
    }
    index = end;
  }
  return parts.join("");
}

/** Quotes closed; brackets may close what stands outside. */
function isWhole(text: string, lexical: LexicalRules): boolean {
  return tokenize(text.replaceAll(/[()]/gu, " "), lexical).complete;
}

/** Behind the quote, comment or character that starts here. */
function tokenEnd(sql: string, index: number, lexical: LexicalRules): number {
  const comment = commentAt(sql, index, lexical);
  if (comment !== undefined) return comment.end;
  const character = sql.charAt(index);
  if (!"'\"`".includes(character)) return index + 1;
  return (
    tokenize({ text: sql.slice(index), start: index, end: sql.length }, lexical).tokens[0]?.end ?? sql.length
  );
}
