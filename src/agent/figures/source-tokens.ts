/** A part of a source's text; `at` counts characters from 0. */
export interface SourceToken {
  readonly type: "number" | "name" | "quoted" | "sign" | "end";
  /** Without quotes. */
  readonly text: string;
  readonly at: number;
}

const SPACE = /\s+/uy;
const NUMBER = /\d+(?:\.\d+)?/y;
const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy;
const QUOTED = /"((?:[^"]|"")*)"|'((?:[^']|'')*)'/y;
const SIGN = />=|<=|!=|<>|==|[-+*/(),.:;<>=%−–×÷≥≤≠]/uy;

const SAME_SIGN: ReadonlyMap<string, string> = new Map([
  ["−", "-"],
  ["–", "-"],
  ["×", "*"],
  ["÷", "/"],
  ["≥", ">="],
  ["≤", "<="],
  ["≠", "!="],
  ["<>", "!="],
  ["==", "="],
]);

export type SourceTokens =
  | { readonly tokens: readonly SourceToken[]; readonly problem?: never }
  | { readonly problem: string; readonly tokens?: never };

/** Parts a source at its numbers, names, quotes and signs. */
export function sourceTokens(text: string): SourceTokens {
  const tokens: SourceToken[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) return undefined;
    at += found[0].length;
    return found;
  };
  while (at < text.length) {
    if (take(SPACE) !== undefined) continue;
    const start = at;
    const quoted = take(QUOTED);
    if (quoted !== undefined) {
      const [, double, single = ""] = quoted;
      const inner = double?.replaceAll('""', '"') ?? single.replaceAll("''", "'");
      tokens.push({ type: "quoted", text: inner, at: start });
      continue;
    }
    // After a colon stands a row: the point behind it is the column's.
    const row = tokens.at(-1)?.text === ":" ? /\d+/y : NUMBER;
    const number = take(row);
    const name = number === undefined ? take(NAME) : undefined;
    const sign = number === undefined && name === undefined ? take(SIGN) : undefined;
    const found = (number ?? name ?? sign)?.[0];
    if (found === undefined) return { problem: unreadable(text, start) };
    const type = number !== undefined ? "number" : name !== undefined ? "name" : "sign";
    tokens.push({ type, text: type === "sign" ? (SAME_SIGN.get(found) ?? found) : found, at: start });
  }
  return { tokens: [...tokens, { type: "end", text: "", at: text.length }] };
}

function unreadable(text: string, at: number): string {
  const sign = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return sign === '"' || sign === "'"
    ? `The quote at character ${at + 1} is not closed.`
    : `"${sign}" at character ${at + 1} cannot stand in a source. Names of columns with other than letters, digits and _ stand in double quotes.`;
}
