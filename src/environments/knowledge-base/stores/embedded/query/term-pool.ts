import type { Term } from "../../../term/term.ts";
import { termText } from "../../../term/term-text.ts";
import type { TermDictionary } from "../triple-table.ts";

/**
 * Numbers for all terms of one query: those of the table keep theirs, those that expressions make come after them. So that equal
 * numbers are equal terms.
 */
export class TermPool {
  readonly #dictionary: TermDictionary;
  readonly #made: Term[] = [];
  readonly #numbers = new Map<string, number>();

  constructor(dictionary: TermDictionary) {
    this.#dictionary = dictionary;
  }

  term(id: number): Term {
    const { count } = this.#dictionary;
    return id < count ? this.#dictionary.term(id) : (this.#made[id - count] as Term);
  }

  idOf(term: Term): number {
    const known = this.#dictionary.idOf(term);
    if (known !== undefined) return known;
    const text = termText(term);
    const made = this.#numbers.get(text);
    if (made !== undefined) return made;
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
