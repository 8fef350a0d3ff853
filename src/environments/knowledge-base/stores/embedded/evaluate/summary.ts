import type { SetSummary } from "../../../store/triple-store.ts";
import type { Classes } from "./classes.ts";
import type { IdSet } from "./id-set.ts";
import { type TermSpace, termsKind } from "./term-space.ts";
import type { Work } from "./work.ts";

const PIECE = 4_096;
const MOST_CLASSES = 8;

/** The sample is of the lowest numbers. */
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
