import type { LexicalRules } from "../../sql/lexical-rules.ts";

export const postgresLexical: LexicalRules = {
  identifierQuotes: ['"'],
  doubleQuotesAreStrings: false,
  backslashEscapes: false,
  dollarQuotes: true,
  escapeStrings: true,
  hashComments: false,
  nestedComments: true,
  carriageReturnEndsLine: true,
};
