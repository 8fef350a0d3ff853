import type { ClassCount, SideClasses } from "../triple-store/triple-store.ts";

/** Classes that are named of a side, or above a class. */
const MOST = 3;

/** The direct superclasses among the stated ones, at most 3: data also state indirect ones. `aboveOf` returns the stated superclasses of a class. */
export function nearestAbove(
  stated: readonly string[],
  aboveOf: (name: string) => readonly string[],
): readonly string[] {
  const further = new Set(
    stated.flatMap((each) => aboveOf(each).filter((above) => !aboveOf(above).includes(each))),
  );
  return [...new Set(stated)].filter((each) => !further.has(each)).slice(0, MOST);
}

/**
 * Classes that do not overlap others of the list, as far as counts tell: a class with more triples than the earlier classes leave overlaps them.
 * Returns only the most frequent if there is no other, or if only a sample was counted.
 */
export function sideClasses(counts: readonly ClassCount[], triples: number, whole: boolean): SideClasses {
  let left = triples;
  const apart = counts.filter(({ count }) => {
    const fits = count <= left;
    if (fits) left -= count;
    return fits;
  });
  const shown = whole && apart.length > 1 ? apart : counts.slice(0, 1);
  return { first: shown.slice(0, MOST).map((each) => each.class), more: Math.max(0, shown.length - MOST) };
}
