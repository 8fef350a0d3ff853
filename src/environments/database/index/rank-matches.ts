import type { ValueMatch } from "./value-index.ts";

/** Best first: by score, then by the number of rows, then by the value's text. */
export function rankMatches(matches: readonly ValueMatch[], limit: number): readonly ValueMatch[] {
  return [...matches]
    .sort(
      (a, b) =>
        b.score - a.score ||
        b.count - a.count ||
        compareText(a.value, b.value) ||
        compareText(a.column.table, b.column.table) ||
        compareText(a.column.column, b.column.column),
    )
    .slice(0, limit);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
