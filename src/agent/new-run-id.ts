import { randomInt } from "node:crypto";

/** No letters that are read for digits, because people type these. */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
const LENGTH = 12;

/** A name for a run, short enough to be typed: 12 letters and digits, 59 bits. */
export function newRunId(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}
