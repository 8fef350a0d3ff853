/** Letters that Unicode does not decompose into a base letter and a mark, and punctuation with several spellings. */
const REPLACEMENTS: ReadonlyMap<string, string> = new Map(
  `łl øo ßss æae œoe đd ðd þth ħh ıi ŧt ςσ ‘' ’' ʼ' \`' ´' “" ”" „" ‐- ‑- ‒- –- —- −-`
    .split(" ")
    .map(([letter = "", ...other]) => [letter, other.join("")]),
);
const REPLACED = new RegExp(`[${[...REPLACEMENTS.keys()].join("")}]`, "gu");

/**
 * The text without case, accents and superfluous space, for comparing what people type with what is stored: `"  Łódź – Śródmieście "`
 * becomes `"lodz - srodmiescie"`. Marks that make another letter outside the Latin, Greek and Cyrillic scripts (Devanagari vowels, kana
 * voicing) stay. Equal texts stay equal; the result is stable under a second fold.
 */
export function foldText(text: string): string {
  return squeeze(isAscii(text) ? text.toLowerCase().replaceAll("`", "'") : foldUnicode(text));
}

function foldUnicode(text: string): string {
  // The acute accent would decompose into a space and a mark, so punctuation goes first; letters go last, after they have lost their marks.
  return text
    .replace(REPLACED, replacement)
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/gu, "")
    .toLowerCase()
    .replace(REPLACED, replacement)
    .replace(/[\u0300-\u036f]/gu, "")
    .normalize("NFC");
}

function replacement(letter: string): string {
  return REPLACEMENTS.get(letter) ?? letter;
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

function squeeze(text: string): string {
  return /^\s|\s$|\s\s|[^\S ]/u.test(text) ? text.trim().replace(/\s+/gu, " ") : text;
}

/** Words without case, punctuation and spacing, for comparing what people and policies wrote. */
export function foldedWords(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
