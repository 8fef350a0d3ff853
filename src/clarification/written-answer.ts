import type { Reading } from "../trajectory/clarification.ts";

export interface WrittenAnswer {
  readonly text: string;
  /** Place of the chosen reading, from 0. */
  readonly choice?: number;
}

/**
 * An answer as somebody wrote it: the number of a reading, counted from 1, or words. Undefined for a number that no reading has, and for nothing.
 */
export function writtenAnswer(written: string, readings: readonly Reading[]): WrittenAnswer | undefined {
  const text = written.trim();
  if (text === "") return undefined;
  // A reading may be called by a number itself, such as a year.
  const named = readings.some((reading) => [reading.text, reading.replacement].includes(text));
  if (readings.length === 0 || named || !/^\d+$/u.test(text)) return { text };
  const choice = Number(text) - 1;
  const reading = readings[choice];
  if (reading !== undefined) return { text: reading.replacement ?? reading.text, choice };
  // Two digits and more are rather a year or an amount in the person's own words.
  return text.length > 1 ? { text } : undefined;
}
