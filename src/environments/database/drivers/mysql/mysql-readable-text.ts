import { SqlEngineError } from "../../driver/sql-engine-error.ts";
import type { Token, TokenizedText } from "../../sql/token.ts";

/** Operators and brackets of the server. Others it does not take, or reads in a way of its own (`{fn …}`). */
const SYMBOL = /^(?:[-()+*/%,.;=<>!|&^~@]+|:=)$/u;
/** What is a blank here and part of a name, or nothing at all, on the server. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for.
const NO_BLANK = /[\u0000-\u0008\u000e-\u001f\u007f\u00a0\ufeff]/u;

/**
 * Refuses texts that the server could cut into other tokens than these, or whose tokens lead to the server's own state.
 * @throws SqlEngineError
 */
export function refuseUnreadable({ source, tokens, complete }: TokenizedText): void {
  if (!complete)
    throw refused(
      "A comment that the server may run as code, or an open quote or bracket, cannot be read here",
    );
  let last = 0;
  for (const [at, { kind, value, start, end }] of tokens.entries()) {
    if (NO_BLANK.test(source.slice(last, start)))
      throw refused("A character between two words is no blank to the server", last);
    last = end;
    if (kind === "symbol" && !SYMBOL.test(value))
      throw refused(`The character ${value} cannot be read here`, start);
    const [before, next] = [tokens[at - 1], tokens[at + 1]];
    const isVariable = kind === "parameter" && value.startsWith("@@");
    if (isVariable || (isAt(tokens[at]) && isAt(next)))
      throw refused("Variables of the server cannot be read here", start);
    // `1_0` and `2.f` may be names.
    if (kind === "number" && (value.includes("_") || (next?.start === end && next.kind !== "symbol")))
      throw refused("A number that goes on as a name cannot be read here", start);
    if (value === "." && kind === "symbol" && before?.kind !== "word" && before?.kind !== "identifier")
      throw refused("A point with no name before it cannot be read here", start);
  }
  if (NO_BLANK.test(source.slice(last)))
    throw refused("A character at the end is no blank to the server", last);
}

function isAt(token: Token | undefined): boolean {
  return (token?.kind === "symbol" || token?.kind === "parameter") && token.value.startsWith("@");
}

function refused(engineMessage: string, offset?: number): SqlEngineError {
  return new SqlEngineError({
    kind: "other",
    engineMessage: `${engineMessage}, where parts of the database are hidden`,
    ...(offset === undefined ? {} : { offset }),
    advice: "Write the query without it.",
  });
}
