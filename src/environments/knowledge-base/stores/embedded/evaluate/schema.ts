import type { GraphSchema, PredicateFacts, SchemaClass, SideClasses } from "../../../store/triple-store.ts";
import { nearestAbove } from "../../../vocabulary/vocabulary.ts";
import type { Classes, ClassReading } from "./classes.ts";
import { type TermSpace, termsKind } from "./term-space.ts";
import type { Work } from "./work.ts";

const SHOWN = 3;
/** Beyond so many it is not the classes that tell what stands there. */
const MOST = 50;

/**
 * The fewest classes that every given term with a class is an instance of one of, found by taking the one that covers most of what is left, the first by IRI of
 * several. Undefined where one covers all.
 */
function sideClasses(ids: readonly number[], reading: ClassReading): SideClasses | undefined {
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

const PIECE = 8_192;
/** Triples of a predicate that its classes and kind are told by: all of them up to so many, so many spread evenly beyond. */
const SAMPLE = 2_000;

/** Sizes are exact. */
export async function schemaOf(
  space: TermSpace,
  classes: Classes,
  hidden: Uint8Array,
  work: Work,
): Promise<GraphSchema> {
  const { table } = space;
  const { offsets } = table.bySubject;
  await classes.prepare(work);
  const counter = classes.counter();
  let entities = 0;
  await work.inPieces(table.dictionary.nodes, PIECE, (low, high) => {
    for (let id = low; id < high; id++) {
      if (offsets[id] === offsets[id + 1]) continue;
      entities++;
      counter.add(id);
    }
  });
  const predicates: PredicateFacts[] = [];
  for (let predicate = 0; predicate < table.predicates.length; predicate++) {
    if (hidden[predicate] === 0) predicates.push(predicateFacts(space, classes, predicate));
    await work.pause();
  }
  predicates.sort((a, b) => b.triples - a.triples || (a.predicate < b.predicate ? -1 : 1));
  const counted: SchemaClass[] = [];
  for (const each of counter.take()) {
    const above = nearestAbove(classes.above(each.class), (name) => classes.above(name));
    counted.push(above.length === 0 ? each : { ...each, above });
    await work.pause();
  }
  return { triples: table.triples, entities, classes: counted, predicates, complete: true };
}

function predicateFacts(space: TermSpace, classes: Classes, predicate: number): PredicateFacts {
  const { table } = space;
  const { offsets, subjects, objects } = table.byPredicate;
  const start = offsets[predicate] as number;
  const triples = (offsets[predicate + 1] as number) - start;
  const [subjectClasses, objectClasses] = [classes.counter(), classes.counter()];
  const [subjectIds, objectIds]: [number[], number[]] = [[], []];
  let kinds = 0;
  const stride = Math.max(1, triples / SAMPLE);
  for (let i = 0; i < triples; i += stride) {
    const at = start + Math.floor(i);
    const object = objects[at] as number;
    kinds |= space.kind(object);
    subjectClasses.add(subjects[at] as number);
    objectClasses.add(object);
    subjectIds.push(subjects[at] as number);
    objectIds.push(object);
  }
  const reading = classes.reading();
  const [severalSubjects, severalObjects] = [
    sideClasses(subjectIds, reading),
    sideClasses(objectIds, reading),
  ];
  const [subjectClass, objectClass] = [subjectClasses.takeFirst(), objectClasses.takeFirst()];
  return {
    predicate: space.predicates.names[predicate] ?? "",
    triples,
    objectKind: termsKind(kinds),
    ...(subjectClass === undefined ? {} : { subjectClass }),
    ...(objectClass === undefined ? {} : { objectClass }),
    ...(severalSubjects === undefined ? {} : { subjectClasses: severalSubjects }),
    ...(severalObjects === undefined ? {} : { objectClasses: severalObjects }),
  };
}
