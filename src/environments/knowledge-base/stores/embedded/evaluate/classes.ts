import type { ClassCount } from "../../../store/triple-store.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import { followStep } from "./edges.ts";
import { type IdSet, NO_IDS, unite } from "./id-set.ts";
import type { TermSpace } from "./term-space.ts";
import type { Work } from "./work.ts";

const NONE = 0;
/** Several classes: they stand in a list of their own. */
const SEVERAL = 0xffffffff;

/**
 * Which nodes are instances of which classes, by the vocabulary's type and subclass predicates. Classes are numbered as they come; blank
 * nodes are none. The classes of all nodes are read once, at the first use: 4 bytes per node, more for those with several.
 */
export class Classes {
  readonly #space: TermSpace;
  readonly #types: readonly number[];
  readonly #subclasses: readonly number[];
  readonly #names: string[] = [];
  readonly #several = new Map<number, readonly number[]>();
  #own: Uint32Array | undefined;

  constructor(space: TermSpace, vocabulary: Vocabulary) {
    this.#space = space;
    this.#types = vocabulary.type.flatMap((name) => space.predicates.number(name) ?? []);
    this.#subclasses = vocabulary.subclass.flatMap((name) => space.predicates.number(name) ?? []);
  }

  counter(): ClassCounter {
    this.#own ??= this.#read();
    return new ClassCounter(this.#names, this.#own, this.#several);
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

  #read(): Uint32Array {
    const { dictionary, byPredicate } = this.#space.table;
    const own = new Uint32Array(dictionary.nodes);
    const numbers = new Map<number, number>();
    for (const predicate of this.#types) {
      const end = byPredicate.offsets[predicate + 1] as number;
      for (let at = byPredicate.offsets[predicate] as number; at < end; at++) {
        const subject = byPredicate.subjects[at] as number;
        const number = this.#number(byPredicate.objects[at] as number, numbers);
        if (subject >= own.length || number === NONE) continue;
        if (own[subject] === NONE) own[subject] = number;
        else this.#add(own, subject, number);
      }
    }
    return own;
  }

  #add(own: Uint32Array, subject: number, number: number): void {
    const first = own[subject] as number;
    const known = first === SEVERAL ? (this.#several.get(subject) ?? []) : [first];
    if (known.includes(number)) return;
    own[subject] = SEVERAL;
    this.#several.set(subject, [...known, number]);
  }

  /** From 1. */
  #number(id: number, numbers: Map<number, number>): number {
    const known = numbers.get(id);
    if (known !== undefined) return known;
    const term = this.#space.term(id);
    const number = term.kind === "iri" ? this.#names.push(term.value) : NONE;
    numbers.set(id, number);
    return number;
  }
}

/** Counts the classes of terms, each of which is to be given once. */
export class ClassCounter {
  readonly #names: readonly string[];
  readonly #own: Uint32Array;
  readonly #several: ReadonlyMap<number, readonly number[]>;
  readonly #counts: Uint32Array;
  #counted: number[] = [];

  constructor(names: readonly string[], own: Uint32Array, several: ReadonlyMap<number, readonly number[]>) {
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
