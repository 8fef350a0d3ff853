import type { Term } from "../../../term/term.ts";
import { termText } from "../../../term/term-text.ts";
import type { TermDictionary } from "../triple-table.ts";
import { type QueryWork, STEP_CHARACTERS } from "./query-work.ts";

/** Bytes of a made term beside its text. */
const MADE = 200;

/**
 * Numbers for all terms of one query: those of the table keep theirs, those that expressions make come after them. So that equal
 * numbers are equal terms.
 */
export class TermPool {
  readonly #dictionary: TermDictionary;
  readonly #work: QueryWork;
  readonly #held: { add(bytes: number): void };
  readonly #made: Term[] = [];
  readonly #numbers = new Map<string, number>();

  constructor(dictionary: TermDictionary, work: QueryWork) {
    this.#dictionary = dictionary;
    this.#work = work;
    this.#held = work.holding();
  }

  term(id: number): Term {
    const { count } = this.#dictionary;
    return id < count ? this.#dictionary.term(id) : (this.#made[id - count] as Term);
  }

  /** @throws TripleStoreError `too-large` where a query makes too many terms */
  idOf(term: Term): number {
    const known = this.#dictionary.idOf(term);
    if (known !== undefined) return known;
    const text = termText(term);
    this.#work.spend(text.length / STEP_CHARACTERS);
    const made = this.#numbers.get(text);
    if (made !== undefined) return made;
    this.#held.add(MADE + 2 * text.length);
    const id = this.#dictionary.count + this.#made.length;
    this.#made.push(term);
    this.#numbers.set(text, id);
    return id;
  }

  /** Whether the term occurs in the table, so that triples can have it. */
  inTable(id: number): boolean {
    return id < this.#dictionary.count;
  }
}
