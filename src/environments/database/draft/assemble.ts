import type { LexicalRules } from "../sql/lexical-rules.ts";
import type { Span } from "../sql/query-tree.ts";
import { cut } from "../sql/token.ts";
import { tokenize } from "../sql/tokenize.ts";
import {
  type ClauseSite,
  CORE_CLAUSES,
  type CoreClause,
  type Draft,
  type DraftCore,
  type DraftCte,
  MAIN,
  type PartPlace,
  queryAt,
  sameSite,
} from "./draft.ts";

/** Joins clause texts with keywords and records the span of each text in the statement. */
class StatementWriter {
  private text = "";
  private readonly places: { readonly site: ClauseSite; readonly span: Span }[] = [];

  add(text: string): void {
    this.text += text;
  }

  /** Adds text, with a space before it where one is needed. */
  word(text: string): this {
    this.text += this.text === "" || this.text.endsWith("(") ? text : ` ${text}`;
    return this;
  }

  clause(site: ClauseSite, keyword: string, text: string): void {
    if (keyword !== "") this.word(keyword);
    this.word("");
    const start = this.text.length;
    this.text += text;
    this.places.push({ site, span: { start, end: this.text.length } });
  }

  finish(): AssembledStatement {
    const places = this.places;
    return {
      sql: this.text,
      spanOf: (site) => places.find((place) => sameSite(place.site, site))?.span,
      sites: places.map((place) => place.site),
    };
  }
}

export interface AssembledStatement {
  readonly sql: string;
  /** Span of a clause's text in `sql`; undefined when the statement does not contain the clause. */
  spanOf(site: ClauseSite): Span | undefined;
  readonly sites: readonly ClauseSite[];
}

export interface AssemblyRules {
  readonly lexical: LexicalRules;
  sameIdentifier(a: string, b: string): boolean;
}

const KEYWORDS: Readonly<Record<CoreClause, string>> = {
  select: "SELECT",
  from: "FROM",
  where: "WHERE",
  group_by: "GROUP BY",
  having: "HAVING",
};

/** The whole draft as one statement; undefined while a SELECT is missing. Clause texts are joined unchanged. */
export function assembleDraft(draft: Draft, rules: AssemblyRules): AssembledStatement | undefined {
  const writer = new StatementWriter();
  if (draft.whole !== undefined) return writer.word(draft.whole).finish();
  const queries = [...draft.with.map((cte) => cte.query), draft.query];
  if (!queries.every(({ cores }) => isComplete(cores))) return undefined;
  writeWith(writer, draft, draft.with.length, undefined, rules);
  writeQuery(writer, draft, MAIN, true);
  return writer.finish();
}

/**
 * One query of the draft on its own, with the CTEs before it; undefined while a SELECT of it is missing. A recursive CTE can
 * only be read from, as `SELECT * FROM t`.
 */
export function assembleQuery(
  draft: Draft,
  query: number,
  options: { readonly ordered: boolean },
  rules: AssemblyRules,
): AssembledStatement | undefined {
  const { cores } = queryAt(draft, query);
  if (!isComplete(cores)) return undefined;
  const cte = draft.with[query];
  if (cte && isRecursive(cte, cores.length, rules)) return assembleUse(draft, query, rules);
  const writer = new StatementWriter();
  writeWith(writer, draft, query === MAIN ? draft.with.length : query, undefined, rules);
  writeQuery(writer, draft, query, options.ordered);
  return writer.finish();
}

/** A statement that reads a CTE as later queries do, under its name and column list; undefined while a SELECT of the CTE is missing. */
export function assembleUse(
  draft: Draft,
  query: number,
  rules: AssemblyRules,
): AssembledStatement | undefined {
  const cte = draft.with[query];
  if (!cte || !isComplete(cte.query.cores)) return undefined;
  const writer = new StatementWriter();
  writeWith(writer, draft, query + 1, undefined, rules);
  return writer.word(`SELECT * FROM ${headingName(cte)}`).finish();
}

/**
 * One SELECT of the draft on its own, with the CTEs before it and only the given `clauses`; `SELECT *` where `select` is not among them. In a
 * later SELECT of a recursive CTE, the CTE's name stands for the result of its earlier SELECTs: the first step of the recursion.
 */
export function assembleCore(
  draft: Draft,
  place: PartPlace,
  clauses: readonly CoreClause[],
  rules: AssemblyRules,
): AssembledStatement {
  const core = queryAt(draft, place.query).cores[place.core] ?? {};
  const writer = new StatementWriter();
  const earlier = place.query === MAIN ? draft.with.length : place.query;
  writeWith(writer, draft, earlier, place.query !== MAIN && place.core > 0 ? place : undefined, rules);
  writeCore(writer, core, place, clauses);
  return writer.finish();
}

