import { type FailingPart, type ToolFailure, toolFailure } from "../../../environment/tool-failure.ts";
import { timeLeft } from "../act-limits.ts";
import { type Clause, clauseOfSpan, clausesOf, locateCore } from "../check/clause.ts";
import type { StatementOptions, StatementResult } from "../driver/sql-driver.ts";
import { SqlEngineError } from "../driver/sql-engine-error.ts";
import type { LexicalRules } from "../sql/lexical-rules.ts";
import type { QueryTree } from "../sql/query-tree.ts";
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
    return toolFailure("multiple-statements", "Give one statement.");
  }
  const { refusedBecause } = info;
  const harm = /^SELECT (?:with )?(.+)$/u.exec(refusedBecause ?? "")?.[1];
  const what = refusedBecause === undefined ? "This" : `A statement with ${refusedBecause}`;
  const message =
    harm === undefined
      ? `${what} is not a query; only SELECT, VALUES and WITH … SELECT can be run.`
      : `${harm} does more than read the database: leave it out.`;
  return toolFailure("not-read-only", message);
}

/** Nothing is bound to the parameters of a text that a model writes. */
export function unboundFailure(sql: string, lexical: LexicalRules): ToolFailure | undefined {
  const parameter = unboundParameter(sql, lexical);
  if (parameter === undefined) return undefined;
  const { value, start, end } = parameter;
  const message = `The parameter ${value} has no value here: write the value itself.`;
  return toolFailure("syntax-error", message, { text: value, start, end });
}

export async function explainQuery(
  error: SqlEngineError,
  sql: string,
  { services, checker, context }: Running,
): Promise<ToolFailure> {
  const tree = readQuery(sql, services.driver.dialect.lexical);
  const { offset, identifier } = error.facts;
  const at = offset ?? (identifier === undefined ? -1 : sql.indexOf(identifier));
  const clause = clauseAt(sql, tree, at);
  const failure = await checker.explain(error, clause, context);
  return { ...failure, part: shiftedPart(failure.part, clause.span.start) };
}

/** The part with its place counted from `by` places before. */
export function shiftedPart({ start, end, ...part }: FailingPart = {}, by: number): FailingPart {
  return start === undefined || end === undefined ? part : { ...part, start: start + by, end: end + by };
}

/** The clause that holds the place; the first one where the place is not known. */
function clauseAt(sql: string, tree: QueryTree | undefined, at: number): Clause {
  const [core] = tree?.cores ?? [];
  const found = tree && (clauseOfSpan(tree, { start: at, end: at }) ?? clausesOf(core ?? tree)[0]);
  const span = found?.text ?? { start: 0, end: sql.length };
  const located = tree ? { tree, ...locateCore(tree, span) } : {};
  return { clause: found?.clause ?? "select", text: sql.slice(span.start, span.end), sql, span, ...located };
}
