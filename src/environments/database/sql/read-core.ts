import { type ClauseStart, clauseStartAt, keywordLength } from "./clause-start.ts";
import type { ClauseText, SelectCore } from "./query-tree.ts";
import { cut, type Token, type TokenizedText } from "./token.ts";

/** The clause made of the tokens `from` up to but not including `to`; undefined when there are none. */
export function clauseText(text: TokenizedText, from: number, to: number): ClauseText | undefined {
  const first = text.tokens[from];
  const last = text.tokens[to - 1];
  if (!first || !last || to <= from) return undefined;
  const span = { start: first.start, end: last.end };
  return { ...span, text: cut(text, span) };
}

/** Index of the next clause's keyword outside brackets, or `to`. */
export function nextClause(
  text: TokenizedText,
  from: number,
  to: number,
): { index: number; clause?: ClauseStart } {
  for (let index = from; index < to; index++) {
    const close = text.partner[index] as number;
    if (close > index) {
      index = close;
      continue;
    }
    const clause = clauseStartAt(text, index);
    if (clause) return { index, clause };
  }
  return { index: to };
}

const order: readonly ClauseStart[] = ["from", "where", "groupBy", "having", "window"];

type Clauses = { -readonly [K in keyof SelectCore]: SelectCore[K] };

/**
 * Reads one core that starts with SELECT or VALUES at `from`. Undefined for what is not in the common model (FROM first, INTO, QUALIFY), for
 * clauses out of order, and for a clause with nothing in it.
 */
export function readCore(
  text: TokenizedText,
  from: number,
  to: number,
): { core: SelectCore; next: number } | undefined {
  const keyword = text.tokens[from];
  if (keyword?.kind !== "word" || (keyword.value !== "SELECT" && keyword.value !== "VALUES"))
    return undefined;
  const core: Clauses = { start: keyword.start, end: keyword.end };
  let found = nextClause(text, from + 1, to);
  const head = clauseText(text, from + 1, found.index);
  if (!head) return undefined;
  core[keyword.value === "SELECT" ? "select" : "values"] = head;
  let stage = -1;
  while (found.clause && order.includes(found.clause)) {
    const name = found.clause as "from" | "where" | "groupBy" | "having" | "window";
    const place = order.indexOf(name);
    if (place <= stage || core.values) return undefined;
    stage = place;
    const start = found.index + keywordLength(name);
    const next = nextClause(text, start, to);
    const clause = clauseText(text, start, next.index);
    if (!clause) return undefined;
    core[name] = clause;
    found = next;
  }
  if (found.clause === "unreadable") return undefined;
  core.end = (text.tokens[found.index - 1] as Token).end;
  return { core, next: found.index };
}
