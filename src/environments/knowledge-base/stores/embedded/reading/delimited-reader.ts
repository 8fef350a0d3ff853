import { isUtf8 } from "node:buffer";
import { ByteDictionary } from "../table/byte-dictionary.ts";
import { finishHash, hashBytes } from "../table/byte-hash.ts";
import type { TableBuilder } from "../table/table-builder.ts";
import { TripleBuffer } from "../table/triple-buffer.ts";
import { buildDelimited } from "./build-delimited.ts";
import { FEED, QUOTE, RETURN } from "./byte-classes.ts";
import { type Delimiter, headerOf, splitLine } from "./delimited-line.ts";
import type { LineBlock } from "./line-blocks.ts";
import { beginningOf, type LoadFaults } from "./load-faults.ts";

/**
 * Reads `subject|relation|object` and the same with tabs, one triple a line, with or without a line of names above. What entities and values
 * become is decided when all was read (`buildDelimited`), so the texts are kept until then.
 */
export class DelimitedReader {
  readonly #builder: TableBuilder;
  readonly #faults: LoadFaults;
  readonly #delimiter: Delimiter;
  readonly #fileName: string;
  readonly #texts = new ByteDictionary();
  readonly #relations = new ByteDictionary();
  readonly #rows = new TripleBuffer();
  #order: readonly [number, number, number] = [0, 1, 2];
  #line = 0;
  #begun = false;

  constructor(
    builder: TableBuilder,
    faults: LoadFaults,
    options: { readonly delimiter: Delimiter; readonly fileName: string },
  ) {
    this.#builder = builder;
    this.#faults = faults;
    this.#delimiter = options.delimiter;
    this.#fileName = options.fileName;
  }

  /** Triples read so far; labels are none of them. */
  get triples(): number {
    return this.#rows.size;
  }

  read({ bytes, start, end, overlong }: LineBlock): void {
    if (overlong) {
      this.#line++;
      this.#faults.skip(this.#line, "the line is longer than 256 MB", beginningOf(bytes, start, end));
      return;
    }
    for (let at = start; at < end; ) {
      this.#line++;
      const feed = bytes.indexOf(FEED, at);
      const next = feed < 0 || feed >= end ? end : feed + 1;
      let stop = feed < 0 || feed >= end ? end : feed;
      if (stop > at && bytes[stop - 1] === RETURN) stop--;
      const reason = this.#begun && this.#quick(bytes, at, stop) ? undefined : this.#slow(bytes, at, stop);
      if (reason !== undefined) this.#faults.skip(this.#line, reason, beginningOf(bytes, at, stop));
      at = next;
    }
  }

  finish(): void {
    const rows = this.#rows;
    buildDelimited(
      { texts: this.#texts, relations: this.#relations, rows },
      { fileName: this.#fileName, builder: this.#builder, faults: this.#faults },
    );
  }

  /** Takes a line of three plain fields without making strings of them; false where it takes a closer look. */
  #quick(bytes: Uint8Array, start: number, end: number): boolean {
    const delimiter = this.#delimiter.charCodeAt(0);
    const first = bytes.indexOf(delimiter, start);
    const second = first < 0 ? -1 : bytes.indexOf(delimiter, first + 1);
    if (second < 0 || second >= end || end - start > LONGEST) return false;
    let high = 0;
    for (let i = start; i < end; i++) {
      const byte = bytes[i] as number;
      if (byte === QUOTE || (byte === delimiter && i > second)) return false;
      high |= byte;
    }
    if (high >= 0x80 && !isUtf8(bytes.subarray(start, end))) return false;
    const bounds = [start, first, first + 1, second, second + 1, end];
    for (let i = 0; i < 6; i += 2) {
      const [from, to] = [bounds[i] as number, bounds[i + 1] as number];
      // Empty, or with a space that has to be trimmed.
      if (from >= to || isSpace(bytes[from] as number) || isSpace(bytes[to - 1] as number)) return false;
    }
    const id = (column: number, texts: ByteDictionary) => {
      const [from, to] = [bounds[column * 2] as number, bounds[column * 2 + 1] as number];
      return texts.intern(bytes, from, to, finishHash(hashBytes(bytes, from, to), 0), 0);
    };
    const [subject, relation, object] = this.#order;
    this.#rows.add(id(subject, this.#texts), id(relation, this.#relations), id(object, this.#texts));
    return true;
  }

  #slow(bytes: Uint8Array, start: number, end: number): string | undefined {
    if (end - start > LONGEST) return "the line is longer than 1 MB, which no names are";
    const written = bytes.subarray(start, end);
    if (!isUtf8(written)) return "not valid UTF-8";
    const line = Buffer.from(written).toString();
    if (line.trim() === "" || (!this.#begun && line.startsWith("# "))) return undefined;
    const fields = splitLine(line, this.#delimiter);
    if ("reason" in fields) return fields.reason;
    if (!this.#begun) {
      this.#begun = true;
      const order = headerOf(fields);
      if (order !== undefined) {
        this.#order = order;
        return undefined;
      }
    }
    const [subject = "", relation = "", object = ""] = this.#order.map((place) => fields[place]);
    const empty = [subject, relation, object].indexOf("");
    if (empty >= 0) return `the ${["subject", "relation", "object"][empty]} is empty`;
    this.#rows.add(
      this.#texts.internBytes(Buffer.from(subject)),
      this.#relations.internBytes(Buffer.from(relation)),
      this.#texts.internBytes(Buffer.from(object)),
    );
    return undefined;
  }
}

/** Bytes. */
const LONGEST = 1 << 20;

function isSpace(byte: number): boolean {
  // The first byte of what may be an unusual space in UTF-8 counts, too: then the slow way decides.
  return byte <= 32 || byte === 0xc2 || byte === 0xe2 || byte === 0xe3 || byte === 0xef || byte === 0xa0;
}
