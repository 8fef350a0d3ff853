/** A text that is too long to be shown is cut after `most` characters and says how long it is: `…(1,234 characters)`. */
export function clippedText(text: string, most: number): string {
  return text.length > most ? clippedAt(startOf(text, most), text.length, "characters") : text;
}

/** The start of something longer, with the length of all of it. */
export function clippedAt(start: string, length: number, unit: "characters" | "bytes"): string {
  return `${start}…(${length.toLocaleString("en")} ${unit})`;
}

/** At most so many characters, and not half of one that two code units write. */
export function startOf(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/u, "");
}
