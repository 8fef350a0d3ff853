import type { Term } from "../../../term/term.ts";
import { termText } from "../../../term/term-text.ts";
import type { IdSet } from "./id-set.ts";
import type { TermSpace } from "./term-space.ts";
import type { Work } from "./work.ts";

/** Terms that are sorted at once. */
export const RUN = 4_096;

interface Texted {
  readonly text: string;
  readonly term: Term;
}

/** The terms of the lowest numbers, at most so many. */
export function firstTerms(space: TermSpace, set: IdSet, most: number): readonly Term[] {
  const terms: Term[] = [];
  for (let i = 0; i < set.length && i < most; i++) terms.push(space.term(set[i] as number));
  return terms;
}

/** The same as `orderedTerms`, at once: for some thousand terms at most. */
export function orderedNow(space: TermSpace, set: IdSet): readonly Term[] {
  const terms = firstTerms(space, set, set.length);
  if (terms.length < 2) return terms;
  return terms
    .map((term) => ({ text: termText(term), term }))
    .sort((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ term }) => term);
}

/** The terms of a set in the order of their texts: sorted in runs, which are merged, so that others get their turn in between. */
export async function orderedTerms(space: TermSpace, set: IdSet, work: Work): Promise<readonly Term[]> {
  let runs: Texted[][] = [];
  await work.inPieces(set.length, RUN, (low, high) => {
    const run = Array.from(set.subarray(low, high), (id) => {
      const term = space.term(id);
      return { text: termText(term), term };
    });
    runs.push(run.sort((a, b) => (a.text < b.text ? -1 : 1)));
  });
  while (runs.length > 1) {
    const before = runs;
    const merged: Texted[][] = [];
    for (let at = 0; at < before.length; at += 2) {
      const [left = [], right = []] = [before[at], before[at + 1]];
      merged.push(right.length === 0 ? left : await mergedRuns(left, right, work));
    }
    runs = merged;
  }
  return (runs[0] ?? []).map(({ term }) => term);
}

async function mergedRuns(left: readonly Texted[], right: readonly Texted[], work: Work): Promise<Texted[]> {
  const out: Texted[] = [];
  let i = 0;
  let j = 0;
  await work.inPieces(left.length + right.length, RUN, (low, high) => {
    for (let at = low; at < high; at++) {
      const [a, b] = [left[i], right[j]];
      if (b === undefined || (a !== undefined && a.text < b.text)) {
        out.push(a as Texted);
        i++;
      } else {
        out.push(b);
        j++;
      }
    }
  });
  return out;
}
