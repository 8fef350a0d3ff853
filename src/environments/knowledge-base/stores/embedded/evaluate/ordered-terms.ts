import { termsKind } from "../../../term/comparable-value.ts";
import { isNode, type Term, termText } from "../../../term/term.ts";
import type { Fact, SetSummary } from "../../../triple-store/triple-store.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import { bestLabel } from "../../../vocabulary/vocabulary.ts";
import type { Classes } from "./classes.ts";
import { endsOf, runEnd } from "./edges.ts";
import type { TermSpace } from "./term-space.ts";
import type { IdSet, Work } from "./work.ts";

const PIECE = 4_096;
const MOST_CLASSES = 8;

/** Summary of a set. The sample is the terms with the lowest numbers. */
export async function summaryOf(
  set: IdSet,
  sample: number,
  parts: { readonly space: TermSpace; readonly classes: Classes },
  work: Work,
): Promise<SetSummary> {
  const { space, classes } = parts;
  await classes.prepare(work);
  const counter = classes.counter();
  let kinds = 0;
  let allHaveOne = true;
  await work.inPieces(set.length, PIECE, (low, high) => {
    for (let i = low; i < high; i++) {
      const id = set[i] as number;
      kinds |= space.kind(id);
      if (!counter.add(id)) allHaveOne = false;
    }
  });
  const ranked = counter.take();
  return {
    size: set.length,
    kind: termsKind(kinds),
    classes: ranked.slice(0, MOST_CLASSES),
    classesComplete: allHaveOne && ranked.length <= MOST_CLASSES,
    sample: Array.from(set.subarray(0, sample), (id) => space.term(id)),
  };
}

/** The terms with the lowest numbers, at most `most`. */
export function firstTerms(space: TermSpace, set: IdSet, most: number): readonly Term[] {
  const terms: Term[] = [];
  for (let i = 0; i < set.length && i < most; i++) terms.push(space.term(set[i] as number));
  return terms;
}

/** The terms of a set in the order of their texts. */
export function orderedTerms(space: TermSpace, set: IdSet): readonly Term[] {
  const terms = firstTerms(space, set, set.length);
  if (terms.length < 2) return terms;
  return terms
    .map((term) => ({ text: termText(term), term }))
    .sort((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ term }) => term);
}

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
