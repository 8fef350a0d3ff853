import { InvalidArgumentError } from "commander";
import { secondsIn } from "../config/duration.ts";

/** Reads a number that has to pass a test. */
function numberIn(text: string, wanted: string, fits: (value: number) => boolean): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value) && fits(value)) return value;
  throw new InvalidArgumentError(`${wanted} is wanted.`);
}

export const positive = (text: string): number => numberIn(text, "A number above 0", (value) => value > 0);

export const notNegative = (text: string): number =>
  numberIn(text, "A number of 0 or more", (value) => value >= 0);

export const port = (text: string): number =>
  numberIn(
    text,
    "A port from 0 to 65535",
    (value) => Number.isInteger(value) && value >= 0 && value <= 65_535,
  );

function whole(text: string, least: number): number {
  const wanted = `A whole number of ${least} or more`;
  return numberIn(text, wanted, (value) => Number.isSafeInteger(value) && value >= least);
}

export const wholeNumber = (text: string): number => whole(text, 1);
export const wholeOrZero = (text: string): number => whole(text, 0);

/** `24h`, `90m`, `7d`, in seconds. */
export function duration(text: string): number {
  const seconds = secondsIn(text);
  if (seconds !== undefined) return seconds;
  throw new InvalidArgumentError("A time such as 24h, 90m or 7d is wanted.");
}

/** Values of an option that may be repeated. */
export const several = (value: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  value,
];
