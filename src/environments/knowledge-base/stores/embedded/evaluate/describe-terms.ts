import type { Fact } from "../../../store/triple-store.ts";
import { isNode, type Term } from "../../../term/term.ts";
import { bestLabel } from "../../../vocabulary/best-label.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import { endsOf, runEnd } from "./edges.ts";
import type { TermSpace } from "./term-space.ts";

export function labelOf(space: TermSpace, vocabulary: Vocabulary, term: Term): string | undefined {
  const { table, predicates } = space;
  const id = isNode(term) ? table.dictionary.idOf(term) : undefined;
  if (id === undefined) return undefined;
  const candidates = vocabulary.label.flatMap((name, place) => {
    const predicate = predicates.number(name);
    if (predicate === undefined) return [];
    const labels = [...endsOf(table, id, { predicate, inverse: false })];
    return labels.map((label) => ({ predicate: place, label: space.term(label) }));
  });
  return bestLabel(candidates, vocabulary);
}

export function factsOf(space: TermSpace, hidden: Uint8Array, term: Term, most: number): readonly Fact[] {
  const { table } = space;
  const id = table.dictionary.idOf(term);
  if (id === undefined) return [];
  const { offsets, predicates, ends } = table.bySubject;
  const facts: Fact[] = [];
  const last = offsets[id + 1] as number;
  for (let at = offsets[id] as number; at < last; ) {
    const end = runEnd(predicates, at, last);
    const predicate = predicates[at] as number;
    if (hidden[predicate] === 0) {
      facts.push({
        step: { predicate: space.predicates.names[predicate] ?? "", inverse: false },
        values: Array.from(ends.subarray(at, Math.min(end, at + most)), (each) => space.term(each)),
        total: end - at,
      });
    }
    at = end;
  }
  return facts;
}
