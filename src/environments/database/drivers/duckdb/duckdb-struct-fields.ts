import { cut, type Token } from "../../sql/token.ts";
import { tokenize } from "../../sql/tokenize.ts";
import { duckdbLexical } from "./duckdb-lexical.ts";

/** `STRUCT(city VARCHAR, "zip code" VARCHAR)`: the fields in their order, each with its type; none of what is no struct itself. */
export function duckdbStructFields(type: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  const text = tokenize(type, duckdbLexical);
  const { tokens, partner } = text;
  if (tokens[0]?.value !== "STRUCT" || partner[1] !== tokens.length - 1) return fields;
  let at = 2;
  while (at < tokens.length - 1) {
    const name = tokens[at];
    const from = at + 1;
    while (at < tokens.length - 1 && tokens[at]?.value !== ",") at = Math.max(at, partner[at] ?? 0) + 1;
    const [first, last] = [tokens[from], tokens[at - 1]];
    if (name !== undefined && first !== undefined && last !== undefined && from < at) {
      fields.set(written(name), cut(text, { start: first.start, end: last.end }));
    }
    at++;
  }
  return fields;

  function written(name: Token): string {
    return name.kind === "identifier" ? name.value : cut(text, name);
  }
}
