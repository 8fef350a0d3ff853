import { dayAsText } from "../sql/date-pattern-text.ts";
import type { LexicalRules } from "../sql/lexical-rules.ts";
import type { SqlDialect, StatementInfo } from "../sql/sql-dialect.ts";
import type { Token } from "../sql/token.ts";
import { statementsOf, tokenize } from "../sql/tokenize.ts";

/** Lexical rules of standard SQL. */
export const STANDARD_LEXICAL: LexicalRules = {
  identifierQuotes: ['"'],
  doubleQuotesAreStrings: false,
  backslashEscapes: false,
  dollarQuotes: false,
  escapeStrings: false,
  hashComments: false,
  nestedComments: false,
};

/** PostgreSQL's lexical rules, also for engines derived from it. */
export const POSTGRES_LEXICAL: LexicalRules = {
  ...STANDARD_LEXICAL,
  dollarQuotes: true,
  escapeStrings: true,
  nestedComments: true,
  carriageReturnEndsLine: true,
};

const stringLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Members that strict engines share; an engine overrides what differs. */
export const STRICT_DIALECT = {
  stringLiteral,
  placeholder: (n: number): string => `$${n}`,
  allowsBareColumns: false,
  comparesAcrossTypes: false,
  quotedWordsMayBeText: false,
  nullsSortFirstAscending: false,
  likeIgnoringCase: (expression: string, pattern: string): string => `${expression} ILIKE ${pattern}`,
} as const satisfies Partial<SqlDialect>;

/** The name in quotes, with quotes inside doubled. */
export function inQuotes(name: string, quote = '"'): string {
  return quote + name.replaceAll(quote, quote + quote) + quote;
}

const PAIRS: Readonly<Record<string, string>> = { '"': '"', "`": "`", "[": "]" };

/** The name without its quotes, if it is quoted with one of `quotes`. */
export function withoutQuotes(name: string, quotes = '"'): string {
  const [first = ""] = name;
  const last = PAIRS[first];
  if (last === undefined || !quotes.includes(first) || name.length < 2 || !name.endsWith(last)) return name;
  const inner = name.slice(1, -1);
  return first === "[" ? inner : inner.replaceAll(first + first, first);
}

/** Writes names without quotes if they have this form and are no reserved word. */
export function bareUnless(
  reserved: string,
  plain: RegExp,
  quoted: (name: string) => string = inQuotes,
): SqlDialect["identifier"] {
  const words = new Set(reserved.split(/\s+/u));
  return (name) => (plain.test(name) && !words.has(name.toLowerCase()) ? name : quoted(name));
}

/** How an engine converts expressions to dates and takes parts out of them; all as SQL. */
export interface DateWriting {
  fromEpoch(expression: string, perSecond: 1 | 1000): string;
  /** `pattern` has strftime codes; undefined if one of them has no equivalent. */
  fromText(expression: string, pattern: string): string | undefined;
  /** As an integer. */
  part(name: "year" | "month", date: string): string;
  day(date: string): string;
}

/** Codes of a pattern that hold a part of a date. */
export const DATE_PARTS = { year: /%[Yy]/u, month: /%(?:-?m|[bB])/u, day: /%-?d/u } as const;

export function dateFunctions(
  { fromEpoch, fromText, part, day }: DateWriting,
  literal: (text: string) => string = stringLiteral,
): Pick<SqlDialect, "yearOf" | "monthOf" | "sortableDate" | "dateLiteral"> {
  const partOf =
    (name: "year" | "month"): SqlDialect["yearOf"] =>
    (expression, { pattern }) => {
      if (pattern === "native") return part(name, expression);
      if (pattern.startsWith("epoch-"))
        return part(name, fromEpoch(expression, pattern === "epoch-seconds" ? 1 : 1000));
      const date = DATE_PARTS[name].test(pattern) ? fromText(expression, pattern) : undefined;
      return date === undefined ? undefined : part(name, date);
    };
  return {
    yearOf: partOf("year"),
    monthOf: partOf("month"),
    sortableDate(expression, { pattern }) {
      const isWhole = Object.values(DATE_PARTS).every((code) => code.test(pattern));
      const date = isWhole ? fromText(expression, pattern) : undefined;
      return date === undefined ? undefined : day(date);
    },
    dateLiteral(date, { pattern }) {
      const text = dayAsText(date, pattern);
      if (pattern.startsWith("epoch-")) return text;
      return pattern === "native" ? `DATE '${text}'` : literal(text);
    },
  };
}

