import type { SideClasses } from "../../../store/triple-store.ts";
import type { ClassReading } from "./class-counts.ts";

const SHOWN = 3;
/** Beyond so many it is not the classes that tell what stands there. */
const MOST = 50;

/**
 * The fewest classes that every given term with a class is an instance of one of, found by taking the one that covers most of what is left, the first by IRI of
 * several. Undefined where one covers all.
 */
export function sideClasses(ids: readonly number[], reading: ClassReading): SideClasses | undefined {
  let left = ids.map((id) => reading.of(id)).filter((own) => own.length > 0);
  const classes: string[] = [];
  while (left.length > 0 && classes.length < MOST) {
    const best = mostFrequent(left, reading.names);
    classes.push(reading.names[best - 1] ?? "");
    left = left.filter((own) => !own.includes(best));
  }
  if (classes.length < 2) return undefined;
  return { first: classes.slice(0, SHOWN), more: Math.max(0, classes.length - SHOWN) };
}

function mostFrequent(owned: readonly (readonly number[])[], names: readonly string[]): number {
  const counts = new Map<number, number>();
  for (const each of owned.flat()) counts.set(each, (counts.get(each) ?? 0) + 1);
  let [best, most] = [0, 0];
  for (const [number, count] of counts) {
    const first = (names[number - 1] ?? "") < (names[best - 1] ?? "");
    if (count > most || (count === most && first)) [best, most] = [number, count];
  }
  return best;
}
