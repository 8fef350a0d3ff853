import type { Algebra } from "@traqula/algebra-transformations-1-1";
import { placeOf } from "./evaluate-bgp.ts";
import { reach } from "./path-reach.ts";
import { turned, walkOf } from "./path-walk.ts";
import type { QueryContext } from "./query-context.ts";
import { type Solution, type Solutions, UNBOUND } from "./solution.ts";

/** Pairs that a property path connects. Repeated paths give each pair once, the others once per way, as the standard says. */
export function* evaluatePath(operation: Algebra.Path, given: Solution, context: QueryContext): Solutions {
  const subject = placeOf(operation.subject, context);
  const object = placeOf(operation.object, context);
  const from = "id" in subject ? subject.id : (given[subject.slot] as number);
  const to = "id" in object ? object.id : (given[object.slot] as number);
  for (const pair of pairs(operation, from, to, context)) {
    if (pair === undefined) {
      yield undefined;
      continue;
    }
    const solution = [...given];
    if ("slot" in subject) solution[subject.slot] = pair[0];
    if ("slot" in object) {
      const before = solution[object.slot];
      if (before !== UNBOUND && before !== pair[1]) continue;
      solution[object.slot] = pair[1];
    }
    yield solution;
  }
}

type Pairs = Iterable<readonly [from: number, to: number] | undefined>;

/** `UNBOUND` for an end that may be anything. */
function* pairs({ predicate }: Algebra.Path, from: number, to: number, context: QueryContext): Pairs {
  const walk = walkOf(predicate);
  if (from !== UNBOUND) {
    for (const end of reach(walk, from, context)) {
      if (end === undefined) yield undefined;
      else if (to === UNBOUND || end === to) yield [from, end];
    }
  } else if (to !== UNBOUND) {
    for (const start of reach(turned(walk), to, context)) yield start === undefined ? undefined : [start, to];
  } else {
    for (const start of connected(context)) {
      if (start === undefined) {
        yield undefined;
        continue;
      }
      for (const end of reach(walk, start, context)) yield end === undefined ? undefined : [start, end];
    }
  }
}

/** Every term that a triple begins or ends with. */
function* connected({ table, work }: QueryContext): Iterable<number | undefined> {
  const { offsets: out } = table.bySubject;
  const { offsets: into } = table.byObject;
  for (let id = 0; id < table.dictionary.count; id++) {
    if (work.step()) yield undefined;
    if ((out[id + 1] ?? 0) > (out[id] ?? 0) || (into[id + 1] ?? 0) > (into[id] ?? 0)) yield id;
  }
}
