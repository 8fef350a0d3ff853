import { isUtf8 } from "node:buffer";
import { byteWords } from "./byte-words.ts";
import { encodingNamed } from "./encoding-named.ts";
import { guessEncoding } from "./guess-encoding.ts";
import { mixedDecoding } from "./mixed-decoding.ts";
import { replacingDecoding, type TextDecoding } from "./text-decoding.ts";
import type { TextEncoding } from "./text-encoding.ts";
import { toldDecoding } from "./told-decoding.ts";
import { isCharacter } from "./utf32.ts";

/** How the bytes of a file are read: found once from its beginning, and begun as often as the file is read. */
export interface EncodingPlan {
  begin(): TextDecoding;
  /** The bytes are UTF-8 as far as they were looked at, so that a reader of UTF-8 may read them where they are. */
  readonly isUtf8: boolean;
}

const MARKS: readonly (readonly [mark: readonly number[], encoding: string])[] = [
  [[0xff, 0xfe, 0, 0], "UTF-32"],
  [[0, 0, 0xfe, 0xff], "UTF-32BE"],
  [[0xff, 0xfe], "UTF-16LE"],
  [[0xfe, 0xff], "UTF-16BE"],
];
const UTF8_MARK = [0xef, 0xbb, 0xbf];

const WIDE_SAMPLE = 4096;
/** NULs in the sample of a text of two bytes a character are at least this share of its bytes. */
const UTF16_NULS = 0.2;
const UTF32_BYTES = 4;
const LONGEST_UTF8 = 4;

/**
 * How a file is read: by its byte order mark, then in the encoding that was named, then as UTF-16 or UTF-32 where its NULs say so, as UTF-8 where it is
 * valid, else in the encoding in which its words read best.
 * @param head the beginning of the file
 * @param complete nothing comes after it
 */
export function encodingPlan(
  head: Uint8Array,
  { told, complete }: { readonly told: TextEncoding | undefined; readonly complete: boolean },
): EncodingPlan {
  const isMarked8 = startsWith(head, UTF8_MARK);
  const marked = MARKS.find(([mark]) => startsWith(head, mark))?.[1];
  if (marked !== undefined) return inOne(marked);
  if (told !== undefined) {
    const meant = isMarked8 ? encodingNamed("UTF-8") : told;
    const isUtf8AllTheSame =
      meant.name !== "UTF-8" && head.some((byte) => byte >= 0x80) && isUtf8(whole(head, complete));
    return { begin: () => toldDecoding(meant, { isUtf8AllTheSame }), isUtf8: false };
  }
  const wide = isMarked8 ? undefined : wideOf(head.subarray(0, WIDE_SAMPLE));
  if (wide !== undefined) return inOne(wide);
  if (isMarked8 || isUtf8(whole(head, complete))) return { begin: mixedDecoding, isUtf8: true };
  const words = wordsOfOther(head, complete);
  const guess = words === undefined ? undefined : guessEncoding(words);
  if (guess === undefined || guess.encoding === "Windows-1252")
    return { begin: mixedDecoding, isUtf8: false };
  const encoding = encodingNamed(guess.encoding);
  return { begin: () => replacingDecoding(encoding, guess), isUtf8: false };
}

/** @param name with the order of bytes, which nobody needs to be told */
function inOne(name: string): EncodingPlan {
  const encoding = { ...encodingNamed(name), name: name.slice(0, "UTF-16".length) };
  return { begin: () => replacingDecoding(encoding), isUtf8: false };
}

function startsWith(head: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, at) => head[at] === byte);
}

function wideOf(sample: Uint8Array): string | undefined {
  if (isUtf32(sample, true)) return "UTF-32";
  if (isUtf32(sample, false)) return "UTF-32BE";
  const nuls = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = nuls;
  if (even + odd < sample.length * UTF16_NULS) return undefined;
  if (odd > 4 * even) return "UTF-16LE";
  return even > 4 * odd ? "UTF-16BE" : undefined;
}

/** Four bytes of anything else are hardly ever below 0x110000. */
function isUtf32(sample: Uint8Array, littleEndian: boolean): boolean {
  const length = sample.length - (sample.length % UTF32_BYTES);
  const view = new DataView(sample.buffer, sample.byteOffset, length);
  for (let at = 0; at < length; at += UTF32_BYTES) {
    const point = view.getUint32(at, littleEndian);
    if (point === 0 || !isCharacter(point)) return false;
  }
  return length > 0;
}

/** Without a character that is cut at the end. */
function whole(head: Uint8Array, complete: boolean): Uint8Array {
  if (complete) return head;
  for (let back = 1; back < LONGEST_UTF8 && back <= head.length; back++) {
    const byte = head[head.length - back] ?? 0;
    if (byte < 0x80) return head;
    if (byte >= 0xc0) return head.subarray(0, head.length - back);
  }
  return head;
}

/** Words of the lines that are no UTF-8; nothing where most lines beyond ASCII are. */
function wordsOfOther(head: Uint8Array, complete: boolean): readonly string[] | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, head.length).toString("latin1");
  const lines = text.split(/[\r\n]/u);
  const words = byteWords();
  let utf8 = 0;
  let other = 0;
  for (const [at, line] of lines.entries()) {
    const isCut = !complete && at > 0 && at === lines.length - 1;
    if (isCut || !/[\u0080-\u00ff]/u.test(line)) continue;
    const isOther = !isUtf8(Buffer.from(line, "latin1"));
    other += isOther ? 1 : 0;
    utf8 += isOther ? 0 : 1;
    if (isOther) words.add(line);
  }
  return utf8 >= other ? undefined : words.all();
}
