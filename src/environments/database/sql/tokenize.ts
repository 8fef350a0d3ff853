import type { LexicalRules } from "./lexical-rules.ts";
import type { SqlText } from "./sql-dialect.ts";
import type { Token, TokenizedText } from "./token.ts";

const named: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
  "0": "\0",
  Z: "\x1a",
};

/**
 * Index behind the closing quote of a text that opens at `start`, or -1 when it is not closed. A doubled quote stands for one, and with
 * `backslash` a backslash takes the next character along.
 */
function closingQuote(source: string, start: number, quote: string, backslash: boolean): number {
  for (let index = start + 1; index < source.length; index++) {
    const character = source[index];
    if (backslash && character === "\\") index++;
    else if (character === quote) {
      if (source[index + 1] !== quote) return index + 1;
      index++;
    }
  }
  return -1;
}

/** The value of a quoted text: doubled quotes become single, and backslash escapes are resolved. */
function unquote(inner: string, quote: string, backslash: boolean): string {
  const single = inner.includes(quote) ? inner.replaceAll(quote + quote, quote) : inner;
  if (!backslash || !single.includes("\\")) return single;
  return single.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{4})|([0-7]{3})|([\s\S]))/g,
    (_all, hex, unicode, octal, other) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (unicode !== undefined) return String.fromCharCode(Number.parseInt(unicode, 16));
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
      // A pattern of LIKE keeps its escape: `\%` is the wildcard taken literally, not the wildcard.
      if (other === "%" || other === "_") return `\\${other}`;
      return named[other] ?? other;
    },
  );
}

const closing = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
]);

/** Finds for each bracket the one that closes or opens it. A bracket that is closed by one of another kind has no partner. */
function bracketPartners(tokens: readonly Token[]): { partner: Int32Array; balanced: boolean } {
  const partner = new Int32Array(tokens.length).fill(-1);
  const open: number[] = [];
  let balanced = true;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    if (token.kind !== "symbol" || token.value.length !== 1) continue;
    if (closing.has(token.value)) {
      open.push(index);
      continue;
    }
    if (token.value !== ")" && token.value !== "]" && token.value !== "}") continue;
    const opener = open.pop();
    if (opener === undefined || closing.get((tokens[opener] as Token).value) !== token.value) {
      balanced = false;
      continue;
    }
    partner[opener] = index;
    partner[index] = opener;
  }
  return { partner, balanced: balanced && open.length === 0 };
}

/** Longest first for each first character. */
function byFirstCharacter(symbols: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const map = new Map<string, string[]>();
  for (const symbol of [...symbols].sort((a, b) => b.length - a.length)) {
    const first = symbol.charAt(0);
    map.set(first, [...(map.get(first) ?? []), symbol]);
  }
  return map;
}

const everywhere = ["->>", "<=>", "->", "||", "<=", ">=", "<>", "!=", "==", "<<", ">>", ":=", "&&", "::"];

const common = byFirstCharacter(everywhere);

/** Symbols of PostgreSQL and related dialects; elsewhere `<@p` is a comparison with a parameter. */
const extended = byFirstCharacter([
  ...everywhere,
  ..."!~~* !~* !~~ ~~* ~* !~ ~~ #>> #> #- @> <@ @@ @? ?| ?& <-> <#> -|- &< &> |/ ||/ // ** ^@ => @-@ ~= <^ >^".split(
    " ",
  ),
]);

/** The operator that starts at `index`: the longest known one, else the single character. */
function operatorAt(source: string, index: number, arbitraryOperators: boolean): string {
  const first = source.charAt(index);
  for (const symbol of (arbitraryOperators ? extended : common).get(first) ?? []) {
    if (source.startsWith(symbol, index)) return symbol;
  }
  return first;
}

const number = /0[xX][0-9a-fA-F_]+|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?/y;
const word = /[\p{L}_\u0080-\uffff][\p{L}\p{N}_$\u0080-\uffff]*/uy;
const asciiWord = /[A-Za-z_][A-Za-z0-9_$]*/y;
const dollarTag = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;
const parameter = /\?\d*|\$\w+(?:::\w+)*|(?::|@@?)[A-Za-z_0-9\u0080-\uffff$]+/y;
const serverParameter = /\?(?![|&])\d*|\$\w+|:[A-Za-z_]\w*/y;
const colonlessParameter = /\?\d*|\$\w+/y;

