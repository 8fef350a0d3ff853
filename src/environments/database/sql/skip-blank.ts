import type { LexicalRules } from "./lexical-rules.ts";

export interface Blank {
  readonly end: number;
  /** False for a comment that is not closed, and for one that MySQL runs. */
  readonly harmless: boolean;
}

function blockCommentEnd(source: string, start: number, nested: boolean): number {
  if (!nested) {
    const close = source.indexOf("*/", start + 2);
    return close < 0 ? -1 : close + 2;
  }
  let depth = 1;
  for (let index = start + 2; index < source.length; index++) {
    if (source[index] === "/" && source[index + 1] === "*") depth++;
    else if (source[index] === "*" && source[index + 1] === "/") depth--;
    else continue;
    index++;
    if (depth === 0) return index + 1;
  }
  return -1;
}

function lineEnd(source: string, start: number): number {
  const end = source.indexOf("\n", start);
  return end < 0 ? source.length : end + 1;
}

/** The comment that starts at `index`, if one does. */
export function commentAt(source: string, index: number, lexical: LexicalRules): Blank | undefined {
  const character = source[index];
  const next = source[index + 1];
  if (character === "-" && next === "-") {
    // Where `#` opens a comment, `--` does so only before a blank: `5--1` is a subtraction there.
    const after = source.charCodeAt(index + 2);
    if (lexical.hashComments && after > 32) return undefined;
    return { end: lineEnd(source, index), harmless: true };
  }
  if (character === "#" && lexical.hashComments) return { end: lineEnd(source, index), harmless: true };
  if (character !== "/" || next !== "*") return undefined;
  const end = blockCommentEnd(source, index, lexical.nestedComments);
  const runs = lexical.hashComments && /^\/\*M?!/.test(source.slice(index, index + 4));
  return { end: end < 0 ? source.length : end, harmless: end >= 0 && !runs };
}
