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

/** The text with at most `most` characters, and a word that something was left out. */
export function clipped(text: string, most: number): string {
  const whole = text.trim();
  if (whole.length <= most) return whole;
  return `${whole.slice(0, most).trimEnd()} … (${whole.length - most} more characters)`;
}

/** The same for a text of several lines, in whole lines: half a row says something wrong. A first line that is too long by itself is cut. */
export function clippedLines(text: string, most: number): string {
  const whole = text.trim();
  if (whole.length <= most) return whole;
  const [first = "", ...lines] = whole.split("\n");
  if (first.length > most) return clipped(whole, most);
  let { length } = first;
  const fitting = lines.findIndex((line) => {
    length += line.length + 1;
    return length > most;
  });
  const kept = [first, ...lines.slice(0, fitting)];
  return `${kept.join("\n")}\n… (${lines.length - fitting} more lines)`;
}