/** Matches a sticky pattern at `index`. The patterns are shared, so `lastIndex` is always set first. */
function matchAt(pattern: RegExp, source: string, index: number): string | undefined {
  pattern.lastIndex = index;
  return pattern.exec(source)?.[0];
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isWordStart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code >= 128;
}

class Lexer {
  private readonly tokens: Token[] = [];
  private complete = true;
  private index = 0;
  private readonly source: string;
  private readonly base: number;
  private readonly lexical: LexicalRules;

  constructor(source: string, base: number, lexical: LexicalRules) {
    this.source = source;
    this.base = base;
    this.lexical = lexical;
  }

  run(): TokenizedText {
    while (this.index < this.source.length) {
      const code = this.source.charCodeAt(this.index);
      if (code <= 32 || code === 0xa0 || code === 0xfeff) {
        this.index++;
        continue;
      }
      const comment = commentAt(this.source, this.index, this.lexical);
      if (comment) {
        this.index = comment.end;
        if (!comment.harmless) this.complete = false;
      } else this.token(code);
    }
    const { partner, balanced } = bracketPartners(this.tokens);
    const complete = this.complete && balanced;
    return { source: this.source, base: this.base, tokens: this.tokens, partner, complete };
  }

  private push(kind: Token["kind"], end: number, value: string, quote?: Token["quote"]): void {
    const span = { start: this.base + this.index, end: this.base + end };
    this.tokens.push(quote === undefined ? { kind, value, ...span } : { kind, value, quote, ...span });
    this.index = end;
  }

  private token(code: number): void {
    const { source, index, lexical } = this;
    const character = source.charAt(index);
    if (isWordStart(code)) this.word();
    else if (character === "'") this.quoted("string", index, "'", lexical.backslashEscapes);
    else if (character === '"' && lexical.doubleQuotesAreStrings)
      this.quoted("string", index, '"', lexical.backslashEscapes);
    else if (
      (character === '"' || character === "`" || character === "[") &&
      lexical.identifierQuotes.includes(character)
    )
      this.quoted("identifier", index, character, false);
    else if (isDigit(code) || (character === "." && isDigit(source.charCodeAt(index + 1)))) this.number();
    else if (character === "$" && lexical.dollarQuotes && this.dollarQuoted()) return;
    else this.parameterOrSymbol(character);
  }

