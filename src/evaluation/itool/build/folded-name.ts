import { foldText } from "../../../util/fold-text.ts";

/** Words of a text without case, accents and punctuation. */
export function foldedNameWords(text: string): readonly string[] {
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** True where the words stand in the text, one after the other. */
export function holdsWords(text: string, words: string): boolean {
  const wanted = foldedNameWords(words).join(" ");
  return wanted !== "" && ` ${foldedNameWords(text).join(" ")} `.includes(` ${wanted} `);
}

export function isSameName(one: string, other: string): boolean {
  return foldedNameWords(one).join(" ") === foldedNameWords(other).join(" ");
}

/** Words of a name that tell it from others: three letters and more. */
export function tellingWords(name: string): readonly string[] {
  return foldedNameWords(name).filter((word) => [...word].length >= 3 && word !== "the" && word !== "and");
}
