import type { ActContext } from "../../environment/act-context.ts";
import type { Action } from "../../environment/action.ts";
import type { ActResult, Environment } from "../../environment/environment.ts";
import type { ToolFailure } from "../../environment/tool-failure.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { observeConclude } from "../../telemetry/observe-run.ts";
import type { Json } from "../../util/json.ts";
import { listRows, type ResultRows, type Row, resultRows } from "./result-rows.ts";

export type CalledRows =
  | { readonly result: ResultRows; readonly losses: readonly string[]; readonly failure?: never }
  | { readonly failure: ToolFailure; readonly result?: never; readonly losses?: never };

type Observed = Extract<ActResult, { readonly failure?: never }>;

/**
 * The rows of a tool's result. Those of a query are all of its rows, uncut, as they would be kept of an answer; those of other tools are what
 * the tool shows.
 * @throws FuxiError `usage` where the result has no rows
 */
export async function calledRows(
  environment: Environment,
  action: Action,
  { workspace, observation }: Observed,
  context: ActContext,
): Promise<CalledRows> {
  const { query } = action.arguments;
  if (
    environment.capabilities.sql !== undefined &&
    action.tool === "search_by_SQL" &&
    typeof query === "string"
  ) {
    const concluded = await observeConclude(environment, () =>
      environment.conclude(workspace, { text: query }, context),
    );
    if (concluded.failure) return concluded;
    return { result: await resultRows(concluded.answer, context), losses: [] };
  }
  const { data, truncation } = observation;
  const { columns, rows } = data;
  const losses =
    truncation === undefined
      ? []
      : [`Cut off after ${truncation.shown} ${truncation.what}. ${truncation.howToSeeMore}`];
  if (isArray(columns) && isArray(rows)) {
    return {
      result: {
        columns: columns.map(String),
        rows: rows as readonly Row[],
        count: rows.length,
        total: rows.length,
      },
      losses,
    };
  }
  const lists = Object.values(data).filter(isArray);
  const [list] = lists;
  if (list !== undefined && lists.length === 1) return { result: listRows(list), losses };
  throw new FuxiError("usage", `The result of ${action.tool} has no rows.`, { hint: "Use --output json." });
}

function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The first rows, where fewer are wanted. */
export function firstRows(result: ResultRows, most: number | undefined): ResultRows {
  if (most === undefined || result.count <= most) return result;
  return { ...result, rows: { [Symbol.iterator]: () => taken(result.rows, most) }, count: most };
}

function* taken(rows: Iterable<Row>, most: number): Generator<Row> {
  let left = most;
  for (const row of rows) {
    if (left <= 0) return;
    left -= 1;
    yield row;
  }
}
