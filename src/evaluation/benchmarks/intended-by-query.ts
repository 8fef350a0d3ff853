import type { IntendedMark, IntendedReading } from "../benchmark/benchmark.ts";
import { lexQuery, type QueryPiece } from "../scores/sql/lex-query.ts";
import { isKeyword, namesOfQuery } from "./names-of-query.ts";

/** One SELECT with the tables that it reads, by the names that it calls them by. */
interface Scope {
  readonly outer: Scope | undefined;
  readonly tables: Map<string, string>;
}

interface Placed extends QueryPiece {
  readonly scope: Scope;
}

const COMPARING = new Set(["=", "<", ">", "!"]);
const SETS = new Set(["union", "intersect", "except"]);

/**
 * What a gold query is about, each once: its tables, its columns with the tables that they may be of, its values with the column that they are compared
 * with. Columns by which tables are joined alone are nothing that somebody means, and are left out. Names are in lower case, values as written.
 */
export function marksOfQuery(sql: string): readonly IntendedMark[] {
  const pieces = placed(lexQuery(sql));
  const made = namesMade(pieces);
  const marks: IntendedMark[] = [];
  let last: IntendedMark | undefined;
  for (const [at, piece] of pieces.entries()) {
    if (isValue(piece, at, pieces)) {
      marks.push({ tables: [], ...last, value: piece.text });
      continue;
    }
    const table = tableAt(at, pieces);
    if (table !== undefined) {
      if (!made.has(table)) marks.push({ tables: [table] });
      continue;
    }
    if (!isColumn(at, pieces, made)) continue;
    const column = { tables: tablesFor(at, pieces, made), column: piece.text.toLowerCase() };
    last = column;
    if (!joins(at, pieces, made)) marks.push(column);
  }
  return [...new Map(marks.map((mark) => [JSON.stringify(mark), mark])).values()];
}

/** Each piece with the SELECT that it stands in; what follows UNION and the like is one of its own. */
function placed(pieces: readonly QueryPiece[]): readonly Placed[] {
  let scope: Scope = { outer: undefined, tables: new Map() };
  const open: Scope[] = [];
  const all = pieces.map((piece, at): Placed => {
    if (isSymbol(piece, ")")) scope = open.pop() ?? scope;
    else if (SETS.has(wordOf(piece))) scope = { outer: scope.outer, tables: new Map() };
    const here = { ...piece, scope };
    if (isSymbol(piece, "(")) {
      open.push(scope);
      if (wordOf(pieces[at + 1]) === "select") scope = { outer: scope, tables: new Map() };
    }
    return here;
  });
  for (const [at, { scope: own }] of all.entries()) {
    const table = tableAt(at, all);
    if (table === undefined) continue;
    const behind = wordOf(all[at + 1]) === "as" ? all[at + 2] : all[at + 1];
    own.tables.set(table, table);
    if (behind !== undefined && isName(behind)) own.tables.set(behind.text.toLowerCase(), table);
  }
  return all;
}

/** The table that is named at a place, behind FROM, JOIN or a comma between tables; undefined for everything else. */
function tableAt(at: number, pieces: readonly QueryPiece[]): string | undefined {
  const piece = pieces[at];
  if (piece === undefined || !isName(piece) || isSymbol(pieces[at + 1], "(")) return undefined;
  if (isSymbol(pieces[at + 1], ".")) return undefined;
  const start = isSymbol(pieces[at - 1], ".") ? at - 2 : at;
  const before = pieces[start - 1];
  const opens =
    ["from", "join"].includes(wordOf(before)) || (isSymbol(before, ",") && isInFrom(start, pieces));
  return opens ? piece.text.toLowerCase() : undefined;
}

const CLAUSES = new Set(["select", "from", "where", "group", "having", "order", "limit", "on", "join"]);

function isInFrom(at: number, pieces: readonly QueryPiece[]): boolean {
  const depth = pieces[at]?.depth ?? 0;
  const start = pieces.findLastIndex((piece, place) => place < at && piece.depth < depth) + 1;
  const own = pieces.slice(start, at).filter((piece) => piece.depth === depth);
  return ["from", "join"].includes(wordOf(own.findLast((piece) => CLAUSES.has(wordOf(piece)))));
}

