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
  /** Can be iterated repeatedly, each time from the first row. */
  readonly rows: Iterable<Row>;
  /** Number of rows in `rows`. */
  readonly count: number;
  /** Number of rows in the result; more than `count` if not all are stored. */
  readonly total: number;
}

/** The store of the artifacts that an answer refers to, and their principal. */
export interface Kept {
  readonly artifacts: ArtifactStore;
  readonly principal: Principal;
}

/**
 * The whole answer as rows: all stored rows of a table or a list; a value or words as one cell. If the artifact was
 * deleted, the rows of the preview, with the full number in `total`.
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

/** All items of an API's list, or its beginning if the artifact was deleted. Undefined if the answer is no list. */
export async function listItems(
  { members, value, list }: Answer,
  kept: Kept,
): Promise<readonly Json[] | undefined> {
  const shown = members ?? (Array.isArray(value) ? (value as readonly Json[]) : undefined);
  const content = list === undefined ? undefined : await contentOf(list.full, kept);
  return content === undefined ? shown : (JSON.parse(new TextDecoder().decode(content)) as readonly Json[]);
}

/** A list as rows. Objects have a column for each member, in the order of first occurrence; other values share one column. */
function listRows(items: readonly Json[], name = "value"): ResultRows {
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

/** Parses rows line by line, so that they are never all in memory as values. */
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
