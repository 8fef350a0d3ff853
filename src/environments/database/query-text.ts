import type { LexicalRules } from "./sql/lexical-rules.ts";
import { tokenize } from "./sql/tokenize.ts";

const STARTS: ReadonlySet<string> = new Set(["SELECT", "WITH", "VALUES", "TABLE"]);

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

/** True for a text that begins like a query and not like a sentence. */
export function looksLikeQuery(text: string, lexical: LexicalRules): boolean {
  const { tokens } = tokenize(text, lexical);
  const first = tokens.find((token) => token.kind !== "symbol" || token.value !== "(");
  if (first?.kind !== "word" || !STARTS.has(first.value)) return false;
  const second = tokens[tokens.indexOf(first) + 1];
  if (first.value === "SELECT") return second !== undefined;
  if (first.value === "VALUES") return second?.value === "(";
  return tokens.some((token) => token.kind === "word" && token.value === "AS") || first.value === "TABLE";
}