export function isComplete(cores: readonly DraftCore[]): boolean {
  return cores.length > 0 && cores.every((core) => core.select !== undefined && core.from !== undefined);
}

/** True for VALUES, which replaces SELECT and allows no other clause. */
export function isValues(select: string | undefined): boolean {
  return select !== undefined && /^values\s*\(/iu.test(select);
}

function writeWith(
  writer: StatementWriter,
  draft: Draft,
  count: number,
  unfinished: PartPlace | undefined,
  rules: AssemblyRules,
): void {
  const tables = draft.with
    .map((cte, index) => ({ cte, index, cores: cte.query.cores.length }))
    .slice(0, count)
    .filter(({ cte }) => isComplete(cte.query.cores));
  const own = unfinished && draft.with[unfinished.query];
  if (unfinished && own && isComplete(own.query.cores.slice(0, unfinished.core))) {
    tables.push({ cte: own, index: unfinished.query, cores: unfinished.core });
  }
  if (tables.length === 0) return;
  writer.word("WITH");
  if (tables.some(({ cte, cores }) => isRecursive(cte, cores, rules))) writer.word("RECURSIVE");
  for (const [place, { cte, index, cores }] of tables.entries()) {
    if (place > 0) writer.add(",");
    writer.word(`${cte.heading} AS (`);
    writeQuery(writer, draft, index, cores === cte.query.cores.length, cores);
    writer.add(")");
  }
}

/** Only the second and later SELECTs of a CTE can be recursive: in the first one the CTE's name means a table of the database. */
export function isRecursive(cte: DraftCte, cores: number, rules: AssemblyRules): boolean {
  return (
    cte.recursive === true ||
    cte.query.cores.slice(1, cores).some((core) => isNamedInFrom(core, cte.name, rules))
  );
}

function writeQuery(
  writer: StatementWriter,
  draft: Draft,
  query: number,
  ordered: boolean,
  upTo = Number.POSITIVE_INFINITY,
): void {
  const { cores, operators, order_by } = queryAt(draft, query);
  for (const [index, core] of cores.entries()) {
    if (index >= upTo) break;
    if (index > 0) writer.word(operators[index - 1] ?? "UNION");
    writeCore(writer, core, { query, core: index }, CORE_CLAUSES);
  }
  if (ordered && order_by) {
    const keyword = startsWithLimit(order_by) ? "" : "ORDER BY";
    writer.clause({ query, core: 0, clause: "order_by" }, keyword, order_by);
  }
}

function writeCore(
  writer: StatementWriter,
  core: DraftCore,
  place: PartPlace,
  clauses: readonly CoreClause[],
): void {
  const add = (clause: CoreClause) => {
    const text = core[clause];
    if (text && clauses.includes(clause)) writer.clause({ ...place, clause }, KEYWORDS[clause], text);
  };
  const withSelect = clauses.includes("select") && core.select !== undefined;
  if (withSelect && isValues(core.select)) {
    writer.clause({ ...place, clause: "select" }, "", core.select ?? "");
    return;
  }
  if (withSelect) add("select");
  // `SELECT *` is not valid over groups.
  else writer.word(core.from && !clauses.includes("group_by") ? "SELECT *" : "SELECT 1");
  for (const clause of ["from", "where", "group_by", "having"] as const) add(clause);
}

/** True for an ordering clause without ORDER BY: `LIMIT 3`. */
function startsWithLimit(text: string): boolean {
  return /^(limit\b|offset\s+[\d(?:$@-]|fetch\s+(first|next)\b)/iu.test(text);
}

function headingName({ heading }: DraftCte): string {
  const bracket = heading.search(/\(|\s*$/u);
  const quoted = /^(?:"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\])/u.exec(heading)?.[0];
  return quoted ?? heading.slice(0, bracket).trim();
}

/** True if FROM of a SELECT names that table, or what is called so. */
export function isNamedInFrom({ from = "" }: DraftCore, name: string, rules: AssemblyRules): boolean {
  const read = tokenize(from, rules.lexical);
  return read.tokens.some(
    (token) =>
      (token.kind === "word" && rules.sameIdentifier(cut(read, token), name)) ||
      (token.kind === "identifier" && rules.sameIdentifier(token.value, name)),
  );
}
