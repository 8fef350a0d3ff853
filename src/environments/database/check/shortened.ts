/** Characters of a constant, and of a condition, that a message repeats. */
const LONGEST_CONSTANT = 80;
const LONGEST_PART = 200;

const CONSTANT = /(?<![\p{L}\p{N}'])'(?:[^']|'')*'/gu;

/** The message with long constants cut, and with the part that it is about cut where that is long altogether. */
export function shortened(message: string, part?: string): string {
  const whole =
    part !== undefined && part.length > LONGEST_PART
      ? message.replaceAll(part, () => cut(part, LONGEST_PART))
      : message;
  return whole.replace(CONSTANT, (text) =>
    text.length > LONGEST_CONSTANT + 2 ? `${cut(text, LONGEST_CONSTANT)}'` : text,
  );
}

function cut(text: string, most: number): string {
  // The last one may be the first half of a character that two code units write.
  return `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/u, "")}…`;
}
