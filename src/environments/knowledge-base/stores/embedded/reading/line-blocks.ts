const LINE_FEED = 10;
/** Longer lines are passed over. Bytes. */
export const LONGEST_LINE = 1 << 28;

/** Whole lines, from `start` to `end`; only the last of a file may be without its line feed. */
export interface LineBlock {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** The block is only the beginning of one line, which is longer than `LONGEST_LINE`. */
  readonly overlong: boolean;
}

/** Chunks as blocks of whole lines. A block is good until the next is asked for. A byte order mark at the beginning is left out. */
export async function* lineBlocks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<LineBlock> {
  let pieces: Uint8Array[] = [];
  let held = 0;
  let dropping = false;
  let first = true;
  for await (const bytes of chunks) {
    let start = first && startsWithMark(bytes) ? 3 : 0;
    first = false;
    if (held > 0 || dropping) {
      const feed = bytes.indexOf(LINE_FEED);
      const end = feed < 0 ? bytes.length : feed + 1;
      if (!dropping) {
        pieces.push(copy(bytes, start, end));
        held += end - start;
      }
      start = end;
      if (held > LONGEST_LINE) {
        const beginning = pieces[0] as Uint8Array;
        pieces = [];
        held = 0;
        dropping = true;
        yield { bytes: beginning, start: 0, end: beginning.length, overlong: true };
      }
      if (feed < 0) continue;
      if (!dropping) {
        yield joined(pieces);
        pieces = [];
        held = 0;
      }
      dropping = false;
    }
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    if (end > start) yield { bytes, start, end, overlong: false };
    const rest = Math.max(start, end);
    if (rest < bytes.length) {
      pieces.push(copy(bytes, rest, bytes.length));
      held = bytes.length - rest;
    }
  }
  if (held > 0) yield joined(pieces);
}

/** `slice` of a Buffer would be a view of memory that is read into again. */
function copy(bytes: Uint8Array, start: number, end: number): Uint8Array {
  return new Uint8Array(bytes.subarray(start, end));
}

function joined(pieces: readonly Uint8Array[]): LineBlock {
  const bytes = pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces);
  return { bytes, start: 0, end: bytes.length, overlong: false };
}

export function startsWithMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}
