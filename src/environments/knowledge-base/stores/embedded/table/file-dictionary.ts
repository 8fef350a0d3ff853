import { isAscii } from "node:buffer";
import { type Literal, type Term, XSD } from "../../../term/term.ts";
import { finishHash, hashBytes } from "./byte-dictionary.ts";

/**
 * The sort of a literal, which distinguishes literals of the same text: `""` for plain ones, `@en` for a language, or the datatype's IRI.
 */
export const PLAIN_SORT = "";
export const XSD_STRING = `${XSD}string`;

/** Numbers that every builder assigns to these sorts. */
export const PLAIN = 0;

export function sortText({ datatype, language }: Literal): string {
  if (language !== undefined) return `@${language.toLowerCase()}`;
  return datatype === undefined || datatype === XSD_STRING ? PLAIN_SORT : datatype;
}

function literalOf(value: string, sort: string): Literal {
  if (sort === PLAIN_SORT) return { kind: "literal", value };
  return sort.startsWith("@")
    ? { kind: "literal", value, language: sort.slice(1) }
    : { kind: "literal", value, datatype: sort };
}

export interface DictionaryArrays {
  /** IRIs, and blank nodes with `_:` before them, which no IRI begins with. */
  readonly nodes: FrozenTexts;
  readonly literals: FrozenTexts;
  /** Indexed by the numbers in `literals.sorts`. */
  readonly sorts: readonly string[];
}

/**
 * The terms of a file by number; each is decoded only on demand. Numbers below `nodes` are IRIs and blank nodes, numbers
 * from `nodes` to `count` literals, so that a set's kind follows from its numbers.
 */
export class FileDictionary {
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
    return literalOf(text, sort);
  }

  idOf(term: Term): number | undefined {
    switch (term.kind) {
      case "iri":
        return found(findText(this.arrays.nodes, Buffer.from(term.value), 0));
      case "blank":
        return found(findText(this.arrays.nodes, Buffer.from(`_:${term.value}`), 0));
      case "literal":
        return this.#literal(term.value, sortText(term));
    }
  }

  /** A literal's text or an IRI, without making a term of it; for scans. */
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

/** Texts by number, in the layout of the cache file. */
export interface FrozenTexts {
  /** All texts in UTF-8, concatenated. */
  readonly text: Uint8Array;
  /** Start of each text, and the end of the last. */
  readonly offsets: Uint32Array;
  /** Open-addressing hash table with a power of two of slots: number + 1, or 0 for an empty slot. */
  readonly slots: Uint32Array;
  /** Sort of each text, which distinguishes equal bytes; absent if no text needs one. */
  readonly sorts?: Uint32Array;
}

/** The number of a text, or -1. */
export function findText(texts: FrozenTexts, wanted: Uint8Array, sort: number): number {
  const { text, offsets, slots, sorts } = texts;
  const mask = slots.length - 1;
  let slot = finishHash(hashBytes(wanted, 0, wanted.length), sort) & mask;
  for (; ; slot = (slot + 1) & mask) {
    const id = (slots[slot] as number) - 1;
    if (id < 0) return -1;
    if ((sorts?.[id] ?? 0) !== sort) continue;
    const start = offsets[id] as number;
    if ((offsets[id + 1] as number) - start === wanted.length && equals(text, start, wanted)) return id;
  }
}

function equals(text: Uint8Array, start: number, wanted: Uint8Array): boolean {
  for (let i = 0; i < wanted.length; i++) if (text[start + i] !== wanted[i]) return false;
  return true;
}
