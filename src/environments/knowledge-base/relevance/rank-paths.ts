import type { NamedPath } from "../access/path-names.ts";
import type { RelationFacts } from "../store/triple-store.ts";
import { relevanceTo } from "./question-relevance.ts";

export interface RankedPath<Facts> {
  readonly path: NamedPath<Facts>;
  readonly score: number;
}

/**
 * Relations by what they have to do with what is asked: words of label and local name most, then of the class at the other end and of the
 * whole name; among equals the more frequent first, and forward before inverse.
 */
export function rankRelations(
  paths: readonly NamedPath<RelationFacts>[],
  endNames: readonly string[],
  asked: string,
): readonly RankedPath<RelationFacts>[] {
  const relevance = relevanceTo(asked);
  return paths
    .map((path, at) => ({
      path,
      score:
        Math.max(relevance.score(path.label), relevance.score(path.local)) +
        0.5 * relevance.score(endNames[at] ?? "") +
        0.25 * relevance.score(path.text),
    }))
    .sort(
      (a, b) =>
        b.score - a.score ||
        b.path.facts.members - a.path.facts.members ||
        Number(a.path.inverse) - Number(b.path.inverse) ||
        (a.path.text < b.path.text ? -1 : 1),
    );
}
