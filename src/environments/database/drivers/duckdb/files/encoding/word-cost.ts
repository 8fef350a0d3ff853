import { COMMON_LETTERS, LATIN_LANGUAGES } from "./languages.ts";

/** How unlike a text something reads. */
export interface WordCost {
  /** 0 for what reads well, 1 for what does not, `NO_TEXT` where bytes stand for nothing. */
  readonly cost: number;
  /** Of a word in Latin letters: the languages that have all of them, by their places in `LATIN_LANGUAGES`; each is as good as the others. */
  readonly languages?: readonly number[];
}

/** Where bytes stand for nothing. */
export const NO_TEXT = 2;
const BAD: WordCost = { cost: 1 };
const RARE_LETTERS = 0.5;
/** Controls (but for the line end of mainframes), characters of private use, and what stands for no character. */
const NOTHING = /[\u0080-\u0084\u0086-\u009f\ufffd\ue000-\uf8ff]/u;
/** What may stand between two letters. */
const JOINTS = "’·\u00ad\u200c\u200d\u200e\u200f";
const ORDINARY = `${JOINTS}“”„‘‚«»‹›–—…•°²³¹£€¥§©®™¿¡\u00a0½¼¾±µ×†№ªº`;
/** What hardly ever stands right behind a letter. */
const NOT_BEHIND = "¿¡„‚«‹‘†";
const SCRIPTS = Object.entries(COMMON_LETTERS).map(([name, common]) => ({
  pattern: new RegExp(`\\p{Script=${name}}`, "u"),
  common,
}));
const LANGUAGES = LATIN_LANGUAGES.map((letters) => new Set(letters));
const PORTUGUESE = LATIN_LANGUAGES.findIndex((letters) => letters.startsWith("ãõ"));
/** It has ã and õ before e, i, o and at the end: those of other languages that are taken for it stand elsewhere. */
const NOT_PORTUGUESE = /ã(?![eios]|$)|õ(?!e)/iu;

/** How well a stretch of text reads that has characters beyond ASCII: scripts, capitals and signs in their places, letters of one language. */
export function wordCost(text: string): WordCost {
  if (NOTHING.test(text)) return { cost: NO_TEXT };
  if (signsAreOdd([...text])) return BAD;
  const runs = (text.match(/[\p{L}\p{M}]+/gu) ?? []).filter((run) => /[^\0-\u007fªº]/u.test(run));
  const costs = runs.map(runCost);
  const cost = Math.max(0, ...costs.map((each) => each.cost));
  const languages = costs.flatMap((each) => (each.languages === undefined ? [] : [each.languages]));
  const [first, ...others] = languages;
  if (first === undefined) return { cost };
  const shared = first.filter((at) => others.every((each) => each.includes(at)));
  return { cost, languages: shared.length > 0 ? shared : first };
}

function signsAreOdd(characters: readonly string[]): boolean {
  return characters.some((character, at) => {
    if (character <= "\u007f" || (isLetter(character) && !"ªº".includes(character))) return false;
    const before = isLetter(characters[at - 1]);
    const after = isLetter(characters[at + 1]);
    if (NOT_BEHIND.includes(character) && before) return true;
    if (!before || !after) return !ORDINARY.includes(character);
    const isDash = "–—".includes(character) && /\p{Lu}/u.test(characters[at + 1] ?? "");
    return !isDash && !JOINTS.includes(character) && !/[ªº“”«»…•\u00a0]/u.test(character);
  });
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{M}]/u.test(character);
}

function runCost(run: string): WordCost {
  if (capitalsAreOdd(run)) return BAD;
  const letters = [...run];
  if (/^[\p{Script=Latin}ªº]+$/u.test(run)) {
    // Letters of a wrong encoding stand side by side; of a right one there are one or two.
    if (/[^\0-\u007f]{3}/u.test(run)) return BAD;
    const beyond = letters.filter((letter) => letter > "\u007f" && !"ªº".includes(letter));
    const languages = [...LANGUAGES.keys()].filter(
      (at) =>
        beyond.every((letter) => isOf(LANGUAGES[at], letter)) &&
        !(at === PORTUGUESE && NOT_PORTUGUESE.test(run)),
    );
    return languages.length === 0 ? BAD : { cost: 0, languages };
  }
  for (const { pattern, common } of SCRIPTS) {
    if (!letters.every((letter) => pattern.test(letter) || /\p{M}/u.test(letter))) continue;
    const rare = letters.filter((letter) => !common.includes(letter.toLowerCase())).length;
    return { cost: (RARE_LETTERS * rare) / letters.length };
  }
  return BAD;
}

function isOf(language: ReadonlySet<string> | undefined, letter: string): boolean {
  // The capital of ı has a dot of its own in lower case.
  return language?.has(letter === "İ" ? "ı" : letter.toLowerCase()) ?? false;
}

/** A capital behind a small letter, or a small one behind capitals, where one of them is beyond ASCII. */
function capitalsAreOdd(run: string): boolean {
  const behind = /\p{Ll}\p{Lu}/u.exec(run)?.[0] ?? "";
  if (/[^\0-\u007fß]/u.test(behind)) return true;
  const shouted = /\p{Lu}{2}\p{Ll}/u.exec(run)?.[0].at(-1) ?? "";
  return shouted > "\u007f" && shouted !== "ß";
}
