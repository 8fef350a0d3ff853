import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import { given } from "../../../../../util/given.ts";
import type {
  ClassCount,
  GraphSchema,
  PredicateFacts,
  SchemaClass,
  SideClasses,
} from "../../../triple-store/triple-store.ts";
import { nearestAbove, type Vocabulary } from "../../../vocabulary/vocabulary.ts";
import { endsOf, followStep } from "./edges.ts";
import { type TermSpace, termsKind } from "./term-space.ts";
import { type IdSet, NO_IDS, unite, type Work } from "./work.ts";

const PIECE = 16_384;
const NONE = 0;
/** Several classes: they stand in a list of their own. */
const SEVERAL = 0xffffffff;

/** The stated classes of all nodes, by number from 1: 4 bytes per node, more for those with several. Blank nodes are no classes. */
class ClassReading {
  readonly names: string[] = [];
  readonly own: Uint32Array;
  readonly several = new Map<number, readonly number[]>();
  readonly #space: TermSpace;
  readonly #numbers = new Map<number, number>();

  constructor(space: TermSpace) {
    this.#space = space;
    this.own = new Uint32Array(space.table.dictionary.nodes);
  }

  /** Numbers of the classes of a term. */
  of(id: number): readonly number[] {
    const own = this.own[id] ?? NONE;
    if (own === NONE) return [];
    return own === SEVERAL ? (this.several.get(id) ?? []) : [own];
  }

  async read(predicate: number, work: Work): Promise<void> {
    const { offsets, subjects, objects } = this.#space.table.byPredicate;
    const start = offsets[predicate] as number;
    await work.inPieces((offsets[predicate + 1] as number) - start, PIECE, (low, high) => {
      for (let at = start + low; at < start + high; at++) {
        const subject = subjects[at] as number;
        const number = this.#number(objects[at] as number);
        if (subject < this.own.length && number !== NONE) this.#add(subject, number);
      }
    });
  }

  #add(subject: number, number: number): void {
    const first = this.own[subject] as number;
    if (first === NONE) {
      this.own[subject] = number;
      return;
    }
    const known = first === SEVERAL ? (this.several.get(subject) ?? []) : [first];
    if (known.includes(number)) return;
    this.own[subject] = SEVERAL;
    this.several.set(subject, [...known, number]);
  }

  #number(id: number): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    const term = this.#space.term(id);
    const number = term.kind === "iri" ? this.names.push(term.value) : NONE;
    this.#numbers.set(id, number);
    return number;
  }
}

/** Counts the classes of terms, each of which is to be given once. */
class ClassCounter {
  readonly #reading: ClassReading;
  readonly #counts: Uint32Array;
  #counted: number[] = [];

  constructor(reading: ClassReading) {
    this.#reading = reading;
    this.#counts = new Uint32Array(reading.names.length + 1);
  }

  /** False where the term has no class. */
  add(id: number): boolean {
    const own = this.#reading.own[id] ?? NONE;
    if (own === NONE) return false;
    if (own !== SEVERAL) this.#count(own);
    else for (const each of this.#reading.of(id)) this.#count(each);
    return true;
  }

  /** Most frequent first, then by IRI; begins anew then. */
  take(): readonly ClassCount[] {
    const { names } = this.#reading;
    const ranked = this.#counted
      .map((number) => ({ class: names[number - 1] ?? "", count: this.#counts[number] as number }))
      .sort((a, b) => b.count - a.count || (a.class < b.class ? -1 : 1));
    for (const number of this.#counted) this.#counts[number] = 0;
    this.#counted = [];
    return ranked;
  }

  #count(number: number): void {
    if (this.#counts[number] === 0) this.#counted.push(number);
    this.#counts[number] = (this.#counts[number] as number) + 1;
  }
}

/** Classes that are looked at above one. */
const MOST_ABOVE = 20;

/**
 * Which nodes are instances of which classes, by the vocabulary's type and subclass predicates. The classes of all
 * nodes are read once, at the first use.
 */
export class Classes {
  readonly #space: TermSpace;
  readonly #types: readonly number[];
  readonly #subclasses: readonly number[];
  #own: ClassReading | undefined;

  constructor(space: TermSpace, vocabulary: Vocabulary) {
    this.#space = space;
    this.#types = vocabulary.type.flatMap((name) => space.predicates.number(name) ?? []);
    this.#subclasses = vocabulary.subclass.flatMap((name) => space.predicates.number(name) ?? []);
  }

  /** Reads the classes of all nodes if that was not done yet. */
  async prepare(work: Work): Promise<void> {
    if (this.#own !== undefined) return;
    const reading = new ClassReading(this.#space);
    for (const predicate of this.#types) await reading.read(predicate, work);
    this.#own = reading;
  }

  /** After `prepare`. */
  counter(): ClassCounter {
    return new ClassCounter(this.reading());
  }

  /** After `prepare`. */
  reading(): ClassReading {
    if (this.#own === undefined) throw new FuxiError("internal", "Classes are counted before they are read.");
    return this.#own;
  }

  /** The classes that are stated to be right above one, by IRI. */
  above(name: string): readonly string[] {
    const { table } = this.#space;
    const start = table.dictionary.idOf({ kind: "iri", value: name });
    if (start === undefined) return [];
    const found = this.#subclasses.flatMap((predicate) =>
      Array.from(endsOf(table, start, { predicate, inverse: false }).subarray(0, MOST_ABOVE), (id) =>
        this.#space.term(id),
      ),
    );
    return found.flatMap((term) => (term.kind === "iri" && term.value !== name ? [term.value] : [])).sort();
  }

  /** Instances of the class and of all below it. */
  async instances(name: string, work: Work): Promise<IdSet> {
    const { table } = this.#space;
    const start = table.dictionary.idOf({ kind: "iri", value: name });
    if (start === undefined) return NO_IDS;
    let classes: IdSet = Uint32Array.of(start);
    for (let size = 0; size < classes.length; ) {
      size = classes.length;
      for (const predicate of this.#subclasses) {
        classes = unite(classes, await followStep(table, classes, { predicate, inverse: true }, work));
      }
    }
    let instances: IdSet = NO_IDS;
    for (const predicate of this.#types) {
      instances = unite(instances, await followStep(table, classes, { predicate, inverse: true }, work));
    }
    return instances;
  }
}

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
  return given({
    predicate: space.predicates.names[predicate] ?? "",
    triples,
    objectKind: termsKind(kinds),
    subjectClass: subjectClasses.take()[0]?.class,
    objectClass: objectClasses.take()[0]?.class,
    subjectClasses: sideClasses(subjectIds, reading),
    objectClasses: sideClasses(objectIds, reading),
  });
}
