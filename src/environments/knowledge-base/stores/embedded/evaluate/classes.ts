import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import { termsKind } from "../../../term/comparable-value.ts";
import type {
  ClassCount,
  GraphSchema,
  PredicateFacts,
  SchemaClass,
} from "../../../triple-store/triple-store.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import { nearestAbove, sideClasses } from "../../schema-classes.ts";
import { endsOf, followStep } from "./edges.ts";
import type { TermSpace } from "./term-space.ts";
import { type IdSet, NO_IDS, unite, type Work } from "./work.ts";

const PIECE = 16_384;
const NONE = 0;
/** Marks a node with several classes, which are stored in a separate list. */
const SEVERAL = 0xffffffff;

/** The stated classes of all nodes, numbered from 1: 4 bytes per node, more for nodes with several. Blank nodes do not count as classes. */
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

/** Counts the classes of terms, as often as they are added. */
class ClassCounter {
  readonly #reading: ClassReading;
  readonly #counts: Uint32Array;
  #counted: number[] = [];

  constructor(reading: ClassReading) {
    this.#reading = reading;
    this.#counts = new Uint32Array(reading.names.length + 1);
  }

  /** False if the term has no class. */
  add(id: number): boolean {
    const own = this.#reading.own[id] ?? NONE;
    if (own === NONE) return false;
    if (own !== SEVERAL) this.#count(own);
    else for (const each of this.#reading.of(id)) this.#count(each);
    return true;
  }

  /** The counts, most frequent first, then by IRI. Resets the counter. */
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

/** Superclasses that are read per class and subclass predicate. */
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

  /** Reads the classes of all nodes, once. */
  async prepare(work: Work): Promise<void> {
    if (this.#own !== undefined) return;
    const reading = new ClassReading(this.#space);
    for (const predicate of this.#types) await reading.read(predicate, work);
    this.#own = reading;
  }

  /** Call `prepare` first. */
  counter(): ClassCounter {
    if (this.#own === undefined) throw new FuxiError("internal", "Classes are counted before they are read.");
    return new ClassCounter(this.#own);
  }

  /** Stated superclasses of a class, by IRI. */
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

  /** Instances of the class and of all its subclasses. */
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

/** Triples that are read to find a predicate's classes and kind: all up to this number, else an evenly spread sample. */
const SAMPLE = 2_000;

/** Classes and predicates of the table. Numbers of triples, entities and instances are exact. */
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
  let [kinds, read] = [0, 0];
  const stride = Math.max(1, triples / SAMPLE);
  for (let i = 0; i < triples; i += stride, read++) {
    const at = start + Math.floor(i);
    const object = objects[at] as number;
    kinds |= space.kind(object);
    subjectClasses.add(subjects[at] as number);
    objectClasses.add(object);
  }
  return {
    predicate: space.predicates.names[predicate] ?? "",
    triples,
    objectKind: termsKind(kinds),
    subjectClasses: sideClasses(subjectClasses.take(), read, true),
    objectClasses: sideClasses(objectClasses.take(), read, true),
  };
}
