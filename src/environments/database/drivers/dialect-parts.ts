import { dayAsText } from "../sql/date-pattern-text.ts";
import type { LexicalRules } from "../sql/lexical-rules.ts";
import type { SqlDialect, StatementInfo } from "../sql/sql-dialect.ts";
import type { Token } from "../sql/token.ts";
import { statementsOf } from "../sql/tokenize.ts";

/** How texts fall apart where nothing but standard SQL is read. */
export const STANDARD_LEXICAL: LexicalRules = {
  identifierQuotes: ['"'],
  doubleQuotesAreStrings: false,
  backslashEscapes: false,
  dollarQuotes: false,
  escapeStrings: false,
  hashComments: false,
  nestedComments: false,
};

/** PostgreSQL's, and what came from it. */
export const POSTGRES_LEXICAL: LexicalRules = {
  ...STANDARD_LEXICAL,
  dollarQuotes: true,
  escapeStrings: true,
  nestedComments: true,
  carriageReturnEndsLine: true,
};

const stringLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** What strict engines have in common; an engine lists what it has otherwise. */
export const STRICT_DIALECT = {
  stringLiteral,
  placeholder: (n: number): string => `$${n}`,
  allowsBareColumns: false,
  comparesAcrossTypes: false,
  quotedWordsMayBeText: false,
  nullsSortFirstAscending: false,
  likeIgnoringCase: (expression: string, pattern: string): string => `${expression} ILIKE ${pattern}`,
} as const satisfies Partial<SqlDialect>;

/** A name in a pair of the same quotes. */
export function inQuotes(name: string, quote = '"'): string {
  return quote + name.replaceAll(quote, quote + quote) + quote;
}

const PAIRS: Readonly<Record<string, string>> = { '"': '"', "`": "`", "[": "]" };

/** The name without its quotes, in case it stands in a pair of one of these. */
export function withoutQuotes(name: string, quotes = '"'): string {
  const [first = ""] = name;
  const last = PAIRS[first];
  if (last === undefined || !quotes.includes(first) || name.length < 2 || !name.endsWith(last)) return name;
  const inner = name.slice(1, -1);
  return first === "[" ? inner : inner.replaceAll(first + first, first);
}

/** Writes names bare where they look like this and are no reserved word. */
export function bareUnless(
  reserved: string,
  plain: RegExp,
  quoted: (name: string) => string = inQuotes,
): SqlDialect["identifier"] {
  const words = new Set(reserved.split(/\s+/u));
  return (name) => (plain.test(name) && !words.has(name.toLowerCase()) ? name : quoted(name));
}

/** How an engine makes a date of something, and takes parts out of one; all as SQL. */
export interface DateWriting {
  fromEpoch(expression: string, perSecond: 1 | 1000): string;
  /** By a pattern of strftime codes; undefined where one of these has no like. */
  fromText(expression: string, pattern: string): string | undefined;
  /** As an integer. */
  part(name: "year" | "month", date: string): string;
  day(date: string): string;
}

/** Which codes of a pattern have a part of a date. */
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

/** What can be told of a dialect's statements by their words. */
export interface WordGrammar {
  readonly lexical: LexicalRules;
  /** What a query begins with, and what any other statement does. */
  readonly queries: ReadonlySet<string>;
  readonly commands: ReadonlySet<string>;
  /** What in a query does more than read, as it is said behind SELECT. */
  harm(tokens: readonly Token[]): string | undefined;
}

/**
 * What the words of a text tell where no parser of its grammar is at hand: the check that comes before the engine's own, to which it leaves what it
 * cannot tell.
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

/** Of `WITH a AS (…) DELETE …`: the first such word outside of all brackets. */
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

/** A text that is not let through, as it is said behind "not". */
export function refusedText(refusedBecause: string): StatementInfo {
  return { statements: 1, isQuery: false, refusedBecause };
}

/** The engine would read a text up to there, and leave the rest. */
export function holdsNul(sql: string): StatementInfo | undefined {
  return sql.includes("\0") ? refusedText("a text with a NUL character") : undefined;
}
