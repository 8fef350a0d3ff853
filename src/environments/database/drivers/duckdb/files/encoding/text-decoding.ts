import type { Guess } from "./guess-encoding.ts";
import type { PieceDecoder, TextEncoding } from "./text-encoding.ts";

/** What the bytes of a file turned out to be. */
export interface EncodingFacts {
  readonly encoding: string;
  /** Bytes of a UTF-8 file that are no UTF-8 and were read as Windows-1252. */
  readonly strayBytes: number;
  /** NUL characters that were left out. */
  readonly nuls: number;
  /** Places where bytes stand for nothing in the encoding, and U+FFFD was put. */
  readonly misfits: number;
  /** Where nothing but how the words read told the encoding. */
  readonly guess?: Guess;
  /** The encoding was named by a person, although the bytes are UTF-8. */
  readonly isUtf8AllTheSame?: boolean;
}

/** Turns the bytes of one file into text, piece by piece. */
export interface TextDecoding extends PieceDecoder {
  facts(): EncodingFacts;
}

/** Text in one encoding: NULs are left out, U+FFFD put for what stands for nothing. */
export function replacingDecoding(encoding: TextEncoding, guess?: Guess): TextDecoding {
  const decoder = encoding.decoder({ fatal: false });
  const nuls = withoutNuls();
  let misfits = 0;
  const clean = (text: string): string => {
    if (text.includes("\ufffd")) misfits += text.split("\ufffd").length - 1;
    return nuls.clean(text);
  };
  return {
    decode: (bytes) => clean(decoder.decode(bytes)),
    end: () => clean(decoder.end()),
    facts: () => ({
      encoding: encoding.name,
      strayBytes: 0,
      nuls: nuls.count(),
      misfits,
      ...(guess === undefined ? {} : { guess }),
    }),
  };
}

/** Leaves NULs out of texts, and counts them. */
export function withoutNuls(): { clean(text: string): string; count(): number } {
  let count = 0;
  return {
    clean(text) {
      if (!text.includes("\0")) return text;
      const kept = text.replaceAll("\0", "");
      count += text.length - kept.length;
      return kept;
    },
    count: () => count,
  };
}
