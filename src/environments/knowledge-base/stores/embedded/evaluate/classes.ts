import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import { ClassCounter, ClassReading } from "./class-counts.ts";
import { endsOf, followStep } from "./edges.ts";
import { type IdSet, NO_IDS, unite } from "./id-set.ts";
import type { TermSpace } from "./term-space.ts";
import type { Work } from "./work.ts";

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
