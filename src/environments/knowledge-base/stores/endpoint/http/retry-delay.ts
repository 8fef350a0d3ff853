const BUSY: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** Waiting longer than this for a server is left to the caller. */
const LONGEST = 30_000;

export const isBusy = (status: number): boolean => BUSY.has(status);

/** Milliseconds to wait before the next attempt (0 is the first retry); undefined where `Retry-After` asks for more than 30 s. */
export function retryDelay(
  attempt: number,
  retryAfter: string | null,
  random: () => number = Math.random,
): number | undefined {
  if (retryAfter !== null) {
    const seconds = Number(retryAfter);
    const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(retryAfter) - Date.now();
    if (Number.isFinite(wait)) return wait > LONGEST ? undefined : Math.max(0, wait);
  }
  return 200 * 2 ** attempt * (0.5 + random());
}

/** Whether a connection failed before the server can have sent anything. */
export function neverAnswered(error: unknown): boolean {
  for (let at = error; typeof at === "object" && at !== null; at = (at as { cause?: unknown }).cause) {
    const code = (at as { code?: unknown }).code;
    if (typeof code === "string")
      return /^(?:ECONNREFUSED|ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_CONNECT_TIMEOUT|EAI_AGAIN)$/u.test(
        code,
      );
  }
  return false;
}
