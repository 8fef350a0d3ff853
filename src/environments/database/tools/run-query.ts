import { ownText, say, written } from "../../../environment/egress/marks.ts";
import { type FailingPart, type MarkedFailure, toolFailure } from "../../../environment/tool-failure.ts";
import { timeLeft } from "../act-limits.ts";
import { type Clause, clauseOfSpan, clausesOf, coreOfSpan } from "../check/clause.ts";
import { explainClause } from "../draft/check-draft.ts";
import type { StatementOptions, StatementResult } from "../driver/sql-driver.ts";
import { SqlEngineError } from "../driver/sql-engine-error.ts";
import type { LexicalRules } from "../sql/lexical-rules.ts";
import type { QueryTree } from "../sql/query-tree.ts";
import { readQuery } from "../sql/read-query.ts";
import { unboundParameter } from "../sql/tokenize.ts";
import type { ToolCall } from "./database-tool.ts";

export type QueryRun =
  | { readonly result: StatementResult; readonly failure?: never }
  | { readonly failure: MarkedFailure; readonly result?: never };

type Bounds = Pick<StatementOptions, "maxRows" | "maxBytes" | "maxCellLength">;
type Running = Pick<ToolCall, "services" | "context">;

/** Runs one read-only query; an error of the engine is explained at the clause that causes it. */
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

/** The failure for a statement that the parser of the engine's grammar rejects before it runs; undefined where there is none. */
export function refusal(sql: string, { services }: Running): MarkedFailure | undefined {
  const { dialect } = services.driver;
  const info = dialect.inspect(sql);
  if (info.syntaxError !== undefined) return undefined;
  if (info.isQuery) return unboundFailure(sql, dialect.lexical);
  if (info.statements > 1) {
    return toolFailure("multiple-statements", say`Give one statement.`);
  }
  const { refusedBecause } = info;
  const harm = /^SELECT (?:with )?(.+)$/u.exec(refusedBecause ?? "")?.[1];
  const what = refusedBecause === undefined ? "This" : say`A statement with ${ownText(refusedBecause)}`;
  const message =
    harm === undefined
      ? say`${what} is not a query; only SELECT, VALUES and WITH … SELECT can be run.`
      : say`${ownText(harm)} does more than read the database: leave it out.`;
  return toolFailure("not-read-only", message);
}

/** The failure for a parameter in a model's SQL, since no value is bound to it. */
export function unboundFailure(sql: string, lexical: LexicalRules): MarkedFailure | undefined {
  const parameter = unboundParameter(sql, lexical);
  if (parameter === undefined) return undefined;
  const { value, start, end } = parameter;
  const message = say`The parameter ${written(value)} has no value here: write the value itself.`;
  return toolFailure("syntax-error", message, { text: value, start, end });
}

export async function explainQuery(
  error: SqlEngineError,
  sql: string,
  running: Running,
): Promise<MarkedFailure> {
  const tree = readQuery(sql, running.services.driver.dialect.lexical);
  const { offset, identifier } = error.facts;
  const at = offset ?? (identifier === undefined ? -1 : sql.indexOf(identifier));
  const clause = clauseAt(sql, tree, at);
  const failure = await explainClause(error, clause, running);
  return { ...failure, part: shiftedPart(failure.part, clause.span.start) };
}

/** The part with its offsets shifted by `by`. */
export function shiftedPart({ start, end, ...part }: FailingPart = {}, by: number): FailingPart {
  return start === undefined || end === undefined ? part : { ...part, start: start + by, end: end + by };
}

/** The clause that contains the offset; the first clause where none does. */
function clauseAt(sql: string, tree: QueryTree | undefined, at: number): Clause {
  const first = tree?.cores[0] ?? tree;
  const found = tree && first && (clauseOfSpan(tree, { start: at, end: at }) ?? clausesOf(first)[0]);
  const span = found?.text ?? { start: 0, end: sql.length };
  const core = tree && coreOfSpan(tree, span);
  return { clause: found?.clause ?? "select", text: sql.slice(span.start, span.end), sql, span, tree, core };
}