  private word(): void {
    const { source, index, lexical } = this;
    let text = matchAt(asciiWord, source, index) ?? "";
    if (source.charCodeAt(index + text.length) >= 128)
      text = matchAt(word, source, index) ?? source.charAt(index);
    const after = source[index + text.length];
    if (text.length === 1 && after === "'") {
      if ("xXbB".includes(text)) return void this.quoted("blob", index + 1, "'", false);
      if ("nN".includes(text)) return void this.quoted("string", index + 1, "'", lexical.backslashEscapes);
      if ("eE".includes(text) && lexical.escapeStrings)
        return void this.quoted("string", index + 1, "'", true);
    }
    const unicode = lexical.dollarQuotes && /^[uU]&['"]/.test(source.slice(index, index + 3));
    if (unicode) {
      const quote = source.charAt(index + 2);
      return void this.quoted(quote === "'" ? "string" : "identifier", index + 2, quote, false);
    }
    this.push("word", index + text.length, text.toUpperCase());
  }

  /** `open` is the index of the opening quote, which follows the token's start after a prefix such as E or U&. */
  private quoted(
    kind: "string" | "blob" | "identifier",
    open: number,
    quote: string,
    backslash: boolean,
  ): void {
    const closer = quote === "[" ? "]" : quote;
    let end =
      quote === "["
        ? this.source.indexOf("]", open) + 1 || -1
        : closingQuote(this.source, open, closer, backslash);
    const closed = end >= 0;
    if (!closed) {
      end = this.source.length;
      this.complete = false;
    }
    const inner = this.source.slice(open + 1, closed ? end - 1 : end);
    const value = quote === "[" ? inner : unquote(inner, closer, backslash);
    this.push(kind, end, value, kind === "identifier" ? (quote as '"' | "`" | "[") : undefined);
  }

  private number(): void {
    const { source, index } = this;
    const previous = this.tokens.at(-1);
    const touches = previous !== undefined && previous.end === this.base + index;
    // `t.1st`: the point belongs to the name, not to the number.
    if (source[index] === "." && touches && (previous.kind === "word" || previous.kind === "identifier"))
      return void this.push("symbol", index + 1, ".");
    const text = matchAt(number, source, index) ?? source.charAt(index);
    const end = index + text.length;
    if (isWordStart(source.charCodeAt(end)) && !text.includes(".")) {
      const name = text + (matchAt(word, source, end) ?? "");
      return void this.push("word", index + name.length, name.toUpperCase());
    }
    this.push("number", end, text);
  }

  private dollarQuoted(): boolean {
    const tag = matchAt(dollarTag, this.source, this.index);
    if (tag === undefined) return false;
    const inner = this.index + tag.length;
    const close = this.source.indexOf(tag, inner);
    if (close < 0) this.complete = false;
    const innerEnd = close < 0 ? this.source.length : close;
    this.push("string", close < 0 ? innerEnd : innerEnd + tag.length, this.source.slice(inner, innerEnd));
    return true;
  }

  private parameterOrSymbol(character: string): void {
    const { source, index, lexical } = this;
    // Where PostgreSQL's operators are read, `@` is one of their characters and `[1:2]` is a slice.
    const server = lexical.colonParameters === false ? colonlessParameter : serverParameter;
    const found = matchAt(lexical.dollarQuotes ? server : parameter, source, index);
    if (found !== undefined && "?$:@".includes(character))
      return void this.push("parameter", index + found.length, found);
    const symbol = operatorAt(source, index, lexical.dollarQuotes);
    this.push("symbol", index + symbol.length, symbol);
  }
}

/** Cuts a text into tokens. Never throws; what no rule knows becomes a symbol of one character. */
export function tokenize(text: SqlText, lexical: LexicalRules): TokenizedText {
  return typeof text === "string"
    ? new Lexer(text, 0, lexical).run()
    : new Lexer(text.text, text.start, lexical).run();
}

interface Blank {
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

function lineEnd(source: string, start: number, { carriageReturnEndsLine }: LexicalRules): number {
  const end = carriageReturnEndsLine
    ? source.slice(start).search(/[\r\n]/u)
    : source.indexOf("\n", start) - start;
  return end < 0 ? source.length : start + end + 1;
}

/** The comment that starts at `index`, if one does. */
export function commentAt(source: string, index: number, lexical: LexicalRules): Blank | undefined {
  const character = source[index];
  const next = source[index + 1];
  if (character === "-" && next === "-") {
    // Where `#` opens a comment, `--` does so only before a blank: `5--1` is a subtraction there.
    const after = source.charCodeAt(index + 2);
    if (lexical.hashComments && after > 32) return undefined;
    return { end: lineEnd(source, index, lexical), harmless: true };
  }
  if (character === "#" && lexical.hashComments)
    return { end: lineEnd(source, index, lexical), harmless: true };
  if (character !== "/" || next !== "*") return undefined;
  const end = blockCommentEnd(source, index, lexical.nestedComments);
  const runs = lexical.hashComments && /^\/\*M?!/.test(source.slice(index, index + 4));
  return { end: end < 0 ? source.length : end, harmless: end >= 0 && !runs };
}

/** The tokens of each statement of a text, split at semicolons; empty statements are left out. */
export function statementsOf(sql: string, rules: LexicalRules): readonly (readonly Token[])[] {
  const statements: Token[][] = [[]];
  for (const token of tokenize(sql, rules).tokens) {
    if (token.kind === "symbol" && token.value === ";") statements.push([]);
    else statements.at(-1)?.push(token);
  }
  return statements.filter((tokens) => tokens.length > 0);
}

/**
 * The first placeholder of a text that runs without bound values: SQLite would silently read it as NULL. Where
 * `?` and `@` are operators (PostgreSQL), only `$1` is a placeholder; where `@x` is a variable (MySQL), it is not.
 */
export function unboundParameter(text: string, lexical: LexicalRules): Token | undefined {
  return tokenize(text, lexical).tokens.find(
    ({ kind, value }) =>
      kind === "parameter" &&
      (!lexical.dollarQuotes || /^\$\d/u.test(value)) &&
      !(lexical.atVariables && value.startsWith("@")),
  );
}
