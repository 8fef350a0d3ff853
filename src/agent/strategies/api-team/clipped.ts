/** The text with at most `most` characters, and a word that something was left out. */
export function clipped(text: string, most: number): string {
  const whole = text.trim();
  if (whole.length <= most) return whole;
  return `${whole.slice(0, most).trimEnd()} … (${whole.length - most} more characters)`;
}
