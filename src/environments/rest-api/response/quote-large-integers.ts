const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** All integers of fewer digits are exact. */
const SAFE_DIGITS = 15;

/**
 * A JSON text in which integers beyond ±(2^53 - 1) are strings, so that identifiers of 64 bits arrive as they were sent; the text itself where
 * there are none.
 */
export function quoteLargeIntegers(bytes: Uint8Array): Uint8Array {
  const found: { readonly start: number; readonly end: number }[] = [];
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) at = afterString(bytes, at);
    else if (isPartOfNumber(byte)) {
      const start = at;
      while (at < bytes.length && isPartOfNumber(bytes[at] as number)) at++;
      if (at - start > SAFE_DIGITS && isLargeInteger(bytes, start, at)) found.push({ start, end: at });
    } else at++;
  }
  return found.length === 0 ? bytes : quote(bytes, found);
}

function quote(
  bytes: Uint8Array,
  places: readonly { readonly start: number; readonly end: number }[],
): Uint8Array {
  const quoted = new Uint8Array(bytes.length + 2 * places.length);
  let from = 0;
  let to = 0;
  for (const { start, end } of places) {
    quoted.set(bytes.subarray(from, start), to);
    to += start - from;
    quoted[to++] = QUOTE;
    quoted.set(bytes.subarray(start, end), to);
    to += end - start;
    quoted[to++] = QUOTE;
    from = end;
  }
  quoted.set(bytes.subarray(from), to);
  return quoted;
}

function afterString(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}

/** Digits, signs, point and exponent. The letters of `true` and `false` hold an `e`, too, which is no harm. */
function isPartOfNumber(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    byte === 0x2d ||
    byte === 0x2e ||
    byte === 0x2b ||
    byte === 0x65 ||
    byte === 0x45
  );
}

function isLargeInteger(bytes: Uint8Array, start: number, end: number): boolean {
  const text = String.fromCharCode(...bytes.subarray(start, Math.min(end, start + 400)));
  return /^-?[1-9]\d*$/.test(text) && !Number.isSafeInteger(Number(text));
}
