import type { Diagnosis } from "./diagnosis.ts";

/** Questions such as "today" mean another day then, and tokens that expire are refused. */
const MOST_SECONDS_APART = 60;

/** @param serverTime ISO 8601 or milliseconds since 1970, asked a moment ago */
export function clockDiagnosis(serverTime: string | number, now: number = Date.now()): Diagnosis | undefined {
  const time = typeof serverTime === "number" ? serverTime : Date.parse(serverTime);
  if (!Number.isFinite(time)) return undefined;
  const apart = Math.round(Math.abs(time - now) / 1000);
  if (apart <= MOST_SECONDS_APART) return { name: "clock", state: "ok", text: "The server's clock agrees." };
  const side = time < now ? "behind" : "ahead of";
  return {
    name: "clock",
    state: "warning",
    text: `The server's clock is ${apart} seconds ${side} this machine's: "today" may be another day there.`,
    mend: "timedatectl set-ntp true   # on the machine that is wrong",
  };
}
