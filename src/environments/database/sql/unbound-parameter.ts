import type { LexicalRules } from "./lexical-rules.ts";
import type { Token } from "./token.ts";
import { tokenize } from "./tokenize.ts";

/**
 * The first placeholder of a text that is run as it stands, so that nothing gives it a value: SQLite would take it for NULL, silently. Where
 * `?` and `@` are operators (PostgreSQL), only `$1` is one; where `@x` is a variable (MySQL), it is none.
 */
export function unboundParameter(text: string, lexical: LexicalRules): Token | undefined {
  return tokenize(text, lexical).tokens.find(
    ({ kind, value }) =>
      kind === "parameter" &&
      (!lexical.dollarQuotes || /^\$\d/u.test(value)) &&
      !(lexical.atVariables && value.startsWith("@")),
  );
}
