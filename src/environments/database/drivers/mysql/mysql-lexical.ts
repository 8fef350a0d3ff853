import type { LexicalRules } from "../../sql/lexical-rules.ts";
import { STANDARD_LEXICAL } from "../dialect-parts.ts";

/** How texts fall apart under a `sql_mode`. */
export function mysqlLexical(modes: ReadonlySet<string>): LexicalRules {
  const ansiQuotes = modes.has("ANSI_QUOTES");
  return {
    ...STANDARD_LEXICAL,
    identifierQuotes: ansiQuotes ? ["`", '"'] : ["`"],
    doubleQuotesAreStrings: !ansiQuotes,
    backslashEscapes: !modes.has("NO_BACKSLASH_ESCAPES"),
    hashComments: true,
    atVariables: true,
    logicalSymbols: !modes.has("PIPES_AS_CONCAT"),
  };
}
