import type { LexicalRules } from "../../sql/lexical-rules.ts";

/** How texts fall apart under a `sql_mode`. */
export function mysqlLexical(modes: ReadonlySet<string>): LexicalRules {
  const ansiQuotes = modes.has("ANSI_QUOTES");
  return {
    identifierQuotes: ansiQuotes ? ["`", '"'] : ["`"],
    doubleQuotesAreStrings: !ansiQuotes,
    backslashEscapes: !modes.has("NO_BACKSLASH_ESCAPES"),
    dollarQuotes: false,
    escapeStrings: false,
    hashComments: true,
    nestedComments: false,
    atVariables: true,
    logicalSymbols: !modes.has("PIPES_AS_CONCAT"),
  };
}
