import type { LexicalRules } from "../../sql/lexical-rules.ts";

/** DuckDB's parser came from PostgreSQL's. */
export const duckdbLexical: LexicalRules = {
  identifierQuotes: ['"'],
  doubleQuotesAreStrings: false,
  backslashEscapes: false,
  dollarQuotes: true,
  escapeStrings: true,
  hashComments: false,
  nestedComments: true,
  carriageReturnEndsLine: true,
  colonParameters: false,
};