/** A dialect's keywords, for classifying statements without a parser. */
export interface WordGrammar {
  readonly lexical: LexicalRules;
  /** First words of queries, and those of other statements. */
  readonly queries: ReadonlySet<string>;
  readonly commands: ReadonlySet<string>;
  /** The part of a query that does more than read, as words to put after SELECT. */
  harm(tokens: readonly Token[]): string | undefined;
}

/**
 * Classifies a text by its words, for dialects without a parser at hand. The engine's own check comes after this one and decides all cases left open
 * here.
 */
export function statementByWords(
  sql: string,
  { lexical, queries, commands, harm }: WordGrammar,
): StatementInfo {
  const nul = holdsNul(sql);
  if (nul !== undefined) return nul;
  const statements = statementsOf(sql, lexical);
  const [tokens] = statements;
  if (tokens === undefined) return { statements: 0, isQuery: false };
  if (statements.length > 1) {
    const refusedBecause = statements.map(([first]) => first?.value ?? "").join("; ");
    return { statements: statements.length, isQuery: false, refusedBecause };
  }
  const first = tokens.find((token) => !isSymbol(token, "(")) ?? (tokens[0] as Token);
  const begins = first.kind === "word" ? first.value : "";
  const verb = begins === "WITH" ? verbBehindWith(tokens, queries) : begins;
  if (WRITES.has(verb)) return refusedText(begins === "WITH" ? `SELECT with ${verb}` : verb);
  if (!queries.has(verb)) {
    if (commands.has(verb)) return refusedText(verb);
    const message = `A query does not begin with ${sql.slice(first.start, first.end)}`;
    return { statements: 1, isQuery: false, syntaxError: { message, offset: first.start } };
  }
  const found = harm(tokens);
  return found === undefined ? { statements: 1, isQuery: true } : refusedText(`SELECT ${found}`);
}

const WRITES = new Set(["INSERT", "UPDATE", "DELETE", "REPLACE", "MERGE"]);

/** In `WITH a AS (…) DELETE …`: the first statement verb outside of all brackets. */
function verbBehindWith(tokens: readonly Token[], queries: ReadonlySet<string>): string {
  let depth = 0;
  for (const [at, token] of tokens.entries()) {
    depth += isSymbol(token, "(") ? 1 : isSymbol(token, ")") ? -1 : 0;
    const isVerb = token.kind === "word" && (WRITES.has(token.value) || queries.has(token.value));
    if (depth === 0 && isVerb && isSymbol(tokens[at - 1], ")")) return token.value;
  }
  return "SELECT";
}

export function isSymbol(token: Token | undefined, value: string): boolean {
  return token?.kind === "symbol" && token.value === value;
}

/** Names in front of a bracket, in small letters. */
export function calledNames(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap(({ kind, value }, at) =>
    (kind === "word" || kind === "identifier") && isSymbol(tokens[at + 1], "(") ? [value.toLowerCase()] : [],
  );
}

/** A refused text; `refusedBecause` is worded to follow "not". */
export function refusedText(refusedBecause: string): StatementInfo {
  return { statements: 1, isQuery: false, refusedBecause };
}

/** The engine would read a text only up to the NUL. */
export function holdsNul(sql: string): StatementInfo | undefined {
  return sql.includes("\0") ? refusedText("a text with a NUL character") : undefined;
}

/** Places in a statement for a parser that counts bytes. */
export function bytePlaces(sql: string, lexical: LexicalRules) {
  const bytes = Buffer.from(sql);
  const isPlain = bytes.length === sql.length;
  const { tokens } = tokenize(sql, lexical);
  const offset = (location: number): number =>
    isPlain ? location : bytes.subarray(0, location).toString().length;
  return {
    tokens,
    offset,
    /** The parts of a name that begins there, without the points between them. */
    nameParts(location: number, parts: number): readonly (Token | undefined)[] {
      const start = offset(location);
      const at = tokens.findIndex((token) => token.start === start);
      return Array.from({ length: parts }, (_, part) => (at < 0 ? undefined : tokens[at + 2 * part]));
    },
  };
}
