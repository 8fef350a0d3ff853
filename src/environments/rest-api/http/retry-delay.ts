/** Statuses after which the same request may succeed a little later. */
export const WORTH_RETRYING: readonly number[] = [429, 503];

const FIRST_MS = 500;

/** What `Retry-After` asks for, in milliseconds: seconds or a date. Undefined where it says nothing. */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined || header.trim() === "") return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Doubling from half a second, with up to a quarter more so that clients do not march in step. */
export function backoff(attempt: number, random: () => number): number {
  return FIRST_MS * 2 ** (attempt - 1) * (1 + random() / 4);
}
