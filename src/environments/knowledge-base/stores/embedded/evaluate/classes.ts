import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import type { ClassCount } from "../../../store/triple-store.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import { endsOf, followStep } from "./edges.ts";
import type { TermSpace } from "./term-space.ts";
import { type IdSet, NO_IDS, unite, type Work } from "./work.ts";

const PIECE = 16_384;
const NONE = 0;
/** Several classes: they stand in a list of their own. */
const SEVERAL = 0xffffffff;

/** The stated classes of all nodes, by number from 1: 4 bytes per node, more for those with several. Blank nodes are no classes. */
export class ClassReading {
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
  readonly #names: readonly string[];
  readonly #own: Uint32Array;
  readonly #several: ReadonlyMap<number, readonly number[]>;
  readonly #counts: Uint32Array;
  #counted: number[] = [];

  constructor({ names, own, several }: ClassReading) {
    this.#names = names;
    this.#own = own;
    this.#several = several;
    this.#counts = new Uint32Array(names.length + 1);
  }

  /** False where the term has no class. */
  add(id: number): boolean {
    const own = this.#own[id] ?? NONE;
    if (own === NONE) return false;
    if (own !== SEVERAL) this.#count(own);
    else for (const each of this.#several.get(id) ?? []) this.#count(each);
    return true;
  }

  /** Most frequent first, then by IRI; begins anew then. */
  take(): readonly ClassCount[] {
    const ranked = this.#counted
      .map((number) => ({ class: this.#names[number - 1] ?? "", count: this.#counts[number] as number }))
      .sort((a, b) => b.count - a.count || (a.class < b.class ? -1 : 1));
    this.#clear();
    return ranked;
  }

  /** The most frequent, the first by IRI of several; begins anew then. */
  takeFirst(): string | undefined {
    let [name, most]: [string | undefined, number] = [undefined, 0];
    for (const number of this.#counted) {
      const count = this.#counts[number] as number;
      const own = this.#names[number - 1] ?? "";
      if (count > most || (count === most && name !== undefined && own < name)) [name, most] = [own, count];
    }
    this.#clear();
    return name;
  }

  #count(number: number): void {
    if (this.#counts[number] === 0) this.#counted.push(number);
    this.#counts[number] = (this.#counts[number] as number) + 1;
  }

  #clear(): void {
    for (const number of this.#counted) this.#counts[number] = 0;
    this.#counted = [];
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
