/** A dialect's rules for cutting text into tokens. */
export interface LexicalRules {
  /** Opening characters of quoted identifiers: `"`, backtick, `[`. */
  readonly identifierQuotes: readonly ('"' | "`" | "[")[];
  /** True where `"…"` is a string (MySQL without ANSI_QUOTES). */
  readonly doubleQuotesAreStrings: boolean;
  /** True where a backslash escapes inside ordinary strings. */
  readonly backslashEscapes: boolean;
  /** PostgreSQL's `$tag$…$tag$`. */
  readonly dollarQuotes: boolean;
  /** PostgreSQL's `E'…'`. */
  readonly escapeStrings: boolean;
  /** True where `#` opens a comment too. */
  readonly hashComments: boolean;
  /** True where a carriage return ends a line comment, as a line feed does everywhere. */
  readonly carriageReturnEndsLine?: boolean;
  /** True where block comments nest. */
  readonly nestedComments: boolean;
  /** True where `||` is OR and `&&` is AND (MySQL without PIPES_AS_CONCAT). */
  readonly logicalSymbols?: boolean;
  /** False where `:name` is no parameter, so that `{'a':b}` is a struct and `list[a:b]` a slice. */
  readonly colonParameters?: boolean;
  /** True where `@name` and `@@name` are session variables, which need no bound value. */
  readonly atVariables?: boolean;
}