/** Aliases of columns, and common tables. */
function namesMade(pieces: readonly QueryPiece[]): ReadonlySet<string> {
  const made = pieces.flatMap((piece, at) => {
    const isCommon = wordOf(pieces[at + 1]) === "as" && isSymbol(pieces[at + 2], "(");
    const isAlias = wordOf(pieces[at - 1]) === "as" && tableAt(at - 2, pieces) === undefined;
    return isName(piece) && (isCommon || isAlias) ? [piece.text.toLowerCase()] : [];
  });
  return new Set(made);
}

function isColumn(at: number, pieces: readonly Placed[], made: ReadonlySet<string>): boolean {
  const piece = pieces[at];
  if (piece === undefined || isSymbol(pieces[at + 1], ".")) return false;
  // Behind a point no word is a keyword.
  if (isSymbol(pieces[at - 1], ".")) return piece.kind === "word" || piece.kind === "name";
  if (!isName(piece)) return false;
  const name = piece.text.toLowerCase();
  const isFunction = piece.kind === "word" && isSymbol(pieces[at + 1], "(");
  const isTableAlias = piece.scope.tables.has(name) && !isCompared(at, pieces) && isBehindTable(at, pieces);
  return !isFunction && !made.has(name) && !isTableAlias;
}

function isBehindTable(at: number, pieces: readonly QueryPiece[]): boolean {
  return tableAt(wordOf(pieces[at - 1]) === "as" ? at - 2 : at - 1, pieces) !== undefined;
}

/** Of a qualified column the table that the qualifier stands for, else all of its SELECT and of those around it. */
function tablesFor(at: number, pieces: readonly Placed[], made: ReadonlySet<string>): readonly string[] {
  const scope = pieces[at]?.scope;
  const qualifier = isSymbol(pieces[at - 1], ".") ? pieces[at - 2]?.text.toLowerCase() : undefined;
  const found: string[] = [];
  for (let each = scope; each !== undefined; each = each.outer) {
    if (qualifier === undefined) found.push(...each.tables.values());
    else if (each.tables.has(qualifier)) return [each.tables.get(qualifier) ?? qualifier];
  }
  return qualifier === undefined ? [...new Set(found)].filter((table) => !made.has(table)) : [qualifier];
}

/** One column compared with another. */
function joins(at: number, pieces: readonly Placed[], made: ReadonlySet<string>): boolean {
  const start = isSymbol(pieces[at - 1], ".") ? at - 2 : at;
  if (isSymbol(pieces[start - 1], "=")) return isColumn(start - 2, pieces, made);
  if (!isSymbol(pieces[at + 1], "=")) return false;
  const other = isSymbol(pieces[at + 3], ".") ? at + 4 : at + 2;
  return isColumn(other, pieces, made) && !isValue(pieces[other], other, pieces);
}

/** A text, a number that is compared with, or double quotes where a value is wanted, which SQLite takes for a text. */
function isValue(piece: QueryPiece | undefined, at: number, pieces: readonly QueryPiece[]): boolean {
  if (piece?.kind === "text") return piece.text !== "" && !isArgument(at, pieces);
  if (piece?.kind !== "number" && piece?.kind !== "name") return false;
  if (isSymbol(pieces[at + 1], ".") || isSymbol(pieces[at - 1], ".")) return false;
  return isCompared(at, pieces);
}

function isCompared(at: number, pieces: readonly QueryPiece[]): boolean {
  const before = pieces[at - 1];
  if (before?.kind === "symbol" && COMPARING.has(before.text)) return true;
  if (["like", "between"].includes(wordOf(before))) return true;
  if (wordOf(before) === "and") return wordOf(pieces[at - 3]) === "between";
  return isSymbol(before, "(") && wordOf(pieces[at - 2]) === "in";
}

/** The first of a function, as the form of a date is. */
function isArgument(at: number, pieces: readonly QueryPiece[]): boolean {
  const called = pieces[at - 2];
  return isSymbol(pieces[at - 1], "(") && called !== undefined && isName(called);
}

const isName = (piece: QueryPiece): boolean =>
  piece.kind === "name" || (piece.kind === "word" && !isKeyword(piece));

const wordOf = (piece: QueryPiece | undefined): string =>
  piece?.kind === "word" ? piece.text.toLowerCase() : "";

const isSymbol = (piece: QueryPiece | undefined, text: string): boolean =>
  piece?.kind === "symbol" && piece.text === text;

/** What was meant, as far as a gold query tells it. */
export function intendedByQuery(sql: string): IntendedReading {
  return { names: namesOfQuery(sql), marks: marksOfQuery(sql) };
}
