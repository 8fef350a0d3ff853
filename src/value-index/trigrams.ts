/** Only so much of a long value is cut into trigrams: what people type is the beginning. UTF-16 units. */
const LONGEST = 256;

/**
 * Hashes of the distinct trigrams of a folded text with a space on either side, written to `into` from 0 on; returns how many. Single
 * spaces within the text make word borders part of the trigrams, so that a word is found wherever it stands. `into` must take 256.
 */
export function trigramsOf(folded: string, into: Uint32Array): number {
  const length = Math.min(folded.length, LONGEST);
  if (length === 0) return 0;
  let count = 0;
  let [first, second] = [32, folded.charCodeAt(0)];
  for (let i = 1; i <= length; i++) {
    const third = i === length ? 32 : folded.charCodeAt(i);
    const hash = trigramHash(first, second, third);
    let seen = 0;
    while (seen < count && into[seen] !== hash) seen++;
    if (seen === count) into[count++] = hash;
    [first, second] = [second, third];
  }
  return count;
}

function trigramHash(a: number, b: number, c: number): number {
  // Exact for Latin text; other scripts may collide, which only brings more candidates.
  const hash = (Math.imul(a, 0x10dcd) + b) | 0;
  return (Math.imul(hash, 0x10dcd) + c) >>> 0;
}
