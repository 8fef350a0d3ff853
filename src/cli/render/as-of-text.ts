import type { Evidence } from "../../environment/answer.ts";

/**
 * When the data was as an answer shows it, in local time, for a person: `As of 16:02:11`, with the day where it is another than today, and with the
 * environments where they differ. Undefined where no environment tells.
 */
export function asOfText(evidence: readonly Evidence[], now: Date = new Date()): string | undefined {
  const told = evidence.flatMap(({ environment, asOf }) =>
    asOf === undefined ? [] : [{ environment, time: localTime(new Date(asOf), now) }],
  );
  const times = [...new Set(told.map(({ time }) => time))];
  if (times.length === 0) return undefined;
  if (times.length === 1) return `As of ${times[0]}`;
  return `As of ${told.map(({ environment, time }) => `${time} (${environment})`).join(", ")}`;
}

/** `16:02:11`, with the day where it is another than today. */
export function localTime(at: Date, now: Date = new Date()): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(":");
  if (at.toDateString() === now.toDateString()) return time;
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${time}`;
}
