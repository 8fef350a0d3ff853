import type { Step } from "../../../program/program.ts";
import { comparableValue, kindBit, NODE } from "../../../term/comparable-value.ts";
import { type Term, termText } from "../../../term/term.ts";
import type { TripleTable } from "../triple-table.ts";
import { type IdSet, lowerBound } from "./work.ts";

/** Maps a table's predicates between names and numbers. Also caches the paths of a single step. */
export class Predicates {
  readonly names: readonly string[];
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #paths: (readonly Step[])[] = [];

  constructor({ predicates, dictionary }: TripleTable) {
    this.names = Array.from(predicates, (id) => dictionary.textOf(id));
    this.#numbers = new Map(this.names.map((name, number) => [name, number]));
  }

  number(name: string): number | undefined {
    return this.#numbers.get(name);
  }

  /** The one-step path of an edge; `edge` is the predicate's number times two, plus one for inverse. */
  path(edge: number): readonly Step[] {
    const known = this.#paths[edge];
    if (known !== undefined) return known;
    const path = [{ predicate: this.names[edge >>> 1] ?? "", inverse: (edge & 1) === 1 }];
    this.#paths[edge] = path;
    return path;
  }
}

/** Comparable values of a table's literals, each parsed once: 9 bytes per literal. */
class LiteralValues {
  readonly #table: TripleTable;
  #kinds: Uint8Array | undefined;
  #numbers: Float64Array | undefined;

  constructor(table: TripleTable) {
    this.#table = table;
  }

  /** One of the bits above; `id` is that of a literal of the table. */
  kind(id: number): number {
    const { nodes, count } = this.#table.dictionary;
    this.#kinds ??= new Uint8Array(count - nodes);
    return this.#kinds[id - nodes] || this.#read(id - nodes, this.#kinds);
  }

  /** Only for what `kind` has said is a NUMBER. */
  number(id: number): number {
    return (this.#numbers as Float64Array)[id - this.#table.dictionary.nodes] as number;
  }

  #read(place: number, kinds: Uint8Array): number {
    const term = this.#table.dictionary.term(this.#table.dictionary.nodes + place);
    const value = comparableValue(term);
    if (value?.kind === "number") {
      this.#numbers ??= new Float64Array(kinds.length);
      this.#numbers[place] = value.number;
    }
    const kind = kindBit(term, value);
    kinds[place] = kind;
    return kind;
  }
}

/**
 * Numbers of terms: first the terms of the table, then terms that occur only in programs (counts, terms from callers).
 */
export class TermSpace {
  readonly table: TripleTable;
  readonly predicates: Predicates;
  readonly #literals: LiteralValues;
  readonly #strangers: Term[] = [];
  readonly #strangerIds = new Map<string, number>();

  readonly #onStranger: () => void;

  /** Shares the parsed values of `other`, a space over the same table. `onStranger` is called for each new term outside the table. */
  constructor(table: TripleTable, other?: TermSpace, onStranger: () => void = () => undefined) {
    this.table = table;
    this.#onStranger = onStranger;
    this.predicates = other?.predicates ?? new Predicates(table);
    this.#literals = other === undefined ? new LiteralValues(table) : other.#literals;
  }

  /** Number of terms outside the table. */
  get strangers(): number {
    return this.#strangers.length;
  }

  idOf(term: Term): number {
    const known = this.table.dictionary.idOf(term);
    if (known !== undefined) return known;
    const key = termText(term);
    const id = this.#strangerIds.get(key);
    if (id !== undefined) return id;
    this.#onStranger();
    this.#strangerIds.set(key, this.table.dictionary.count + this.#strangers.length);
    this.#strangers.push(term);
    return this.table.dictionary.count + this.#strangers.length - 1;
  }

  term(id: number): Term {
    const { dictionary } = this.table;
    return id < dictionary.count ? dictionary.term(id) : (this.#strangers[id - dictionary.count] as Term);
  }

  /** Whether the term is in the table; only then can it occur in triples. */
  inTable(id: number): boolean {
    return id < this.table.dictionary.count;
  }

  /** The members of a set that are in the table. */
  known(ids: IdSet): IdSet {
    const { count } = this.table.dictionary;
    const last = ids.at(-1);
    return last === undefined || last < count ? ids : ids.subarray(0, lowerBound(ids, count));
  }

  /** One of the bits above. */
  kind(id: number): number {
    const { nodes, count } = this.table.dictionary;
    if (id < nodes) return NODE;
    return id < count ? this.#literals.kind(id) : kindBit(this.term(id));
  }

  /** Only for what `kind` has said is a NUMBER. */
  number(id: number): number {
    if (id < this.table.dictionary.count) return this.#literals.number(id);
    const value = comparableValue(this.term(id));
    return value?.kind === "number" ? value.number : Number.NaN;
  }
}
