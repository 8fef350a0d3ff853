import { idsWithKey } from "./key-lookup.ts";
import type { NearQuery } from "./near-query.ts";
import type { SearchPool } from "./search-pool.ts";
import { keyAt, type Segment, SHORT_LENGTH } from "./segment.ts";

/** Up to so many short values it is quicker to compare with each than to try all edits. */
const COMPARED_EACH = 400;

/**
 * Values of at most four characters that are at most one edit away from a query of at most five: too short to share trigrams with it.
 */
export function shortNeighbours(segment: Segment, query: NearQuery): readonly number[] {
  const { shortIds } = segment.arrays;
  if (query.folded.length > SHORT_LENGTH + 1 || shortIds.length === 0) return [];
  if (shortIds.length <= COMPARED_EACH) {
    return [...shortIds].filter((id) => query.distance(keyAt(segment, id), 1) <= 1);
  }
  const ids: number[] = [];
  for (const edited of singleEdits(query.folded, segment.facts.shortAlphabet)) {
    for (const id of idsWithKey(segment, edited)) ids.push(id);
  }
  return ids;
}

/** The same for pooled segments; ids are those of the pool. */
export function pooledShortNeighbours(pool: SearchPool<unknown>, query: NearQuery): readonly number[] {
  if (query.folded.length > SHORT_LENGTH + 1) return [];
  if (pool.shorts.size <= COMPARED_EACH) {
    return [...pool.shorts].filter(([key]) => query.distance(key, 1) <= 1).flatMap(([, ids]) => ids);
  }
  return [...singleEdits(query.folded, pool.shortAlphabet)].flatMap(
    (edited) => pool.shorts.get(edited) ?? [],
  );
}

function singleEdits(text: string, alphabet: string): ReadonlySet<string> {
  const edits = new Set<string>();
  const letters = [...alphabet];
  for (let i = 0; i <= text.length; i++) {
    const [head, tail] = [text.slice(0, i), text.slice(i)];
    for (const letter of letters) edits.add(head + letter + tail);
    if (tail === "") continue;
    edits.add(head + tail.slice(1));
    for (const letter of letters) edits.add(head + letter + tail.slice(1));
    if (tail.length > 1) edits.add(`${head}${tail[1]}${tail[0]}${tail.slice(2)}`);
  }
  edits.delete(text);
  return edits;
}
