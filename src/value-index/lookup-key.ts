import { foldText } from "../util/fold-text.ts";

/**
 * The text under which a value is filed: folded, and for numeric sources what the number is worth, so that `12.50`, `12.5` and `1,250e-2`
 * meet. Numbers of more than 15 digits stay text, since a float would confuse neighbours.
 */
export function lookupKey(text: string, numeric: boolean): string {
  if (numeric) {
    const number = numberIn(text);
    if (number !== undefined) return String(number);
  }
  return foldText(text);
}

/** The number that a text writes (`1,204`, `12.50`, `-3e4`), or undefined where it is none or has more than 15 digits. */
export function numberIn(text: string): number | undefined {
  // Most texts are none, and one look at how they begin says so.
  if (!/^\s*[+-]?\.?\d/u.test(text)) return undefined;
  const plain = text.trim().replace(/(?<=^[+-]?\d{1,3}(?:[ ,_']\d{3})*)[ ,_'](?=\d{3}(?!\d))/gu, "");
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/iu.test(plain)) return undefined;
  if (plain.replace(/e.*$/iu, "").replace(/\D/gu, "").replace(/^0+/u, "").length > 15) return undefined;
  const number = Number(plain);
  return Number.isFinite(number) ? number + 0 : undefined;
}

const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ["`", "`"],
  ["“", "”"],
  ["„", "“"],
  ["‘", "’"],
  ["«", "»"],
]);

/** The query without surrounding space and one pair of quotes: `" 'Bruce Wayne' "` gives `Bruce Wayne`, `'O''Brien'` gives `O'Brien`. */
export function withoutQuotes(text: string): string {
  const trimmed = text.trim();
  const closing = QUOTES.get(trimmed[0] ?? "");
  if (closing === undefined || trimmed.length < 3 || !trimmed.endsWith(closing)) return trimmed;
  const inner = trimmed.slice(1, -1);
  // A lone quote inside means that there are several quoted parts; doubled it is SQL's way to write one, and between letters an apostrophe.
  const alone = inner.replaceAll(closing + closing, "").replace(/(?<=\p{L})['’](?=\p{L})/gu, "");
  if (alone.includes(closing) || inner.trim() === "") return trimmed;
  return inner.replaceAll(closing + closing, closing).trim();
}
