import { topRows } from "../../sparql/queries/set-queries.ts";
import type { QueryScope, Superlative } from "../../sparql/query-scope.ts";
import type { Term } from "../../term/term.ts";
import { extremeMembers, type MemberValue } from "./local-selection.ts";
import type { RowReader } from "./row-reader.ts";
import type { WorkLimit } from "./work-limit.ts";

/** Rows that are looked at, more where all of them tie. */
const FIRST_ROWS = [100, 2_000, 20_000];

/**
 * The extreme members of a large set, by its first rows in the order of their values: to compare all values with the best of them is dear on some engines.
 * Undefined where more tie than are looked at.
 */
export async function topMembers(
  node: Superlative,
  scope: QueryScope,
  reader: RowReader,
  limit: WorkLimit,
): Promise<readonly Term[] | undefined> {
  const kind = scope.deciding(node) ?? "number";
  for (const most of FIRST_ROWS) {
    const rows = await reader.rows(topRows(node, kind, most, scope), limit);
    const pairs = rows.flatMap(([x, v = x]): MemberValue[] => (x && v ? [[x, v]] : []));
    const best = extremeMembers(pairs, node, scope.vocabulary);
    if (rows.length < most || best.length < pairs.length) return best;
  }
  return undefined;
}
