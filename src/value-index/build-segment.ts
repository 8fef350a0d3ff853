import { setImmediate } from "node:timers/promises";
import { initialsOf } from "../util/abbreviation.ts";
import type { DistinctValues } from "./distinct-values.ts";
import { GramPostings, trigramsOf } from "./grams.ts";
import { hashText, tableSize } from "./hash-text.ts";
import { keyAt, type Segment, type SegmentArrays, type SegmentFacts, SHORT_LENGTH } from "./segment.ts";
import { wordsOf } from "./words-of.ts";

/** After this many values the event loop gets a turn, so that aborts are noticed and a server stays responsive. */
const TURN = 20_000;

/** Builds the searchable arrays of one segment. Takes about 2 µs and 100 bytes of memory per short name. */
export async function buildSegment<Source>(
  values: DistinctValues,
  facts: Omit<SegmentFacts<Source>, "ascii" | "shortAlphabet">,
  signal: AbortSignal,
  onValues: (done: number) => void = () => {},
): Promise<Segment<Source>> {
  const stored = values.arrays();
  const size = stored.counts.length;
  const keySlots = new Uint32Array(tableSize(size));
  const keyMask = keySlots.length - 1;
  const postings = new GramPostings();
  const grams = new Uint32Array(256);
  const initials: number[] = [];
  const initialIds: number[] = [];
  const shortIds: number[] = [];
  const alphabet = new Set<string>();
  const ascii = stored.text.every((byte) => byte < 0x80);
  const reader: Segment = {
    facts: { ...facts, ascii, shortAlphabet: "" },
    arrays: { ...stored, ...NO_TABLES },
  };

  for (let id = 0; id < size; id++) {
    if (id % TURN === TURN - 1) {
      await setImmediate();
      signal.throwIfAborted();
      onValues(id);
    }
    const key = keyAt(reader, id);
    let slot = hashText(key) & keyMask;
    while (keySlots[slot] !== 0) slot = (slot + 1) & keyMask;
    keySlots[slot] = id + 1;
    if (facts.numeric) continue;
    postings.add(grams, trigramsOf(key, grams));
    if (key.length <= SHORT_LENGTH) {
      shortIds.push(id);
      for (const letter of key) alphabet.add(letter);
    } else if (key.includes(" ")) {
      for (const letters of initialsOf(wordsOf(key))) {
        if (letters.length < 2) continue;
        initials.push(hashText(letters));
        initialIds.push(id);
      }
    }
  }
  const arrays: SegmentArrays = {
    ...stored,
    keySlots,
    ...sortedPairs(initials, initialIds),
    shortIds: Uint32Array.from(shortIds),
    ...postings.finish(),
  };
  return { facts: { ...facts, ascii, shortAlphabet: [...alphabet].join("") }, arrays };
}

const EMPTY = new Uint32Array(0);
const NO_TABLES = {
  keySlots: EMPTY,
  initialHashes: EMPTY,
  initialIds: EMPTY,
  shortIds: EMPTY,
  gramSlots: EMPTY,
  gramKeys: EMPTY,
  gramStarts: EMPTY,
  gramIds: EMPTY,
};

function sortedPairs(hashes: readonly number[], ids: readonly number[]) {
  let pairs = { initialHashes: Uint32Array.from(hashes), initialIds: Uint32Array.from(ids) };
  for (let shift = 0; shift < 32; shift += 8) pairs = sortedByByte(pairs, shift);
  return pairs;
}

/** One pass of a radix sort, stable for equal bytes. */
function sortedByByte({ initialHashes: hashes, initialIds: ids }: Initials, shift: number): Initials {
  const next = new Uint32Array(257);
  for (const hash of hashes) add(next, ((hash >>> shift) & 255) + 1, 1);
  for (let byte = 0; byte < 256; byte++) add(next, byte + 1, next[byte] as number);
  const sorted = { initialHashes: new Uint32Array(hashes.length), initialIds: new Uint32Array(ids.length) };
  for (let i = 0; i < hashes.length; i++) {
    const hash = hashes[i] as number;
    const byte = (hash >>> shift) & 255;
    const place = next[byte] as number;
    next[byte] = place + 1;
    sorted.initialHashes[place] = hash;
    sorted.initialIds[place] = ids[i] as number;
  }
  return sorted;
}

interface Initials {
  readonly initialHashes: Uint32Array<ArrayBuffer>;
  readonly initialIds: Uint32Array<ArrayBuffer>;
}

function add(counts: Uint32Array, at: number, more: number): void {
  counts[at] = (counts[at] as number) + more;
}
