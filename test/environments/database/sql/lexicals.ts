import type { LexicalRules } from "../../../../src/environments/database/sql/lexical-rules.ts";

const none = {
  doubleQuotesAreStrings: false,
  backslashEscapes: false,
  dollarQuotes: false,
  escapeStrings: false,
  hashComments: false,
  nestedComments: false,
} as const;

export const sqliteLexical: LexicalRules = { ...none, identifierQuotes: ['"', "`", "["] };

export const postgresLexical: LexicalRules = {
  ...none,
  identifierQuotes: ['"'],
  dollarQuotes: true,
  escapeStrings: true,
  nestedComments: true,
};

export const mysqlLexical: LexicalRules = {
  ...none,
  identifierQuotes: ["`"],
  doubleQuotesAreStrings: true,
  backslashEscapes: true,
  hashComments: true,
  logicalSymbols: true,
};

export const duckdbLexical: LexicalRules = {
  ...none,
  identifierQuotes: ['"'],
  dollarQuotes: true,
  escapeStrings: true,
};
