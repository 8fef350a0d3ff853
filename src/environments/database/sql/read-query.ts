import type { LexicalRules } from "./lexical-rules.ts";
import type { ClauseText, CommonTable, QueryTree, SelectCore, SetOperator } from "./query-tree.ts";
import type { SqlText } from "./sql-dialect.ts";
import { cut, type Token, type TokenizedText } from "./token.ts";
import { tokenize } from "./tokenize.ts";

export type ClauseStart =
  | "from"
  | "where"
  | "groupBy"
  | "having"
  | "window"
  | "orderBy"
  | "limit"
  | "set-operator"
  /** A clause that the syntax tree does not model. */
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

/** OFFSET and WINDOW can be names too; only the tokens around them tell a clause from a name. */
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

/** The clause that starts with the token at `index`, which must be outside the query's inner brackets. */
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
function keywordLength(clause: ClauseStart): number {
  return clause === "groupBy" || clause === "orderBy" ? 2 : 1;
}

/** The clause made of the tokens `from` up to but not including `to`; undefined when there are none. */
function clauseText(text: TokenizedText, from: number, to: number): ClauseText | undefined {
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
 * Reads one core that starts with SELECT or VALUES at `from`. Undefined for syntax outside the common model (FROM first, INTO, QUALIFY), for
 * clauses out of order, and for a clause with nothing in it.
 */
function readCore(
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

/** Deepest nesting of queries in brackets that is read; deeper ones only the engine judges. */
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

/** Reads the tokens from `from` up to `to` as one query, without a closing semicolon. */
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

/**
 * Cuts one query into its clauses. Undefined for anything else: another kind of statement, several statements, brackets or quotes that are
 * not closed, and the few clauses that only some dialects have (QUALIFY, INTO, FROM before SELECT). Such a query may still be valid.
 */
export function readQuery(sql: SqlText, lexical: LexicalRules): QueryTree | undefined {
  const text = tokenize(sql, lexical);
  if (!text.complete) return undefined;
  let to = text.tokens.length;
  while (to > 0 && text.tokens[to - 1]?.value === ";" && text.tokens[to - 1]?.kind === "symbol") to--;
  for (let index = 0; index < to; index++) {
    if (text.tokens[index]?.value === ";" && text.tokens[index]?.kind === "symbol") return undefined;
  }
  return readQueryTokens(text, 0, to);
}

export function nameOf(text: TokenizedText, token: Token | undefined): string | undefined {
  if (token?.kind === "word") return cut(text, token);
  return token?.kind === "identifier" ? token.value : undefined;
}

/** The names in the brackets that open at `open`: `(a, b)`. Undefined when there are no brackets, or they hold anything else. */
export function namesInBrackets(text: TokenizedText, open: number): string[] | undefined {
  const close = text.partner[open] ?? -1;
  if (close <= open) return undefined;
  const names: string[] = [];
  for (let index = open + 1; index < close; index += 2) {
    const name = nameOf(text, text.tokens[index]);
    const separator = text.tokens[index + 1];
    if (name === undefined || (index + 1 < close && separator?.value !== ",")) return undefined;
    names.push(name);
  }
  return names;
}

/** Reads the CTEs between WITH [RECURSIVE] and the main query. `readInner` reads a query in brackets. */
function readCommonTables(
  text: TokenizedText,
  from: number,
  to: number,
  readInner: (from: number, to: number) => QueryTree | undefined,
): { ctes: CommonTable[]; next: number } | undefined {
  const ctes: CommonTable[] = [];
  for (let index = from; ; index++) {
    const first = text.tokens[index];
    const name = nameOf(text, first);
    if (!first || index >= to || name === undefined) return undefined;
    let columns: string[] | undefined;
    let headingEnd = first.end;
    index++;
    if (text.tokens[index]?.value === "(") {
      columns = namesInBrackets(text, index);
      if (!columns) return undefined;
      index = text.partner[index] as number;
      headingEnd = (text.tokens[index] as Token).end;
      index++;
    }
    if (text.tokens[index]?.value !== "AS") return undefined;
    const hintStart = ++index;
    while (index < to && text.tokens[index]?.kind === "word") index++;
    const hint = clauseText(text, hintStart, index)?.text;
    const close = text.partner[index] ?? -1;
    const query = index < to && close > index ? readInner(index + 1, close) : undefined;
    if (!query) return undefined;
    const heading = cut(text, { start: first.start, end: headingEnd });
    const span = { start: first.start, end: (text.tokens[close] as Token).end };
    ctes.push({ name, ...(columns && { columns }), heading, ...(hint && { hint }), query, ...span });
    index = close + 1;
    if (text.tokens[index]?.value !== ",") return { ctes, next: index };
  }
}
