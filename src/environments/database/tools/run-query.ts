import type { ToolFailure } from "../../../environment/tool-failure.ts";
import { timeLeft } from "../act-limits.ts";
import type { Clause, ClauseName } from "../check/clause.ts";
import { locateCore } from "../draft/check-draft.ts";
import type { StatementOptions, StatementResult } from "../driver/sql-driver.ts";
import { SqlEngineError } from "../driver/sql-engine-error.ts";
import type { LexicalRules } from "../sql/lexical-rules.ts";
import type { QueryTree, SelectCore, Span } from "../sql/query-tree.ts";
import { readQuery } from "../sql/read-query.ts";
import { unboundParameter } from "../sql/unbound-parameter.ts";
import type { ToolCall } from "./database-tool.ts";

export type QueryRun =
  | { readonly result: StatementResult; readonly failure?: never }
  | { readonly failure: ToolFailure; readonly result?: never };

type Bounds = Pick<StatementOptions, "maxRows" | "maxBytes" | "maxCellLength">;
type Running = Pick<ToolCall, "services" | "checker" | "context">;

/** Runs one read-only query; what the engine says against it is explained at the clause that it is about. */
export async function runQuery(sql: string, bounds: Bounds, running: Running): Promise<QueryRun> {
  const refused = refusal(sql, running);
  if (refused) return { failure: refused };
  const { services, context } = running;
  const milliseconds = Math.max(1, timeLeft(context));
  try {
    return {
      result: await services.driver.query(sql, [], { ...bounds, milliseconds, signal: context.signal }),
    };
  } catch (error) {
    if (error instanceof SqlEngineError) return { failure: await explainQuery(error, sql, running) };
    throw error;
  }
}

/** What a parser of the engine's grammar says against a statement before it is run. */
export function refusal(sql: string, { services }: Running): ToolFailure | undefined {
  const { dialect } = services.driver;
  const info = dialect.inspect(sql);
  if (info.syntaxError !== undefined) return undefined;
  if (info.isQuery) return unboundFailure(sql, dialect.lexical);
  if (info.statements > 1) {
    return { code: "multiple-statements", message: "Give one statement.", suggestions: [] };
  }
  const { refusedBecause } = info;
  const harm = /^SELECT (?:with )?(.+)$/u.exec(refusedBecause ?? "")?.[1];
  const what = refusedBecause === undefined ? "This" : `A statement with ${refusedBecause}`;
  const message =
    harm === undefined
      ? `${what} is not a query; only SELECT, VALUES and WITH … SELECT can be run.`
      : `${harm} does more than read the database: leave it out.`;
  return { code: "not-read-only", message, suggestions: [] };
}

/** Nothing is bound to the parameters of a text that a model writes. */
export function unboundFailure(sql: string, lexical: LexicalRules): ToolFailure | undefined {
  const parameter = unboundParameter(sql, lexical);
  if (parameter === undefined) return undefined;
  return {
    code: "syntax-error",
    message: `The parameter ${parameter.value} has no value here: write the value itself.`,
    part: { text: parameter.value, start: parameter.start, end: parameter.end },
    suggestions: [],
  };
}

export async function explainQuery(
  error: SqlEngineError,
  sql: string,
  { services, checker, context }: Running,
): Promise<ToolFailure> {
  const tree = readQuery(sql, services.driver.dialect.lexical);
  const { offset, identifier } = error.facts;
  const at = offset ?? (identifier === undefined ? -1 : sql.indexOf(identifier));
  const subject = subjectAt(sql, tree, at);
  const failure = await checker.explain(error, subject, context);
  const { part } = failure;
  if (part?.start === undefined || part.end === undefined) return failure;
  const { start } = subject.span;
  return { ...failure, part: { ...part, start: part.start + start, end: part.end + start } };
}

/** The clause that holds the place; the SELECT clause where the place is not known. */
function subjectAt(sql: string, tree: QueryTree | undefined, at: number): Clause {
  const found = tree && clauseAround(tree, at);
  const span = found?.span ?? { start: 0, end: sql.length };
  const clause = found?.clause ?? "select";
  const located = tree ? { tree, ...locateCore(tree, span) } : {};
  return { clause, text: sql.slice(span.start, span.end), sql, span, ...located };
}

function clauseAround(tree: QueryTree, at: number): { clause: ClauseName; span: Span } | undefined {
  for (const cte of tree.ctes) {
    const inner = holds(cte.query, at) ? clauseAround(cte.query, at) : undefined;
    if (inner) return inner;
  }
  for (const core of tree.cores) {
    const clauses = clausesOf(core);
    const around = clauses.find(({ span }) => holds(span, at));
    if (around) return around;
    if (core.nested && holds(core.nested, at)) return clauseAround(core.nested, at);
  }
  if (tree.orderBy && holds({ start: tree.orderBy.start, end: tree.limit?.end ?? tree.orderBy.end }, at)) {
    return {
      clause: "order_by",
      span: { start: tree.orderBy.start, end: tree.limit?.end ?? tree.orderBy.end },
    };
  }
  return clausesOf(tree.cores[0] ?? { start: 0, end: 0 })[0];
}

/** The clauses of a SELECT in the order of its text. */
export function clausesOf(core: SelectCore): readonly { readonly clause: ClauseName; readonly span: Span }[] {
  const all = [
    ["select", core.select ?? core.values],
    ["from", core.from],
    ["where", core.where],
    ["group_by", core.groupBy],
    ["having", core.having],
  ] as const;
  return all.flatMap(([clause, span]) => (span ? [{ clause, span }] : []));
}

function holds(span: Span, at: number): boolean {
  return span.start <= at && at <= span.end;
}
