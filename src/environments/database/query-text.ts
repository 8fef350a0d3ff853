import type { LexicalRules } from "./sql/lexical-rules.ts";
import { tokenize } from "./sql/tokenize.ts";

/**
 * The query alone: out of a fence of backticks, without "SQL:" before it and semicolons behind it. Undefined for an empty text; anything else
 * comes back, whether it is a query or not.
 */
export function queryText(given: string, lexical: LexicalRules): string | undefined {
  const fenced = /```[a-z]*\s*\n?([\s\S]*?)```/iu.exec(given)?.[1] ?? given;
  const bare = fenced.replace(/^\s*(?:sql(?:ite)?|query|final answer)\s*:\s*/iu, "").trim();
  const { tokens } = tokenize(bare, lexical);
  const last = tokens.findLast((token) => token.kind !== "symbol" || token.value !== ";");
  const [first] = tokens;
  return first && last ? bare.slice(first.start, last.end) : undefined;
}

/** True for a text that begins like a query and not like a sentence ("With the draft as given …", "Table 3 shows …"). */
export function looksLikeQuery(text: string, lexical: LexicalRules): boolean {
  const { tokens } = tokenize(text, lexical);
  const at = tokens.findIndex((token) => token.kind !== "symbol" || token.value !== "(");
  const first = tokens[at];
  if (first?.kind !== "word") return false;
  const isOpen = (place: number) => tokens[place]?.kind === "symbol" && tokens[place]?.value === "(";
  if (first.value === "SELECT") return tokens[at + 1] !== undefined;
  if (first.value === "VALUES") return isOpen(at + 1);
  if (first.value !== "WITH") return false;
  return tokens.some(
    (token, place) =>
      token.kind === "word" &&
      token.value === "AS" &&
      (isOpen(place + 1) || tokens.slice(place + 1, place + 3).some((each) => each.value === "MATERIALIZED")),
  );
}
