import type { Iri, Term } from "../../../term/term.ts";
import { termText } from "../../../term/term-text.ts";
import type { TripleTable } from "../triple-table.ts";
import { ByteDictionary } from "./byte-dictionary.ts";
import { finishHash, hashBytes } from "./byte-hash.ts";
import { FileDictionary } from "./file-dictionary.ts";
import { PLAIN, PLAIN_SORT, QUOTED, QUOTED_SORT, sortText, XSD_STRING } from "./literal-sorts.ts";
import { sortTriples } from "./sort-triples.ts";
import { TripleBuffer } from "./triple-buffer.ts";

/** Added to the number of a literal or quoted triple while the number of nodes is not known yet. */
const VALUE = 2 ** 31;

/** A table whose terms were numbered; the file's own arrays are behind `dictionary`. */
export interface BuiltTable extends TripleTable {
  readonly dictionary: FileDictionary;
}

/**
 * Takes the triples of a file in any order, as often as they come, and makes a table of them. Readers of bytes use the dictionaries
 * directly; the others `addTerms`.
 */
export class TableBuilder {
  readonly nodes = new ByteDictionary();
  readonly literals = new ByteDictionary();
  readonly predicates = new ByteDictionary();
  /** Sorts of literals by number, see `literal-sorts.ts`. */
  readonly #sorts = new ByteDictionary();
  readonly #triples = new TripleBuffer();
  #scratch = Buffer.allocUnsafeSlow(1 << 12);

  constructor() {
    for (const sort of [PLAIN_SORT, QUOTED_SORT, XSD_STRING]) this.#sorts.internBytes(Buffer.from(sort));
  }

  /** Triples that came, repeated ones included. */
  get triples(): number {
    return this.#triples.size;
  }

  /** `subject` and `object` are numbers of nodes, or made by `valueNumber`; `predicate` is a number of `predicates`. */
  add(subject: number, predicate: number, object: number): void {
    this.#triples.add(subject, predicate, object);
  }

  addTerms(subject: Term, predicate: Iri, object: Term): void {
    this.add(this.term(subject), this.predicate(predicate.value), this.term(object));
  }

  /** The number of a predicate as `add` takes it. */
  predicate(iri: string): number {
    return this.#intern(this.predicates, iri, 0);
  }

  /** The number of a term as `add` takes it. */
  term(term: Term): number {
    switch (term.kind) {
      case "iri":
        return this.#intern(this.nodes, term.value, 0);
      case "blank":
        return this.#intern(this.nodes, `_:${term.value}`, 0);
      case "literal":
        return valueNumber(this.#intern(this.literals, term.value, this.sortOf(sortText(term))));
      case "triple":
        return valueNumber(this.#intern(this.literals, termText(term), QUOTED));
    }
  }

  sortOf(sort: string): number {
    return sort === PLAIN_SORT ? PLAIN : this.#intern(this.#sorts, sort, 0);
  }

  /** `hash` is the unfinished hash of the bytes of a datatype's IRI, or of a language in lower case after an `@`. */
  sortOfBytes(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const id = this.#sorts.intern(bytes, start, end, finishHash(hash, 0), 0);
    return id === XSD_STRING_NUMBER ? PLAIN : id;
  }

  /** Sorts the triples and numbers nodes before values. The builder is of no use afterwards. */
  async finish(options: {
    readonly signal: AbortSignal;
    readonly onProgress?: (share: number) => void;
  }): Promise<BuiltTable> {
    const predicates = new Uint32Array(this.predicates.size);
    for (let p = 0; p < predicates.length; p++)
      predicates[p] = this.nodes.internBytes(this.predicates.bytesOf(p));
    const nodeCount = this.nodes.size;
    const { sorts: _, ...nodes } = this.nodes.freeze();
    const literals = this.literals.freeze();
    const sorts = Array.from({ length: this.#sorts.size }, (_, i) =>
      Buffer.from(this.#sorts.bytesOf(i)).toString(),
    );
    const dictionary = new FileDictionary({ nodes, literals, sorts });
    const sorted = await sortTriples(
      this.#triples,
      { terms: dictionary.count, predicates: predicates.length },
      (number) => (number < VALUE ? number : number - VALUE + nodeCount),
      options,
    );
    return { dictionary, predicates, ...sorted };
  }

  #intern(texts: ByteDictionary, text: string, sort: number): number {
    // A UTF-16 unit takes at most three bytes.
    if (text.length * 3 > this.#scratch.length) this.#scratch = Buffer.allocUnsafeSlow(text.length * 4);
    const end = this.#scratch.write(text);
    return texts.intern(this.#scratch, 0, end, finishHash(hashBytes(this.#scratch, 0, end), sort), sort);
  }
}

const XSD_STRING_NUMBER = 2;

/** The number of a literal or quoted triple, as a builder takes it. */
export function valueNumber(literal: number): number {
  return literal + VALUE;
}
