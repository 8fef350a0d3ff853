const BACKSLASH = 0x5c;

const SHORT: ReadonlyMap<number, number> = new Map(
  Object.entries({ t: "\t", b: "\b", n: "\n", r: "\r", f: "\f", '"': '"', "'": "'", "\\": "\\" }).map(
    ([letter, stands]) => [letter.charCodeAt(0), stands.charCodeAt(0)],
  ),
);

/**
 * Copies a string of N-Triples into `into`, its escapes (`\n`, `\u00e9`, `\U0001F600`) replaced. It never grows by that.
 * @returns bytes written, or -1 where an escape is wrong or stands for no character
 */
export function unescapeBytes(bytes: Uint8Array, start: number, end: number, into: Uint8Array): number {
  let at = 0;
  for (let i = start; i < end; ) {
    const byte = bytes[i] as number;
    if (byte !== BACKSLASH) {
      into[at++] = byte;
      i++;
      continue;
    }
    const letter = bytes[i + 1] as number;
    const short = SHORT.get(letter);
    if (short !== undefined) {
      into[at++] = short;
      i += 2;
      continue;
    }
    const digits = letter === 0x75 ? 4 : letter === 0x55 ? 8 : 0;
    const code = digits === 0 || i + 2 + digits > end ? -1 : hexNumber(bytes, i + 2, digits);
    if (code < 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return -1;
    at = writeCodePoint(code, into, at);
    i += 2 + digits;
  }
  return at;
}

function hexNumber(bytes: Uint8Array, start: number, digits: number): number {
  let number = 0;
  for (let i = start; i < start + digits; i++) {
    const byte = bytes[i] as number;
    const lower = byte | 0x20;
    const digit =
      byte >= 0x30 && byte <= 0x39 ? byte - 0x30 : lower >= 0x61 && lower <= 0x66 ? lower - 87 : -1;
    if (digit < 0) return -1;
    number = number * 16 + digit;
  }
  return number;
}

function writeCodePoint(code: number, into: Uint8Array, at: number): number {
  if (code < 0x80) {
    into[at] = code;
    return at + 1;
  }
  const more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  into[at] = ([0, 0xc0, 0xe0, 0xf0][more] as number) | (code >> (6 * more));
  for (let i = 1; i <= more; i++) into[at + i] = 0x80 | ((code >> (6 * (more - i))) & 0x3f);
  return at + more + 1;
}
