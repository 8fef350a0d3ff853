import { DistinctValues } from "../../../value-index/distinct-values.ts";
import type { Blank, Iri } from "../term/term.ts";

const BLANK = "_:";

/** Numbers terms as they come, and keeps them as arrays that can stand in a cache file. */
export class TermNumbers {
  readonly #texts = new DistinctValues();

  numberOf(term: Iri | Blank): number {
    return this.#texts.add(term.kind === "iri" ? term.value : BLANK + term.value, 0);
  }

  arrays(): { readonly termOffsets: Uint32Array; readonly termBytes: Uint32Array } {
    const { text, offsets } = this.#texts.arrays();
    const padded = new Uint8Array(Math.ceil(text.length / 4) * 4);
    padded.set(text);
    return { termOffsets: offsets, termBytes: new Uint32Array(padded.buffer) };
  }
}

/** The term of a number given by `TermNumbers`. */
export function termAt(arrays: Readonly<Record<string, Uint32Array>>, number: number): Iri | Blank {
  const { termOffsets, termBytes } = arrays as ReturnType<TermNumbers["arrays"]>;
  const bytes = Buffer.from(termBytes.buffer, termBytes.byteOffset, termBytes.byteLength);
  const text = bytes.toString("utf8", termOffsets[number], termOffsets[number + 1]);
  return text.startsWith(BLANK)
    ? { kind: "blank", value: text.slice(BLANK.length) }
    : { kind: "iri", value: text };
}
