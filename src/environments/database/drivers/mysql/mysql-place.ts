import type { LexicalRules } from "../../sql/lexical-rules.ts";
import { tokenize } from "../../sql/tokenize.ts";

/** Enough for finding names: a text in double quotes that is none in ANSI mode is no name that the server complains about otherwise. */
const LEXICAL: LexicalRules = {
  identifierQuotes: ["`", '"'],
  doubleQuotesAreStrings: false,
  backslashEscapes: true,
  dollarQuotes: false,
  escapeStrings: false,
  hashComments: true,
  nestedComments: false,
};

/**
 * Where a name (`t.c` in parts) stands in a statement; the server does not say. Undefined where it does not stand there at all, and without an
 * offset where it does so more than once.
 */
export function placeOfName(name: string, sql: string): { readonly offset?: number } | undefined {
  const { tokens } = tokenize(sql, LEXICAL);
  const parts = name.toLowerCase().split(".");
  const places: number[] = [];
  for (const [at, token] of tokens.entries()) {
    if (tokens[at - 1]?.value === ".") continue;
    const matches = parts.every((part, index) => {
      const word = tokens[at + 2 * index];
      const named = word?.kind === "word" || word?.kind === "identifier";
      return (
        named &&
        word.value.toLowerCase() === part &&
        (index === 0 || tokens[at + 2 * index - 1]?.value === ".")
      );
    });
    if (matches && tokens[at + 2 * parts.length - 1]?.value !== ".") places.push(token.start);
  }
  if (places.length === 0) return undefined;
  return places.length === 1 ? { offset: places[0] as number } : {};
}

/** The server quotes the rest of the statement from where it stopped, but no more than this. */
const QUOTED_CHARACTERS = 80;

/** Offset of what a syntax error quotes: `… near 'FROM book' at line 2`. */
export function placeOfRest(message: string, sql: string): number | undefined {
  const match = / near '(.*)' at line \d+$/su.exec(message);
  if (match === null) return undefined;
  const rest = match[1] ?? "";
  const end = sql.trimEnd().length;
  if (rest === "") return end;
  // The count is in bytes of a text that may have lost its last character.
  const isCut = Buffer.byteLength(rest) >= QUOTED_CHARACTERS - 4;
  for (let at = sql.lastIndexOf(rest); at >= 0; at = at === 0 ? -1 : sql.lastIndexOf(rest, at - 1)) {
    if (isCut || at + rest.length >= end) return at;
  }
  return isCut ? placeOfStart(rest, sql) : undefined;
}

function placeOfStart(rest: string, sql: string): number | undefined {
  const at = sql.indexOf(rest.slice(0, -4));
  return at < 0 ? undefined : at;
}
