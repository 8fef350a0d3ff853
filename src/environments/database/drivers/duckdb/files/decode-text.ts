/** What the bytes of a file turned out to be. */
export interface EncodingFacts {
  readonly encoding: "UTF-8" | "UTF-16" | "Windows-1252";
  /** Bytes of a UTF-8 file that are no UTF-8 and were read as Windows-1252. */
  readonly strayBytes: number;
  /** NUL characters that were left out. */
  readonly nuls: number;
}

/** Turns the bytes of one file into text, piece by piece. */
export interface TextDecoding {
  /** The text of these bytes; what is cut in the middle of a character comes with the next. */
  decode(bytes: Uint8Array): string;
  end(): string;
  facts(): EncodingFacts;
}

/** NULs in the sample of a text of two bytes a character are at least this share of its bytes. */
const UTF16_NULS = 0.2;

/**
 * Reads UTF-8, UTF-16 (with a byte order mark or recognisable by its NULs) and Windows-1252, also where a UTF-8 file has stray bytes of the
 * latter: what is no UTF-8 is read as Windows-1252, line by line or byte by byte, so that no byte of a file fails.
 * @param head the first bytes of the file, at least three where it has them
 */
export function textDecoding(head: Uint8Array): TextDecoding {
  const wide = utf16Of(head);
  return wide === undefined ? narrowDecoding() : utf16Decoding(wide);
}

function utf16Of(head: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  const sample = head.subarray(0, 4096);
  const nuls = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = nuls;
  if (even + odd < sample.length * UTF16_NULS) return undefined;
  if (odd > 4 * even) return "utf-16le";
  return even > 4 * odd ? "utf-16be" : undefined;
}

function utf16Decoding(encoding: string): TextDecoding {
  const decoder = new TextDecoder(encoding);
  let nuls = 0;
  const clean = (text: string): string => {
    const kept = text.replaceAll("\0", "");
    nuls += text.length - kept.length;
    return kept;
  };
  return {
    decode: (bytes) => clean(decoder.decode(bytes, { stream: true })),
    end: () => clean(decoder.decode()),
    facts: () => ({ encoding: "UTF-16", strayBytes: 0, nuls }),
  };
}

function narrowDecoding(): TextDecoding {
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let held: Uint8Array = new Uint8Array();
  let started = false;
  let nuls = 0;
  let wideCharacters = 0;
  let strayBytes = 0;

  const mixed = (line: string): string => {
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
    const kept = text.includes("\0") ? text.replaceAll("\0", "") : text;
    nuls += text.length - kept.length;
    return kept;
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
    facts: () =>
      wideCharacters === 0 && strayBytes > 0
        ? { encoding: "Windows-1252", strayBytes: 0, nuls }
        : { encoding: "UTF-8", strayBytes, nuls },
  };
}

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
