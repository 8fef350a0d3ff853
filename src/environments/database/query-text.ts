import type { LexicalRules } from "./sql/lexical-rules.ts";
import { tokenize } from "./sql/tokenize.ts";

const LABEL = /^\s*(?:(?:the|my)\s+)?(?:final\s+)?(?:sql(?:ite)?|(?:sql\s+)?query|answer)(?:\s+is)?\s*:\s*/iu;
/** A few words and a colon, as in "The query for this is:". */
const ANY_LABEL = /^\s*[*_#]*(?:[\p{L}'’]+[ \t]+){0,7}\p{L}+[*_]*\s*:[*_]*\s*/u;

/**
 * The query alone: out of a fence of backticks, without a label such as "SQL:" or "The answer is:" before it and semicolons behind it. Undefined
 * for an empty text; anything else comes back, whether it is a query or not. A comment at its end that the engine may run as code stays.
 */
export function queryText(given: string, lexical: LexicalRules): string | undefined {
  const fenced = /```[a-z]*\s*\n?([\s\S]*?)```/iu.exec(given)?.[1] ?? given;
  const bare = withoutLabel(fenced, lexical).trim();
  const { tokens } = tokenize(bare, lexical);
  const last = tokens.findLast((token) => token.kind !== "symbol" || token.value !== ";");
  const [first] = tokens;
  if (!first || !last) return undefined;
  const isCut = (text: string): boolean => tokenize(text, lexical).complete;
  return bare.slice(
    isCut(bare.slice(0, first.start)) ? first.start : 0,
    isCut(bare.slice(last.end)) ? last.end : bare.length,
  );
}

function withoutLabel(text: string, lexical: LexicalRules): string {
  const known = text.replace(LABEL, "");
  const rest = text.replace(ANY_LABEL, "");
  // "Advice: select Lyon" is a sentence.
  const isLabelled = known === text && rest !== text && /\bfrom\b|\bvalues\b/iu.test(rest);
  return isLabelled && looksLikeQuery(rest, lexical) ? rest : known;
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
  const isSelect = (place: number) => tokens[place]?.kind === "word" && tokens[place]?.value === "SELECT";
  // A CTE's name and query where AS or the bracket is missing.
  if (isOpen(at + 2) && isSelect(at + 3)) return true;
  return tokens.some(
    (token, place) =>
      token.kind === "word" &&
      token.value === "AS" &&
      (isOpen(place + 1) ||
        (place === at + 2 && isSelect(place + 1)) ||
        tokens.slice(place + 1, place + 3).some((each) => each.value === "MATERIALIZED")),
  );
}
