/** Stretches of bytes beyond ASCII, with the letters they stand among: what an encoding is guessed from. */
export interface ByteWords {
  /** Takes in what stands in a line. @param latin1 its bytes, a character each */
  add(latin1: string): void;
  /** Each once, a character for each byte. */
  all(): readonly string[];
}

/** So many different ones tell as much as more would. */
const MOST_WORDS = 1500;
const LONGEST_WORD = 200;
/** Lines that are looked into: files of few words do not get slower. */
const MOST_LINES = 100_000;

/**
 * In encodings of several bytes a character the second is as low as `@`: digits, blanks, quotes and most delimiters are below it and end a
 * stretch in every encoding.
 */
const WORD = /[@-\u00ff]*[\u0080-\u00ff][@-\u00ff]*/gu;

export function byteWords(): ByteWords {
  const words = new Set<string>();
  let lines = 0;
  return {
    add(latin1) {
      if (words.size >= MOST_WORDS || lines++ >= MOST_LINES) return;
      for (const [word] of latin1.matchAll(WORD)) words.add(word.slice(0, LONGEST_WORD));
    },
    all: () => [...words],
  };
}
