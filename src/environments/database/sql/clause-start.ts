import type { Token, TokenizedText } from "./token.ts";

export type ClauseStart =
  | "from"
  | "where"
  | "groupBy"
  | "having"
  | "window"
  | "orderBy"
  | "limit"
  | "set-operator"
  /** A clause that the common model has no place for. */
  | "unreadable";

function wordAt(text: TokenizedText, index: number): string | undefined {
  const token = text.tokens[index];
  return token?.kind === "word" ? token.value : undefined;
}

function endsOperand(token: Token | undefined): boolean {
  return (
    token !== undefined &&
    (token.kind !== "symbol" || token.value === ")" || token.value === "]" || token.value === "*")
  );
}

/** OFFSET and WINDOW are names as well; only what stands around tells them apart. */
function isOffsetClause(text: TokenizedText, index: number): boolean {
  const next = text.tokens[index + 1];
  if (!next || !endsOperand(text.tokens[index - 1])) return false;
  return next.kind === "number" || next.kind === "parameter" || next.value === "(" || next.value === "-";
}

function isWindowClause(text: TokenizedText, index: number): boolean {
  const name = text.tokens[index + 1]?.kind;
  return (
    (name === "word" || name === "identifier") &&
    wordAt(text, index + 2) === "AS" &&
    text.tokens[index + 3]?.value === "("
  );
}

const locking = new Set(["UPDATE", "SHARE", "NO", "KEY"]);

/** Which clause starts with the token at `index`, which must not stand in brackets of its query. */
export function clauseStartAt(text: TokenizedText, index: number): ClauseStart | undefined {
  const word = wordAt(text, index);
  if (word === undefined) return undefined;
  const before = text.tokens[index - 1];
  if (before?.value === "." && before.kind === "symbol") return undefined;
  switch (word) {
    case "FROM":
      // IS [NOT] DISTINCT FROM
      return wordAt(text, index - 1) === "DISTINCT" && /^(IS|NOT)$/.test(wordAt(text, index - 2) ?? "")
        ? undefined
        : "from";
    case "WHERE":
      return "where";
    case "HAVING":
      return "having";
    case "GROUP":
      return wordAt(text, index + 1) === "BY" ? "groupBy" : undefined;
    case "ORDER":
      return wordAt(text, index + 1) === "BY" ? "orderBy" : undefined;
    case "LIMIT":
      return "limit";
    case "OFFSET":
      return isOffsetClause(text, index) ? "limit" : undefined;
    case "FETCH":
      return /^(FIRST|NEXT)$/.test(wordAt(text, index + 1) ?? "") ? "limit" : undefined;
    case "FOR":
      return locking.has(wordAt(text, index + 1) ?? "") ? "limit" : undefined;
    case "WINDOW":
      return isWindowClause(text, index) ? "window" : undefined;
    case "UNION":
    case "INTERSECT":
    case "EXCEPT":
      return "set-operator";
    case "QUALIFY":
    case "INTO":
    case "SELECT":
      return "unreadable";
    default:
      return undefined;
  }
}

/** Number of tokens that a clause's keyword takes. */
export function keywordLength(clause: ClauseStart): number {
  return clause === "groupBy" || clause === "orderBy" ? 2 : 1;
}
