/** How a dialect's text falls apart into tokens. */
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
  /** Beside `--` and block comments: `#`. */
  readonly hashComments: boolean;
  /** True where a carriage return ends a comment of a line, as a line feed does everywhere. */
  readonly carriageReturnEndsLine?: boolean;
  /** True where block comments stand in block comments. */
  readonly nestedComments: boolean;
  /** True where `||` is OR and `&&` is AND (MySQL without PIPES_AS_CONCAT). */
  readonly logicalSymbols?: boolean;
  /** False where `:name` is no parameter, so that `{'a':b}` and `list[a:b]` are what they look like. */
  readonly colonParameters?: boolean;
  /** True where `@name` and `@@name` are variables of the session, with values of their own. */
  readonly atVariables?: boolean;
}
