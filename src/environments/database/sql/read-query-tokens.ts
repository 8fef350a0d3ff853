import type { ClauseText, CommonTable, QueryTree, SelectCore, SetOperator } from "./query-tree.ts";
import { readCommonTables } from "./read-common-tables.ts";
import { clauseText, nextClause, readCore } from "./read-core.ts";
import type { Token, TokenizedText } from "./token.ts";

/** Queries in brackets in brackets …: beyond this the engine alone judges. */
const deepest = 60;

function bracketedCore(text: TokenizedText, open: number, depth: number): SelectCore | undefined {
  const close = text.partner[open] as number;
  const nested = readQueryTokens(text, open + 1, close, depth + 1);
  if (!nested) return undefined;
  const span = { start: (text.tokens[open] as Token).start, end: (text.tokens[close] as Token).end };
  const plain = nested.cores.length === 1 && nested.ctes.length === 0 && !nested.orderBy && !nested.limit;
  return plain ? { ...(nested.cores[0] as SelectCore), ...span } : { ...span, nested };
}

function setOperatorAt(
  text: TokenizedText,
  index: number,
): { operator: SetOperator; next: number } | undefined {
  const word = (text.tokens[index] as Token).value as "UNION" | "INTERSECT" | "EXCEPT";
  const quantifier = text.tokens[index + 1]?.value;
  if (quantifier === "ALL") return { operator: `${word} ALL`, next: index + 2 };
  return { operator: word, next: index + (quantifier === "DISTINCT" ? 2 : 1) };
}

interface Tail {
  orderBy?: ClauseText;
  limit?: ClauseText;
}

function readTail(text: TokenizedText, from: number, to: number): Tail | undefined {
  const tail: Tail = {};
  let found = nextClause(text, from, to);
  if (found.index !== from) return from === to ? tail : undefined;
  if (found.clause === "orderBy") {
    found = nextClause(text, from + 2, to);
    const orderBy = clauseText(text, from + 2, found.index);
    if (!orderBy) return undefined;
    tail.orderBy = orderBy;
  }
  if (found.clause === "limit") {
    const limit = clauseText(text, found.index, to);
    if (limit) tail.limit = limit;
    for (
      let next = nextClause(text, found.index, to);
      next.index < to;
      next = nextClause(text, next.index + 1, to)
    ) {
      if (next.clause !== "limit") return undefined;
    }
    return tail;
  }
  return found.index === to ? tail : undefined;
}

/** Reads the query that the tokens `from` up to `to` make, without a closing semicolon. */
export function readQueryTokens(
  text: TokenizedText,
  from: number,
  to: number,
  depth = 0,
): QueryTree | undefined {
  const first = text.tokens[from];
  const last = text.tokens[to - 1];
  if (!first || !last || from >= to || depth > deepest) return undefined;
  const span = { start: first.start, end: last.end };
  if (first.value === "(" && text.partner[from] === to - 1) {
    const inner = readQueryTokens(text, from + 1, to - 1, depth + 1);
    return inner && { ...inner, ...span };
  }
  let ctes: readonly CommonTable[] = [];
  let recursive = false;
  let index = from;
  if (first.kind === "word" && first.value === "WITH") {
    const second = text.tokens[from + 1];
    recursive =
      second?.value === "RECURSIVE" && second.kind === "word" && text.tokens[from + 2]?.value !== "AS";
    const tables = readCommonTables(text, from + (recursive ? 2 : 1), to, (a, b) =>
      readQueryTokens(text, a, b, depth + 1),
    );
    if (!tables) return undefined;
    ctes = tables.ctes;
    index = tables.next;
  }
  const cores: SelectCore[] = [];
  const operators: SetOperator[] = [];
  for (;;) {
    if (text.tokens[index]?.value === "(" && text.tokens[index]?.kind === "symbol" && index < to) {
      const core = bracketedCore(text, index, depth);
      if (!core) return undefined;
      cores.push(core);
      index = (text.partner[index] as number) + 1;
    } else {
      const read = readCore(text, index, to);
      if (!read) return undefined;
      cores.push(read.core);
      index = read.next;
    }
    if (nextClause(text, index, to).clause !== "set-operator" || index >= to) break;
    if (nextClause(text, index, to).index !== index) return undefined;
    const set = setOperatorAt(text, index);
    if (!set) return undefined;
    operators.push(set.operator);
    index = set.next;
  }
  const tail = readTail(text, index, to);
  return tail && { ctes, recursive, cores, operators, ...tail, ...span };
}
