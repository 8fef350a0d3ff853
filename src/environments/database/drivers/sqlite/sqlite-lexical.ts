import type { LexicalRules } from "../../sql/lexical-rules.ts";

/** How texts fall apart. */
export const sqliteLexical: LexicalRules = {
  identifierQuotes: ['"', "`", "["],
  doubleQuotesAreStrings: false,
  backslashEscapes: false,
  dollarQuotes: false,
  escapeStrings: false,
  hashComments: false,
  nestedComments: false,
};
