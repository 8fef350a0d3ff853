import type { ClassCount } from "../../../store/triple-store.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import { predicateNumber, type TripleTable } from "../triple-table.ts";
import { endsOf, followStep, type NumberedStep } from "./edges.ts";
import { type IdSet, NO_IDS, unite } from "./id-set.ts";
import type { TermSpace } from "./term-space.ts";
import type { Work } from "./work.ts";

/** Which terms are instances of which classes, by the vocabulary's type and subclass predicates. */
export class Classes {
  readonly #space: TermSpace;
  readonly #types: readonly NumberedStep[];
  readonly #subclasses: readonly number[];
  /** Names of classes; undefined for blank nodes, which are none. */
  readonly #names = new Map<number, string | undefined>();

  constructor(space: TermSpace, vocabulary: Vocabulary) {
    this.#space = space;
    this.#types = numbersOf(space.table, vocabulary.type).map((predicate) => ({ predicate, inverse: false }));
    this.#subclasses = numbersOf(space.table, vocabulary.subclass);
  }

  /** Distinct classes stated of a term, without those above them. */
  of(id: number): readonly number[] | Uint32Array {
    const { table } = this.#space;
    const [first, ...more] = this.#types;
    if (first === undefined) return [];
    const ends = endsOf(table, id, first);
    const all =
      more.length === 0
        ? ends
        : [...new Set([ends, ...more.map((step) => endsOf(table, id, step))].flatMap((each) => [...each]))];
    for (const end of all)
      if (this.name(end) === undefined) return [...all].filter((each) => this.name(each) !== undefined);
    return all;
  }

  name(id: number): string | undefined {
    const known = this.#names.get(id);
    if (known !== undefined || this.#names.has(id)) return known;
    const term = this.#space.term(id);
    const name = term.kind === "iri" ? term.value : undefined;
    this.#names.set(id, name);
    return name;
  }

  /** Most frequent first, then by IRI. */
  ranked(counts: ReadonlyMap<number, number>): readonly ClassCount[] {
    return [...counts]
      .map(([id, count]) => ({ class: this.name(id) ?? "", count }))
      .sort((a, b) => b.count - a.count || (a.class < b.class ? -1 : 1));
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
    for (const { predicate } of this.#types) {
      instances = unite(instances, await followStep(table, classes, { predicate, inverse: true }, work));
    }
    return instances;
  }
}

function numbersOf(table: TripleTable, predicates: readonly string[]): readonly number[] {
  return predicates.flatMap((predicate) => predicateNumber(table, predicate) ?? []);
}
