/** How a dialect's text falls apart into tokens. */
export interface LexicalRules {
  /** Opening characters of quoted identifiers: `"`, backtick, `[`. */
  readonly identifierQuotes: readonly ('"' | "`" | "[")[];
  /** True where `"…"` is a string (MySQL without ANSI_QUOTES). */
  readonly doubleQuotesAreStrings: boolean;
  /** True where a backslash escapes inside ordinary strings. */
  readonly backslashEscapes: boolean;
  /** PostgreSQL's `$tag$…$tag$` and `E'…'`. */
  readonly dollarQuotes: boolean;
  readonly escapeStrings: boolean;
  /** Beside `--` and block comments: `#`. */
  readonly hashComments: boolean;
  readonly nestedComments: boolean;
  /** True where `||` is OR and `&&` is AND (MySQL without PIPES_AS_CONCAT). */
  readonly logicalSymbols?: boolean;
}
