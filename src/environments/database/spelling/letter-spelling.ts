/** How letters with marks are written without: `ü` as `ue`, or as `u`. */
export type LetterSpelling = "pairs" | "bare";

/** Letters that are written as two where a keyboard lacks them, as in German and the Nordic languages. */
const PAIRS: Readonly<Record<string, string>> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  ß: "ss",
  ø: "oe",
  æ: "ae",
  å: "aa",
  œ: "oe",
  þ: "th",
};
/** Letters that Unicode does not take apart into a base letter and a mark. */
const BARE: Readonly<Record<string, string>> = {
  ß: "ss",
  ø: "o",
  æ: "ae",
  œ: "oe",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ħ: "h",
  ŧ: "t",
};

/** The letter in ASCII and lower case; undefined for one that has no such form (`ж`). */
export function plainLetter(letter: string, spelling: LetterSpelling): string | undefined {
  const lower = letter.toLowerCase();
  const known = (spelling === "pairs" ? PAIRS[lower] : undefined) ?? BARE[lower];
  const plain = known ?? lower.normalize("NFD").replace(/\p{M}/gu, "");
  return /^[a-z]+$/u.test(plain) ? plain : undefined;
}

/** The letters beyond ASCII that stand in any of the texts and have an ASCII form, in the order of the alphabet. */
export function markedLetters(texts: Iterable<string>): readonly string[] {
  const found = new Set<string>();
  for (const text of texts)
    for (const letter of text.normalize("NFC"))
      if (letter > "\u007f" && plainLetter(letter, "bare") !== undefined) found.add(letter);
  return [...found].sort();
}
