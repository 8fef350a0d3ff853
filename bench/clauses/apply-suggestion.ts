import type { FailingPart, Suggestion } from "../../src/environment/tool-failure.ts";

/**
 * Puts a suggestion in place: inside the failing part when that stands once in the query (or where it covers `near`, the place that was
 * damaged), else at the first place where its text stands.
 */
export function applySuggestion(
  sql: string,
  part: FailingPart | undefined,
  suggestion: Suggestion,
  near: number,
): string | undefined {
  const replaces = suggestion.replaces ?? part?.text;
  if (replaces === undefined) return undefined;
  const text = part?.text ?? replaces;
  const place = nearest(sql, text, near);
  const inside = place === undefined ? undefined : nearest(text, replaces, near - place);
  const at = place !== undefined && inside !== undefined ? place + inside : nearest(sql, replaces, near);
  if (at === undefined) return undefined;
  return sql.slice(0, at) + suggestion.text + sql.slice(at + replaces.length);
}

function nearest(text: string, wanted: string, near: number): number | undefined {
  let best: number | undefined;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const distance = (from: number) =>
      from <= near && near <= from + wanted.length ? 0 : Math.abs(from - near);
    if (best === undefined || distance(at) < distance(best)) best = at;
  }
  return best;
}
