/** What matches are ordered by. */
interface Ranked {
  readonly value: string;
  readonly count: number;
  readonly score: number;
}

/** Best first: by score, then by how often the value stands there, then by its text, then as `compareSources` says, else as they came. */
export function rankMatches<Match extends Ranked>(
  matches: readonly Match[],
  limit: number,
  compareSources: (a: Match, b: Match) => number,
): readonly Match[] {
  return [...matches]
    .sort(
      (a, b) =>
        b.score - a.score || b.count - a.count || compareText(a.value, b.value) || compareSources(a, b),
    )
    .slice(0, limit);
}

/** Order by UTF-16 code units. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
