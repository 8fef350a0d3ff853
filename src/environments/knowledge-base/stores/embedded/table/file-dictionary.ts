import { isAscii } from "node:buffer";
import type { Term } from "../../../term/term.ts";
import { termText } from "../../../term/term-text.ts";
import type { TermDictionary } from "../triple-table.ts";
import { type FrozenTexts, findText } from "./frozen-texts.ts";
import { literalOf, QUOTED_SORT, sortText } from "./literal-sorts.ts";
import { TermParser } from "./term-parser.ts";

export interface DictionaryArrays {
  /** IRIs, and blank nodes with `_:` before them, which no IRI begins with. */
  readonly nodes: FrozenTexts;
  readonly literals: FrozenTexts;
  /** By the numbers in `literals.sorts`; see `literal-sorts.ts`. */
  readonly sorts: readonly string[];
}

/** The terms of a file over its arrays; nothing is decoded before it is asked for. */
export class FileDictionary implements TermDictionary {
  readonly arrays: DictionaryArrays;
  readonly nodes: number;
  readonly count: number;
  readonly #nodeText: Decoder;
  readonly #literalText: Decoder;
  readonly #sortNumbers: ReadonlyMap<string, number>;

  constructor(arrays: DictionaryArrays) {
    this.arrays = arrays;
    this.nodes = arrays.nodes.offsets.length - 1;
    this.count = this.nodes + arrays.literals.offsets.length - 1;
    this.#nodeText = decoderOf(arrays.nodes);
    this.#literalText = decoderOf(arrays.literals);
    this.#sortNumbers = new Map(arrays.sorts.map((sort, i) => [sort, i]));
  }

  term(id: number): Term {
    const text = this.textOf(id);
    if (id < this.nodes) {
      return text.startsWith("_:") ? { kind: "blank", value: text.slice(2) } : { kind: "iri", value: text };
    }
    const sort = this.arrays.sorts[this.arrays.literals.sorts?.[id - this.nodes] ?? 0] ?? "";
    return sort === QUOTED_SORT ? new TermParser(text).term() : literalOf(text, sort);
  }

  idOf(term: Term): number | undefined {
    switch (term.kind) {
      case "iri":
        return found(findText(this.arrays.nodes, Buffer.from(term.value), 0));
      case "blank":
        return found(findText(this.arrays.nodes, Buffer.from(`_:${term.value}`), 0));
      case "literal":
        return this.#literal(term.value, sortText(term));
      case "triple":
        return this.#literal(termText(term), QUOTED_SORT);
    }
  }

  textOf(id: number): string {
    return id < this.nodes ? this.#nodeText(id) : this.#literalText(id - this.nodes);
  }

  #literal(text: string, sortName: string): number | undefined {
    const sort = this.#sortNumbers.get(sortName);
    if (sort === undefined) return undefined;
    const id = found(findText(this.arrays.literals, Buffer.from(text), sort));
    return id === undefined ? undefined : this.nodes + id;
  }
}

type Decoder = (id: number) => string;

function decoderOf({ text, offsets }: FrozenTexts): Decoder {
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  const encoding = isAscii(bytes) ? "latin1" : "utf8";
  return (id) => bytes.toString(encoding, offsets[id] as number, offsets[id + 1] as number);
}

function found(id: number): number | undefined {
  return id < 0 ? undefined : id;
}
