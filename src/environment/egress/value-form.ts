import type { Withheld } from "./egress-level.ts";

/** What stands for a value of which nothing is told. */
export const UNTOLD = "•";

/** Longer forms would tell texts apart by their length and their words. */
const LONGEST_FORM = 12;

/** What is told of a value: nothing, or its first 12 characters with letters as x or X and digits as 9. A form is its own form. */
export function valueForm(text: string, level: Withheld): string {
  if (level === "schema") return UNTOLD;
  const form = [...text].slice(0, LONGEST_FORM + 1).map(formOf);
  return form.length > LONGEST_FORM ? `${form.slice(0, LONGEST_FORM - 1).join("")}…` : form.join("");
}

function formOf(character: string): string {
  if (/\p{Nd}|\p{No}|\p{Nl}/u.test(character)) return "9";
  if (/\p{Lu}|\p{Lt}/u.test(character)) return "X";
  if (/\p{L}|\p{M}/u.test(character)) return "x";
  return character === UNTOLD || /[\p{P}\p{Zs}$+<=>^|~]/u.test(character) ? character : "?";
}
