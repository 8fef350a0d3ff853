import type { ClauseName } from "../check/clause.ts";
import type { LexicalRules } from "../sql/lexical-rules.ts";
import type { Span } from "../sql/query-tree.ts";
import { type ClauseStart, clauseStartAt, nextClause } from "../sql/read-query.ts";

import type { Token, TokenizedText } from "../sql/token.ts";
import { tokenize } from "../sql/tokenize.ts";

type PieceName = ClauseName | "window" | "set-operator" | "with";

/** One clause found in a text, without its keyword (a set operator keeps it). */
export interface ClausePiece {
  readonly clause: PieceName;
  readonly text: string;
}

type ClauseReading =
  /** The clause alone, without keyword, closing semicolon and comments around it. */
  | { readonly type: "clause"; readonly text: string; readonly start: number }
  /** The text contains other clauses too, or only other clauses. */
  | { readonly type: "several"; readonly pieces: readonly ClausePiece[] }
  | { readonly type: "unclosed" }
  | { readonly type: "statements" };

/** The tools' name of a clause, and the number of its keyword's words to remove from its text. */
const NAMES: Readonly<Partial<Record<ClauseStart, readonly [PieceName, keywords: number]>>> = {
  from: ["from", 1],
  where: ["where", 1],
  groupBy: ["group_by", 2],
  having: ["having", 1],
  window: ["window", 1],
  orderBy: ["order_by", 2],
  limit: ["order_by", 0],
  "set-operator": ["set-operator", 0],
};

/** Reads the text given to the tool of `clause`, with or without the leading keyword. */
export function readClauseText(clause: ClauseName, source: string, lexical: LexicalRules): ClauseReading {
  const text = tokenize(source, lexical);
  if (!text.complete) return { type: "unclosed" };
  let to = text.tokens.length;
  while (isToken(text.tokens[to - 1], "symbol", ";")) to--;
  if (text.tokens.slice(0, to).some((token) => isToken(token, "symbol", ";"))) return { type: "statements" };
  const found = piecesOf(text, to, clause);
  const textOf = ({ start, end }: Span): string => source.slice(start, end);
  if (found.some((piece) => piece.clause !== clause))
    return { type: "several", pieces: merge(found).map((piece) => ({ ...piece, text: textOf(piece) })) };
  const [first, last] = [found[0], found.at(-1)];
  if (!first || !last) return { type: "clause", text: "", start: 0 };
  return { type: "clause", text: textOf({ start: first.start, end: last.end }), start: first.start };
}

interface Stretch extends Span {
  readonly clause: PieceName;
}

interface Start {
  /** Index of the first token. */
  readonly at: number;
  readonly clause: PieceName;
  readonly keywords: number;
}

function piecesOf(text: TokenizedText, to: number, clause: ClauseName): readonly Stretch[] {
  const starts = startsIn(text, to, clause);
  return starts.flatMap(({ at, clause: name, keywords }, i) => {
    const end = starts[i + 1]?.at ?? to;
    const [first, last] = [text.tokens[at + keywords], text.tokens[end - 1]];
    return first && last && at + keywords < end ? [{ clause: name, start: first.start, end: last.end }] : [];
  });
}

/** Start positions of the clauses in `NAMES`, the first at the beginning. The engine judges clauses that only some dialects have. */
function startsIn(text: TokenizedText, to: number, clause: ClauseName): readonly Start[] {
  const first = firstStart(text, clause);
  const starts = [first];
  // Skips a keyword that stays in its text (LIMIT, UNION), which would be found again.
  let from = Math.max(first.keywords, clauseStartAt(text, 0) === undefined ? 0 : 1);
  for (;;) {
    const { index, clause: found } = nextClause(text, from, to);
    if (found === undefined || index >= to) return starts;
    const start = startAt(text, index, found);
    if (start) starts.push(start);
    from = index + Math.max(1, start?.keywords ?? 1);
  }
}

function firstStart(text: TokenizedText, clause: ClauseName): Start {
  const [first, second] = text.tokens;
  if (isToken(first, "word", "SELECT")) return { at: 0, clause: "select", keywords: 1 };
  if (isToken(first, "word", "WITH") && clause !== "order_by") return { at: 0, clause: "with", keywords: 0 };
  if (isToken(first, "word", "VALUES") && isToken(second, "symbol", "("))
    return { at: 0, clause: clause === "from" ? clause : "select", keywords: 0 };
  const found = clauseStartAt(text, 0);
  return (found && startAt(text, 0, found)) ?? { at: 0, clause, keywords: 0 };
}

function startAt(text: TokenizedText, at: number, found: ClauseStart): Start | undefined {
  const [token, before] = [text.tokens[at], text.tokens[at - 1]];
  const isFurther = before?.kind === "word" && /^(UNION|INTERSECT|EXCEPT|ALL|DISTINCT)$/u.test(before.value);
  if (isFurther && isToken(token, "word", "SELECT")) return { at, clause: "select", keywords: 1 };
  const named = NAMES[found];
  return named && { at, clause: named[0], keywords: named[1] };
}

/** Merges ORDER BY and LIMIT, which one tool sets. */
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

function isToken(token: Token | undefined, kind: Token["kind"], value: string): boolean {
  return token?.kind === kind && token.value === value;
}
