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
 * A literal as JSON or Python writes it: quoted text (any quotes; `\"`, `\\` and `\n` stand for what they escape), number, word, list, object. No
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

function readQuoted(cursor: Cursor): string | undefined {
  const { text } = cursor;
  const close = QUOTES[text[cursor.at] ?? ""];
  let value = "";
  for (let i = cursor.at + 1; i < text.length; ) {
    if (text[i] === close) {
      cursor.at = i + 1;
      return value;
    }
    const meant = text[i] === "\\" ? unescaped(text[i + 1], close) : undefined;
    value += meant ?? text[i];
    i += meant === undefined ? 1 : 2;
  }
  return undefined;
}

/** SQL and patterns are full of other backslashes, as in `ESCAPE '\'`: they stay. */
function unescaped(next: string | undefined, close: string | undefined): string | undefined {
  if (next === "n") return "\n";
  return next === "\\" || next === '"' || next === close ? next : undefined;
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

/** JSON, or what is meant as JSON: single quotes, trailing commas, Python constants, line breaks inside text. Undefined otherwise. */
export function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    const cursor = { text, at: 0 };
    const value = readLiteral(cursor);
    skipSpace(cursor);
    return cursor.at === text.length ? value : undefined;
  }
}

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
  return content.replace(/\\([\s\S])/gu, (all, next) => unescaped(next, quote) ?? all);
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

/** Takes out what reasoning models write between thinking marks; an opening mark without end swallows the rest, as it was cut off there. */
export function stripThinking(text: string): string {
  return text
    .replace(/<(think|thinking|reasoning)>[\s\S]*?<\/\1>/giu, "")
    .replace(/^[\s\S]*<\/(?:think|thinking|reasoning)>/iu, "")
    .replace(/<(?:think|thinking|reasoning)>[\s\S]*$/iu, "")
    .trim();
}

/** Takes off one code fence or pair of backticks around the whole text. */
export function stripFence(text: string): string {
  const fence = /^\s*(`{3,}|~{3,})[^\n`]*\n([\s\S]*?)\n?[ \t]*\1[ \t]*(?:\n|$)/u.exec(text);
  if (fence) return (fence[2] ?? "").trim();
  const ticks = /^\s*(`+)([\s\S]*?)\1\s*$/u.exec(text);
  return ticks && !(ticks[2] ?? "").includes("`") ? (ticks[2] ?? "").trim() : text.trim();
}
