import type { AnswerTable } from "../../environment/answer.ts";
import type { ArtifactStore } from "../../environment/artifact-store.ts";
import type { Principal } from "../../environment/principal.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { Json } from "../../util/json.ts";
import type { WholeTable } from "./whole-table.ts";

const NEW_LINE = 10;
/** Rows that are read before others get their turn. */
const ROWS_AT_ONCE = 5000;

/** All rows of an answer, as far as they are kept: those in the answer itself where the artifact with all of them is gone. */
export async function loadTable(
  { columns, rows, total, full }: AnswerTable,
  { artifacts, principal }: { readonly artifacts: ArtifactStore; readonly principal: Principal },
  signal: AbortSignal,
): Promise<WholeTable> {
  signal.throwIfAborted();
  if (full === undefined) return tableOf(columns, rows, total);
  try {
    const content = await artifacts.get(full.sha256, principal);
    return tableOf(columns, await rowsOf(content, signal), total);
  } catch (error) {
    if (FuxiError.isInstance(error) && error.code === "artifact-missing")
      return tableOf(columns, rows, total);
    throw error;
  }
}

const tableOf = (columns: WholeTable["columns"], rows: WholeTable["rows"], total: number): WholeTable => ({
  columns,
  rows,
  ...(total > rows.length ? { total } : {}),
});

/** The lines of the artifact, each a row as JSON. */
async function rowsOf(content: Uint8Array, signal: AbortSignal): Promise<readonly (readonly Json[])[]> {
  const decoder = new TextDecoder();
  const rows: (readonly Json[])[] = [];
  for (let from = 0; from < content.length; ) {
    const found = content.indexOf(NEW_LINE, from);
    const to = found < 0 ? content.length : found;
    if (to > from) rows.push(rowOf(decoder.decode(content.subarray(from, to))));
    from = to + 1;
    if (rows.length % ROWS_AT_ONCE !== 0) continue;
    await new Promise(setImmediate);
    signal.throwIfAborted();
  }
  return rows;
}

function rowOf(line: string): readonly Json[] {
  const row: Json = JSON.parse(line);
  if (Array.isArray(row)) return row;
  throw new FuxiError("internal", "A kept result has a line that is no row.");
}
