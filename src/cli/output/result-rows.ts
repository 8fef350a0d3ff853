import type { Answer } from "../../environment/answer.ts";
import type { ArtifactRef, ArtifactStore } from "../../environment/artifact-store.ts";
import type { Principal } from "../../environment/principal.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
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
