import type { PrivacyFacts } from "../privacy/privacy-facts.ts";
import type { TableRestriction } from "../privacy/restrictions.ts";
import type { DateUnit } from "./date-pattern-text.ts";
import type { LexicalRules } from "./lexical-rules.ts";
import type { ClauseText } from "./query-tree.ts";

/** Result of parsing a text with the engine's own grammar. */
export interface StatementInfo {
  /** Number of statements; comments and a closing semicolon do not count. */
  readonly statements: number;
  /** True when it is one statement that only reads: SELECT, VALUES, WITH … SELECT, TABLE. */
  readonly isQuery: boolean;
  /** Kind of a statement that parses but is no query: "INSERT", "COMMIT", "SELECT with INSERT", "PRAGMA". */
  readonly refusedBecause?: string;
  /** The parser's message, and the UTF-16 offset where it stopped. */
  readonly syntaxError?: { readonly message: string; readonly offset?: number };
  /** Set where the text is nested so deeply that its parse tree cannot be walked. */
  readonly tooLarge?: string;
}

/** A function of another dialect and its equivalent in this one. `$1`, `$2` stand for the arguments. */
export interface ForeignFunction {
  /** Absent for a function. `$1` and `$2` of an operator stand for its sides; `$1` of a literal for the text behind its word (`DATE '…'`). */
  readonly kind?: "operator" | "literal";
  /** The name in the other dialect. */
  readonly name: string;
  /** Number of arguments this entry is for; absent for any. */
  readonly arity?: number;
  /** The unit that the first argument has to name; a function with such entries has no others of that arity. */
  readonly unit?: DateUnit;
  /** The equivalent SQL in this dialect. */
  readonly template: string;
}

/** A form in which a column stores its dates. */
export interface DateForm {
  /** strftime-like pattern: "%Y-%m-%d", "%d/%m/%Y", "%Y%m%d", "epoch-seconds", "native" … */
  readonly pattern: string;
}

/** Column type of values that are bound together as one parameter. */
export type BoundType = "text" | "integer" | "decimal" | "date" | "datetime";

/** How an engine reads a column of values out of one bound parameter, a JSON array of texts, numbers and nulls. */
export interface BoundColumn {
  /**
   * A CTE with that heading (`t(value)`), without WITH. `count` is the number of values, for engines whose planner would assume few.
   */
  commonTable(
    heading: string,
    placeholder: string,
    values: { readonly type: BoundType; readonly count: number },
  ): string;
}

/**
 * Facts about an engine's language that checks and advice need. Pure: no I/O. Shared code asks for these facts and never for the name of
 * the engine.
 */
export interface SqlDialect {
  // Required members; `STRICT_DIALECT` and `dateFunctions` of drivers/dialect-parts.ts provide many of them.

  /** For labels only. */
  readonly name: string;
  readonly lexical: LexicalRules;
  /** True when two identifiers name the same thing: engines differ in folding and in quoting. */
  sameIdentifier(a: string, b: string): boolean;
  /** The identifier as it must be written: quoted only where it has to be. */
  identifier(name: string): string;
  /** The text as SQL, quoted and escaped. */
  stringLiteral(text: string): string;
  /** Placeholder of the n-th parameter (1-based): `?`, `$1`. */
  placeholder(n: number): string;
  /** Parses a text with the dialect's grammar. Never throws. */
  inspect(sql: string): StatementInfo;
  /** Lower-case names of all scalar, aggregate and window functions known to the dialect; aggregates marked. */
  readonly functions: ReadonlyMap<string, FunctionKind>;
  /** Functions, operators and literals of other dialects that this one writes differently, for suggestions. */
  readonly foreignFunctions: readonly ForeignFunction[];
  /** True where `SELECT a, count(*) FROM t` without GROUP BY a is accepted by the engine. */
  readonly allowsBareColumns: boolean;
  /** True where `'12' > 5` is not an error but compares by type. */
  readonly comparesAcrossTypes: boolean;
  /** True where a double-quoted word that names no column is read as text. */
  readonly quotedWordsMayBeText: boolean;
  /** True where 5 / 2 is 2. */
  readonly dividesIntegersToInteger: boolean;
  /** True where NULLs come before the values when rows are ordered ascending. */
  readonly nullsSortFirstAscending: boolean;
  /** SQL expression that turns text such as "1 204" or "12,50" into a number; `expression` is SQL. */
  toNumber(expression: string): string;
  /** SQL expression for the value as text; `expression` is SQL. */
  toText(expression: string): string;
  /** Case-insensitive LIKE as an expression; both sides given as SQL. */
  likeIgnoringCase(expression: string, pattern: string): string;
  /**
   * Expressions for the year and the month, as integers, of a column whose dates have that form; undefined where the engine cannot.
   */
  yearOf(expression: string, form: DateForm): string | undefined;
  monthOf(expression: string, form: DateForm): string | undefined;
  /** Writes a calendar date so that it compares with a column of that form. */
  dateLiteral(
    date: { readonly year: number; readonly month: number; readonly day: number },
    form: DateForm,
  ): string;

  // Optional members.

  /** Absent where privacy rules cannot hide parts of a database. */
  readonly privacy?: PrivacyFacts;
  /** Statements by which an administrator hides the same parts from a user of the server; absent where `privacy` is present. */
  hidingGrants?(tables: readonly TableRestriction[]): string;
  /** Absent where the engine cannot read values out of a parameter. */
  readonly boundColumn?: BoundColumn;
  /** False for functions of the engine that statements must not call, by lower-case name. Absent where all are allowed. */
  mayCall?(name: string): boolean;
  /** True where a column holds only values of its declared type; where absent, it is so unless `comparesAcrossTypes`. */
  readonly declaredTypesHold?: boolean;
  /** Columns that every table has without declaring them: `rowid` in SQLite, `ctid` in PostgreSQL. */
  readonly hiddenColumns?: readonly string[];
  /** This dialect's name in CAST for a type of other dialects; undefined if the name is valid here or unknown. Absent where all are valid. */
  castType?(type: string): string | undefined;
  /** Expression for a CAST that works differently here than elsewhere; undefined where it works the same. Absent where all do. */
  castOf?(expression: string, type: string): string | undefined;
  /** The format of strftime codes in the codes of this dialect's formatting functions; absent where they take strftime codes. */
  dateFormat?(pattern: string): string | undefined;
  /**
   * Expression for the days of a text column of that form that compares and sorts in the order of time, and compares with `YYYY-MM-DD`;
   * undefined where the form has no whole days or the engine cannot.
   */
  sortableDate?(expression: string, form: DateForm): string | undefined;
}

/** A text on its own, or a clause of a longer text, whose spans count from the start of the longer text. */
export type SqlText = string | ClauseText;

/** Kind of a function: over single values, groups or windows, or one that returns rows. */
export type FunctionKind = "scalar" | "aggregate" | "window" | "table";

/** Kinds of functions by name, from lists of names separated by blanks. */
export function functionsOf(
  names: Readonly<Partial<Record<FunctionKind, string>>>,
): ReadonlyMap<string, FunctionKind> {
  return new Map(
    (Object.keys(names) as FunctionKind[]).flatMap((kind) =>
      (names[kind] ?? "").split(/\s+/u).flatMap((name) => (name === "" ? [] : [[name, kind] as const])),
    ),
  );
}
