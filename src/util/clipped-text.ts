/** Cuts a long text after `most` characters and appends its full length: `…(1,234 characters)`. */
export function clippedText(text: string, most: number): string {
  return text.length > most ? clippedAt(startOf(text, most), text.length, "characters") : text;
}

/** The start of a longer text or blob, with the full length. */
export function clippedAt(start: string, length: number, unit: "characters" | "bytes"): string {
  return `${start}…(${length.toLocaleString("en")} ${unit})`;
}

/** At most this many UTF-16 units, without half of a surrogate pair. */
export function startOf(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/u, "");
}

/** The text in at most this many characters, with a final `…` if it was cut. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${startOf(text, most - 1)}…` : text;
}

/** The trimmed text, cut after `most` characters with a note that it was cut. */
export function clipped(text: string, most: number): string {
  const whole = text.trim();
  if (whole.length <= most) return whole;
  return `${whole.slice(0, most).trimEnd()} … (${whole.length - most} more characters)`;
}

/** Like `clipped`, in whole lines, as half a row would mislead. A first line that is too long by itself is cut. */
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
