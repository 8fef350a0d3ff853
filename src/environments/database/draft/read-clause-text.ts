import type { ClauseName } from "../check/clause.ts";
import type { LexicalRules } from "../sql/lexical-rules.ts";
import { type ClauseStart, clauseStartAt, keywordLength, nextClause } from "../sql/read-query.ts";

import type { Token, TokenizedText } from "../sql/token.ts";
import { tokenize } from "../sql/tokenize.ts";

export type PieceName = ClauseName | "window" | "set-operator" | "with";

/** One clause found in a text, without its keyword (a set operator keeps it). */
export interface ClausePiece {
  readonly clause: PieceName;
  readonly text: string;
}

export type ClauseReading =
  /** The clause alone, without keyword, closing semicolon and comments around it; a WINDOW clause taken off. */
  | { readonly type: "clause"; readonly text: string; readonly start: number; readonly window?: string }
  /** Other clauses stand in the text as well, or instead. */
  | { readonly type: "several"; readonly pieces: readonly ClausePiece[] }
  | { readonly type: "unclosed" }
  | { readonly type: "statements" };

const NAMES: Readonly<Partial<Record<ClauseStart, PieceName>>> = {
  from: "from",
  where: "where",
  groupBy: "group_by",
  having: "having",
  window: "window",
  orderBy: "order_by",
  limit: "order_by",
  "set-operator": "set-operator",
};

/**
 * Reads what was given to the tool of `clause`, with or without the leading keyword. A WINDOW clause has no tool of its own: it may end the
 * text of `select`, `where`, `group_by`, `having` or `order_by`.
 */
export function readClauseText(clause: ClauseName, source: string, lexical: LexicalRules): ClauseReading {
  const text = tokenize(source, lexical);
  if (!text.complete) return { type: "unclosed" };
  let to = text.tokens.length;
  while (isSymbol(text.tokens[to - 1], ";")) to--;
  if (text.tokens.slice(0, to).some((token) => isSymbol(token, ";"))) return { type: "statements" };
  const found = split(text, to, clause);
  const own = found.filter((piece) => piece.clause === clause);
  const windows = clause === "from" ? [] : found.filter((piece) => piece.clause === "window");
  if (
    found.length === own.length + windows.length &&
    windows.length <= 1 &&
    (own.length > 0 || found.length === 0)
  ) {
    const [first] = own;
    const last = own.at(-1);
    if (!first || !last) return { type: "clause", text: "", start: 0 };
    const window = windows[0];
    return {
      type: "clause",
      text: source.slice(first.start, last.end),
      start: first.start,
      ...(window ? { window: source.slice(window.start, window.end) } : {}),
    };
  }
  return {
    type: "several",
    pieces: merge(found).map((piece) => ({
      clause: piece.clause,
      text: source.slice(piece.start, piece.end),
    })),
  };
}

interface Stretch {
  readonly clause: PieceName;
  readonly start: number;
  readonly end: number;
}

function split(text: TokenizedText, to: number, clause: ClauseName): readonly Stretch[] {
  const pieces: Stretch[] = [];
  const push = (name: PieceName, from: number, end: number, keywords: number) => {
    const first = text.tokens[from + keywords];
    const last = text.tokens[end - 1];
    if (first && last && from + keywords < end)
      pieces.push({ clause: name, start: first.start, end: last.end });
  };
  let index = 0;
  let name: PieceName = clause;
  let keywords = 0;
  const [head] = text.tokens;
  if (isWord(head, "SELECT")) [name, keywords] = ["select", 1];
  else if (isWord(head, "WITH") && clause !== "order_by") name = "with";
  else if (isWord(head, "VALUES") && isSymbol(text.tokens[1], "("))
    name = clause === "from" ? clause : "select";
  else {
    const start = nextClause(text, 0, Math.min(1, to)).clause;
    const named = start && NAMES[start];
    if (start && named) {
      name = named;
      keywords = start === "limit" || start === "set-operator" ? 0 : keywordLength(start);
    }
  }
  for (;;) {
    // A keyword that stays with its text (LIMIT, UNION) would be found again.
    const skipped = keywords === 0 && clauseStartAt(text, index) !== undefined ? 1 : keywords;
    const next = nextAfter(text, index + skipped, to);
    push(name, index, next.index, keywords);
    if (!next.clause) return pieces;
    index = next.index;
    name = next.clause;
    keywords = next.keywords;
  }
}

/** The next clause that has a name here; what only some dialects have is left to the engine. */
function nextAfter(
  text: TokenizedText,
  from: number,
  to: number,
): { index: number; clause?: PieceName; keywords: number } {
  let at = from;
  for (;;) {
    const { index, clause } = nextClause(text, at, to);
    if (clause === undefined || index >= to) return { index: to, keywords: 0 };
    const name = NAMES[clause];
    const afterOperator = /^(UNION|INTERSECT|EXCEPT|ALL|DISTINCT)$/u.test(wordOf(text.tokens[index - 1]));
    if (clause === "unreadable" && isWord(text.tokens[index], "SELECT") && afterOperator) {
      return { index, clause: "select", keywords: 1 };
    }
    if (name) {
      return {
        index,
        clause: name,
        keywords: clause === "limit" || clause === "set-operator" ? 0 : keywordLength(clause),
      };
    }
    at = index + 1;
  }
}

/** ORDER BY and LIMIT are one tool's text. */
function merge(pieces: readonly Stretch[]): readonly Stretch[] {
  const merged: Stretch[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (last?.clause === "order_by" && piece.clause === "order_by") {
      merged[merged.length - 1] = { ...last, end: piece.end };
    } else merged.push(piece);
  }
  return merged;
}

function isSymbol(token: Token | undefined, value: string): boolean {
  return token?.kind === "symbol" && token.value === value;
}

function isWord(token: Token | undefined, value: string): boolean {
  return token?.kind === "word" && token.value === value;
}

function wordOf(token: Token | undefined): string {
  return token?.kind === "word" ? token.value : "";
}
