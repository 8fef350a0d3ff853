import type { Diagnosis } from "./diagnosis.ts";

const DAY = 24 * 60 * 60 * 1000;
const SOON_DAYS = 21;

/** What is to be said of the last day of a server's certificate. */
export function certificateDiagnosis(validTo: string, now: number = Date.now()): Diagnosis | undefined {
  const end = Date.parse(validTo);
  if (!Number.isFinite(end)) return undefined;
  const day = new Date(end).toISOString().slice(0, 10);
  const name = "certificate";
  if (end < now) return { name, state: "fault", text: `The server's certificate expired on ${day}.` };
  const days = Math.floor((end - now) / DAY);
  if (days > SOON_DAYS) return { name, state: "ok", text: `The server's certificate is valid until ${day}.` };
  return { name, state: "warning", text: `The server's certificate expires on ${day}, in ${days} days.` };
}
