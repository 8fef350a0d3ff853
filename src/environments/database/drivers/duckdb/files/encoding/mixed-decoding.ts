import { byteWords } from "./byte-words.ts";
import { guessEncoding, readAs } from "./guess-encoding.ts";
import { type TextDecoding, withoutNuls } from "./text-decoding.ts";

/**
 * Reads UTF-8, and what is none as Windows-1252, line by line or byte by byte, so that no byte of a file fails. Whether a file in Windows-1252 reads
 * like one is told at the end.
 */
export function mixedDecoding(): TextDecoding {
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let held: Uint8Array = new Uint8Array();
  let started = false;
  const nuls = withoutNuls();
  const words = byteWords();
  let wideCharacters = 0;
  let strayBytes = 0;

  const mixed = (line: string): string => {
    if (!MAYBE_UTF8.test(line)) {
      words.add(line);
      strayBytes += line.match(/[\u0080-\u00ff]/gu)?.length ?? 0;
      return readAs(line, "Windows-1252");
    }
    const bytes = Buffer.from(line, "latin1");
    let text = "";
    let wide = 0;
    let stray = 0;
    for (let at = 0; at < bytes.length; ) {
      const byte = bytes[at] ?? 0;
      const length = sequenceLength(byte);
      const whole = length > 1 ? wellFormed(utf8, bytes.subarray(at, at + length), length) : undefined;
      if (whole === undefined) text += windows1252.decode(bytes.subarray(at, at + 1));
      else text += whole;
      wide += whole === undefined ? 0 : 1;
      stray += whole === undefined && byte >= 0x80 ? 1 : 0;
      at += whole === undefined ? 1 : length;
    }
    // What is no UTF-8 in most places is none by chance in the others: ß and a closing quote make a letter of N'Ko.
    const isNone = stray > 0 && stray >= wide;
    wideCharacters += isNone ? 0 : wide;
    if (stray > 0) words.add(line);
    strayBytes += isNone ? bytes.filter((byte) => byte >= 0x80).length : stray;
    return isNone ? windows1252.decode(bytes) : text;
  };

  const decodeWhole = (bytes: Uint8Array): string => {
    let text: string;
    try {
      text = utf8.decode(bytes);
      // Whether anything beyond ASCII was seen tells a file of stray bytes from one in Windows-1252.
      if (wideCharacters === 0 && text.length < bytes.length) wideCharacters = 1;
    } catch {
      const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
      text = latin1.replace(/[^\n]*[\u0080-\u00ff][^\n]*/gu, mixed);
    }
    if (!started && text.length > 0) {
      started = true;
      if (text.charCodeAt(0) === 0xfeff) text = text.slice(1);
    }
    return nuls.clean(text);
  };

  return {
    decode(bytes) {
      const all = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
      const cut = all.length - unfinishedLength(all);
      held = all.slice(cut);
      return decodeWhole(all.subarray(0, cut));
    },
    end() {
      const text = decodeWhole(held);
      held = new Uint8Array();
      return text;
    },
    facts() {
      const rest = { nuls: nuls.count(), misfits: 0 };
      if (wideCharacters > 0 || strayBytes === 0) return { encoding: "UTF-8", strayBytes, ...rest };
      return { encoding: "Windows-1252", strayBytes: 0, guess: guessEncoding(words.all()), ...rest };
    },
  };
}

/** Without it no character of a line is UTF-8: most lines of files in other encodings are done with then. */
const MAYBE_UTF8 = /[\u00c2-\u00f4][\u0080-\u00bf]/u;

const windows1252 = new TextDecoder("windows-1252");

/** How many bytes a UTF-8 sequence has by its first; 1 for what begins none. */
function sequenceLength(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 1;
}

function wellFormed(
  utf8: InstanceType<typeof TextDecoder>,
  bytes: Uint8Array,
  length: number,
): string | undefined {
  if (bytes.length < length) return undefined;
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** How many bytes at the end begin a sequence that is not all there. */
function unfinishedLength(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return sequenceLength(byte) > back ? back : 0;
  }
  return 0;
}
