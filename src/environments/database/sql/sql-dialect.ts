import type { PrivacyFacts } from "../privacy/privacy-facts.ts";
import type { TableRestriction } from "../privacy/restrictions.ts";
import type { DateUnit } from "./date-pattern-text.ts";
import type { LexicalRules } from "./lexical-rules.ts";
import type { ClauseText } from "./query-tree.ts";

/** What a real parser of the engine's own grammar says about a text. */
export interface StatementInfo {
  /** Number of statements; comments and a closing semicolon do not count. */
  readonly statements: number;
  /** True when it is one statement that only reads: SELECT, VALUES, WITH … SELECT, TABLE. */
  readonly isQuery: boolean;
  /** What else it is ("INSERT", "COMMIT", "SELECT with INSERT", "PRAGMA"), where `isQuery` is false and it could be parsed. */
  readonly refusedBecause?: string;
  /** The parser's sentence, and the UTF-16 offset where it stopped. */
  readonly syntaxError?: { readonly message: string; readonly offset?: number };
  /** Set where the text is nested so deeply that its parse tree cannot be walked. */
  readonly tooLarge?: string;
}

/** A function of another dialect and what does the same here. `$1`, `$2` stand for the arguments. */
export interface ForeignFunction {
  /** Absent for a function. `$1` and `$2` of an operator stand for its sides; `$1` of a literal for the text behind its word (`DATE '…'`). */
  readonly kind?: "operator" | "literal";
  /** As the other dialect writes it. */
  readonly name: string;
  /** Number of arguments this entry is for; absent for any. */
  readonly arity?: number;
  /** The unit that the first argument has to name; a function with such entries has no others of that arity. */
  readonly unit?: DateUnit;
  /** As it is written here. */
  readonly template: string;
}

/** Forms in which a date can stand in a column; `X` is the column. */
export interface DateForm {
  /** strftime-like pattern: "%Y-%m-%d", "%d/%m/%Y", "%Y%m%d", "epoch-seconds", "native" … */
  readonly pattern: string;
}

/** As which type values that are bound as one parameter stand in a column. */
export type BoundType = "text" | "integer" | "decimal" | "date" | "datetime";

/** How an engine reads a column of values out of one bound parameter, a JSON array of texts, numbers and nulls. */
export interface BoundColumn {
  /**
   * A CTE of that heading (`t(value)`), without WITH. `count` is the number of values, for engines whose planner would take them for few.
   */
  commonTable(
    heading: string,
    placeholder: string,
    values: { readonly type: BoundType; readonly count: number },
  ): string;
  /** False for a text that no cell of the engine can hold. */
  canHold(text: string): boolean;
}

/**
 * Facts about an engine's language that checks and advice need. Pure: no I/O. Shared code asks for these facts and never for the name of
 * the engine.
 */
export interface SqlDialect {
  /** For labels only. */
  readonly name: string;
  readonly lexical: LexicalRules;
  /** Absent where no part of a database can be kept out of reach. */
  readonly privacy?: PrivacyFacts;
  /** Statements that hide the same from a user of the server, for an administrator; absent where `privacy` is there. */
  hidingGrants?(tables: readonly TableRestriction[]): string;
  /** True when two identifiers name the same thing: engines differ in folding and in quoting. */
  sameIdentifier(a: string, b: string): boolean;
  /** The identifier as it must be written: quoted only where it has to be. */
  identifier(name: string): string;
  /** The text as SQL, quoted and escaped. */
  stringLiteral(text: string): string;
  /** Placeholder of the n-th parameter (1-based): `?`, `$1`. */
  placeholder(n: number): string;
  /** Absent where the engine cannot read values out of a parameter. */
  readonly boundColumn?: BoundColumn;
  /** What a parser of the dialect says about a text. Throws nothing. */
  inspect(sql: string): StatementInfo;
  /** Lower-case names of all scalar, aggregate and window functions known to the dialect; aggregates marked. */
  readonly functions: ReadonlyMap<string, FunctionKind>;
  /** False for functions that the engine has and that no statement may call, by their lower-case name. Absent where all may be called. */
  mayCall?(name: string): boolean;
  /** What other dialects have and this one writes differently, for advice. */
  readonly foreignFunctions: readonly ForeignFunction[];
  /** True where `SELECT a, count(*) FROM t` without GROUP BY a is accepted by the engine. */
  readonly allowsBareColumns: boolean;
  /** True where `'12' > 5` is not an error but compares by type. */
  readonly comparesAcrossTypes: boolean;
  /** True where a column holds only values of its declared type; where absent, it is so unless `comparesAcrossTypes`. */
  readonly declaredTypesHold?: boolean;
  /** True where a double-quoted word that names no column is read as text. */
  readonly quotedWordsMayBeText: boolean;
  /** True where 5 / 2 is 2. */
  readonly dividesIntegersToInteger: boolean;
  /** Columns that every table has without declaring them: `rowid` in SQLite, `ctid` in PostgreSQL. */
  readonly hiddenColumns?: readonly string[];
  /** True where NULLs come before the values when rows are ordered ascending. */
  readonly nullsSortFirstAscending: boolean;
  /** Expression that turns text such as "1 204" or "12,50" into a number; `X` given as SQL. */
  toNumber(expression: string): string;
  /** Expression for the value as text; `X` given as SQL. */
  toText(expression: string): string;
  /** What a type of other dialects is called in CAST; undefined for one that stands there, or that nothing is known of. Absent where all do. */
  castType?(type: string): string | undefined;
  /** What does here what a CAST to a type does elsewhere, where CAST does not; undefined where it does. Absent where it always does. */
  castOf?(expression: string, type: string): string | undefined;
  /** Joins that want ON or USING: all, or only outer ones. Absent where a join without one is every row with every other. */
  readonly joinsNeedCondition?: "all" | "outer";
  /** What formatting functions here take for a format of strftime codes; absent where they take the codes themselves. */
  dateFormat?(pattern: string): string | undefined;
  /** Case-insensitive LIKE as an expression; both sides given as SQL. */
  likeIgnoringCase(expression: string, pattern: string): string;
  /**
   * Expressions for the year and the month, as integers, of a column whose dates have that form; undefined where the engine cannot.
   */
  yearOf(expression: string, form: DateForm): string | undefined;
  monthOf(expression: string, form: DateForm): string | undefined;
  /**
   * Expression for the days of a text column of that form that compares and sorts in the order of time, and compares with `YYYY-MM-DD`;
   * undefined where the form has no whole days or the engine cannot.
   */
  sortableDate?(expression: string, form: DateForm): string | undefined;
  /** Writes a calendar date so that it compares with a column of that form. */
  dateLiteral(
    date: { readonly year: number; readonly month: number; readonly day: number },
    form: DateForm,
  ): string;
}

/** A text on its own, or a clause of a longer text: spans then count from the start of the longer one. */
export type SqlText = string | ClauseText;

/** What a function takes and gives: values, groups, windows or rows. */
export type FunctionKind = "scalar" | "aggregate" | "window" | "table";

/** The kinds of functions by their names, from names with blanks between. */
export function functionsOf(
  names: Readonly<Partial<Record<FunctionKind, string>>>,
): ReadonlyMap<string, FunctionKind> {
  return new Map(
    (Object.keys(names) as FunctionKind[]).flatMap((kind) =>
      (names[kind] ?? "").split(/\s+/u).flatMap((name) => (name === "" ? [] : [[name, kind] as const])),
    ),
  );
}
