import { createHash } from "node:crypto";

/** Bytes: an entry of a PostgreSQL index has room for about 2,700, and some have three such parts. */
const MOST = 600;

/**
 * Any string as a text that PostgreSQL can keep and index, different for different strings: NUL and unpaired surrogates, which UTF-8 has no place
 * for, are written out, and of what is long there is the digest.
 */
export function keyText(key: string): string {
  const text = key.replace(
    /[%\0\p{Surrogate}]/gu,
    (unit) => `%${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  if (Buffer.byteLength(text) <= MOST) return text;
  // No escape begins with "%#".
  return `%#${createHash("sha256").update(text).digest("hex")}`;
}
