import type { Json } from "../../util/json.ts";

/** Reads a text from left to right; every reading function returns undefined and leaves the place where it was when nothing fits. */
export interface Cursor {
  readonly text: string;
  at: number;
  /** How deep in lists and objects; kept while reading. */
  depth?: number;
}

/** Deeper ones are no arguments of a tool; without a bound a hostile text overflows the stack. */
const DEEPEST = 64;

const QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "`": "`",
  "“": "”",
  "‘": "’",
  "«": "»",
};
const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  '"': '"',
  "'": "'",
  "`": "`",
  "\\": "\\",
  "/": "/",
};
const WORDS: ReadonlyMap<string, Json> = new Map<string, Json>([
  ["true", true],
  ["True", true],
  ["false", false],
  ["False", false],
  ["null", null],
  ["None", null],
]);

export function skipSpace(cursor: Cursor): void {
  while (/\s/u.test(cursor.text[cursor.at] ?? "")) cursor.at++;
}

/** Takes one given character, after any space. */
export function take(cursor: Cursor, character: string): boolean {
  skipSpace(cursor);
  if (cursor.text[cursor.at] !== character) return false;
  cursor.at++;
  return true;
}

/**
 * A literal as JSON or Python writes it: quoted text (any quotes; doubled quotes and backslashes escape), number, word, list, object. No
 * bare words except the constants.
 */
export function readLiteral(cursor: Cursor): Json | undefined {
  skipSpace(cursor);
  const start = cursor.at;
  const depth = cursor.depth ?? 0;
  if (depth > DEEPEST) return undefined;
  cursor.depth = depth + 1;
  const value = literalAt(cursor, cursor.text[start] ?? "");
  cursor.depth = depth;
  if (value === undefined) cursor.at = start;
  return value;
}

function literalAt(cursor: Cursor, first: string): Json | undefined {
  if (first === "[") return readList(cursor);
  if (first === "{") return readObject(cursor);
  return first in QUOTES ? readQuoted(cursor) : readWord(cursor);
}

export function readQuoted(cursor: Cursor): string | undefined {
  const { text } = cursor;
  const open = text[cursor.at] ?? "";
  const triple =
    text.startsWith(open.repeat(3), cursor.at) &&
    open in QUOTES &&
    text.indexOf(open.repeat(3), cursor.at + 3) > 0;
  const close = triple ? open.repeat(3) : QUOTES[open];
  if (close === undefined) return undefined;
  let value = "";
  let i = cursor.at + (triple ? 3 : 1);
  while (i < text.length) {
    if (text.startsWith(close, i)) {
      const doubled =
        !triple && text[i + 1] === close && !/^\s*[,)\]}]/u.test(value === "" ? text.slice(i + 2) : "x");
      if (!doubled) {
        cursor.at = i + close.length;
        return value;
      }
      value += close;
      i += 2;
      continue;
    }
    if (text[i] === "\\") {
      const { length, text: meant } = escaped(text, i);
      value += meant;
      i += length;
      continue;
    }
    value += text[i];
    i++;
  }
  return undefined;
}

function escaped(text: string, at: number): { readonly length: number; readonly text: string } {
  const next = text[at + 1] ?? "";
  const code = next === "u" ? /^[0-9a-f]{4}/iu.exec(text.slice(at + 2))?.[0] : undefined;
  if (code !== undefined) return { length: 6, text: String.fromCharCode(Number.parseInt(code, 16)) };
  const meant = ESCAPES[next];
  // Unknown escapes stay as they are: patterns and paths are full of them.
  return meant === undefined ? { length: 1, text: "\\" } : { length: 2, text: meant };
}

function readWord(cursor: Cursor): Json | undefined {
  const word = /^[-+]?[\w.]+/u.exec(cursor.text.slice(cursor.at))?.[0];
  if (word === undefined) return undefined;
  const value = WORDS.has(word)
    ? WORDS.get(word)
    : /^[-+]?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?$/iu.test(word)
      ? Number(word)
      : undefined;
  if (value !== undefined) cursor.at += word.length;
  return value;
}

function readList(cursor: Cursor): readonly Json[] | undefined {
  const list: Json[] = [];
  cursor.at++;
  while (!take(cursor, "]")) {
    const value = readLiteral(cursor);
    if (value === undefined) return undefined;
    list.push(value);
    if (!take(cursor, ",") && cursor.text[cursor.at] !== "]") return undefined;
  }
  return list;
}

function readObject(cursor: Cursor): { readonly [key: string]: Json } | undefined {
  const members: [string, Json][] = [];
  cursor.at++;
  while (!take(cursor, "}")) {
    const key = readKey(cursor);
    if (key === undefined || !(take(cursor, ":") || take(cursor, "="))) return undefined;
    const value = readLiteral(cursor);
    if (value === undefined) return undefined;
    members.push([key, value]);
    if (!take(cursor, ",") && cursor.text[cursor.at] !== "}") return undefined;
  }
  return Object.fromEntries(members);
}

function readKey(cursor: Cursor): string | undefined {
  skipSpace(cursor);
  if ((cursor.text[cursor.at] ?? "") in QUOTES) return readQuoted(cursor);
  const word = /^[A-Za-z_][\w-]*/u.exec(cursor.text.slice(cursor.at))?.[0];
  if (word !== undefined) cursor.at += word.length;
  return word;
}
