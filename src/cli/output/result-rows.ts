import type { ActContext } from "../../environment/act-context.ts";
import type { Action } from "../../environment/action.ts";
import type { Answer } from "../../environment/answer.ts";
import type { ArtifactRef, ArtifactStore } from "../../environment/artifact-store.ts";
import type { ActResult, Environment } from "../../environment/environment.ts";
import type { Principal } from "../../environment/principal.ts";
import type { ToolFailure } from "../../environment/tool-failure.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { observeConclude } from "../../telemetry/observe-run.ts";
import { isObject } from "../../util/is-object.ts";
import type { Json } from "../../util/json.ts";

export type Row = readonly Json[];

/** A result as rows. */
export interface ResultRows {
  readonly columns: readonly string[];
  /** Can be gone through more than once, each time from the first row. */
  readonly rows: Iterable<Row>;
  /** How many `rows` gives. */
  readonly count: number;
  /** How many the result has; more than `count` where not all are kept. */
  readonly total: number;
}

/** Where what an answer only names is kept, and in whose name. */
export interface Kept {
  readonly artifacts: ArtifactStore;
  readonly principal: Principal;
}

/**
 * The whole of an answer as rows: all that was kept of a table or of a list, a value as one cell, words as one cell. Where what was kept is
 * gone, the rows of the preview, with `total` saying that there were more.
 * @throws FuxiError `store-corrupt`, `store-unavailable`
 */
export async function resultRows(answer: Answer, kept: Kept): Promise<ResultRows> {
  const { text, rows, value, list } = answer;
  if (rows !== undefined) {
    const { columns, total, full } = rows;
    const content = full === undefined ? undefined : await contentOf(full, kept);
    if (content === undefined) return { columns, rows: rows.rows, count: rows.rows.length, total };
    return {
      columns,
      rows: { [Symbol.iterator]: () => parsedLines(content) },
      count: linesIn(content),
      total,
    };
  }
  const items = await listItems(answer, kept);
  if (items !== undefined) return { ...listRows(items), total: list?.total ?? items.length };
  if (value === undefined) return listRows([text], "answer");
  return listRows([value]);
}

/** All of an API's list, or its beginning where the rest is gone; undefined for an answer that is none. */
export async function listItems(
  { members, value, list }: Answer,
  kept: Kept,
): Promise<readonly Json[] | undefined> {
  const shown = members ?? (Array.isArray(value) ? (value as readonly Json[]) : undefined);
  const content = list === undefined ? undefined : await contentOf(list.full, kept);
  return content === undefined ? shown : (JSON.parse(new TextDecoder().decode(content)) as readonly Json[]);
}

/** A list as rows: objects by their members, in the order in which these first occur; anything else in one column. */
export function listRows(items: readonly Json[], name = "value"): ResultRows {
  const common = { count: items.length, total: items.length };
  if (items.length === 0 || !items.every(isObject))
    return { columns: [name], rows: items.map((item) => [item]), ...common };
  const columns = [...new Set(items.flatMap((item) => Object.keys(item)))];
  return { columns, rows: items.map((item) => columns.map((column) => item[column] ?? null)), ...common };
}

async function contentOf(
  { sha256 }: ArtifactRef,
  { artifacts, principal }: Kept,
): Promise<Uint8Array | undefined> {
  try {
    return await artifacts.get(sha256, principal);
  } catch (error) {
    if (FuxiError.isInstance(error) && error.code === "artifact-missing") return undefined;
    throw error;
  }
}

const NEW_LINE = 10;

/** Line by line, so that the rows are never all in memory as values. */
function* parsedLines(content: Uint8Array): Generator<Row> {
  const decoder = new TextDecoder();
  for (let from = 0; from < content.length; ) {
    const found = content.indexOf(NEW_LINE, from);
    const to = found < 0 ? content.length : found;
    if (to > from) yield JSON.parse(decoder.decode(content.subarray(from, to))) as Row;
    from = to + 1;
  }
}

function linesIn(content: Uint8Array): number {
  let lines = content.length > 0 && content.at(-1) !== NEW_LINE ? 1 : 0;
  for (let at = content.indexOf(NEW_LINE); at >= 0; at = content.indexOf(NEW_LINE, at + 1)) lines += 1;
  return lines;
}

type CalledRows =
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
