/** `fault`: the target cannot be used as it is. `warning`: it can, but somebody should know. */
export type DiagnosisState = "ok" | "warning" | "fault";

/** One thing that was looked at on a server, and what was found. */
export interface Diagnosis {
  /** What was looked at, in a word or two: "encryption", "rights". */
  readonly name: string;
  readonly state: DiagnosisState;
  /** One sentence, without credentials. */
  readonly text: string;
  /** How to mend it, as text that can be pasted into the engine's own client. */
  readonly mend?: string;
  /** True where the texts name anything of the database but itself and the role: not shown under privacy rules. */
  readonly names?: true;
}

/** What one look at a server gives, or nothing where this server has no such thing. */
export type Look = () => Promise<Diagnosis | readonly Diagnosis[] | undefined>;

/** The results of several looks. One that fails is told as a warning under its name, and the others are still taken. */
export async function takeLooks(looks: Readonly<Record<string, Look>>): Promise<readonly Diagnosis[]> {
  const found: Diagnosis[] = [];
  for (const [name, look] of Object.entries(looks)) {
    try {
      found.push(...[(await look()) ?? []].flat());
    } catch (error) {
      if ((error as { readonly code?: unknown }).code === "cancelled") throw error;
      found.push({ name, state: "warning", text: "This could not be found out from this server." });
    }
  }
  return found;
}

/** @param oldest the oldest version with which Fuxi is tested, as numbers */
export function versionDiagnosis(
  server: string,
  version: string,
  oldest: readonly [number, number],
): Diagnosis {
  const [, major = 0, minor = 0] = (/(\d+)(?:\.(\d+))?/u.exec(version) ?? []).map(Number);
  const isOld = major < oldest[0] || (major === oldest[0] && minor < oldest[1]);
  const text = isOld ? ` is older than ${oldest.join(".")}, with which Fuxi is tested.` : "";
  return { name: "version", state: isOld ? "warning" : "ok", text: `${server} ${version}${text}` };
}

/** How a connection is encrypted; `protocol` undefined for one that is not. */
export interface ShownEncryption {
  readonly protocol: string | undefined;
  readonly isChecked: boolean;
  readonly isLocal: boolean;
  /** The last day of the server's certificate, as the server or the socket says it. */
  readonly validTo?: string | undefined;
  /** What to put behind the address to have the certificate checked. */
  readonly checked: string;
}

export function encryptionDiagnoses(
  { protocol, isChecked, isLocal, validTo = "", checked }: ShownEncryption,
  now: number = Date.now(),
): readonly Diagnosis[] {
  const name = "encryption";
  const mend = `Put ${checked} behind the address.`;
  if (protocol === undefined && isLocal)
    return [{ name, state: "ok", text: "The connection is not encrypted; it does not leave this machine." }];
  if (protocol === undefined) {
    const text = "The connection is not encrypted: whoever is on the way can read it.";
    return [{ name, state: "warning", text, mend }];
  }
  const end = Date.parse(validTo);
  const encrypted = `The connection is encrypted (${protocol})`;
  return [
    isChecked
      ? { name, state: "ok", text: `${encrypted}, and the certificate was checked.` }
      : {
          name,
          state: "warning",
          text: `${encrypted}, but nobody checks that the server is the right one.`,
          mend,
        },
    ...(Number.isFinite(end) ? [certificateDiagnosis(end, now)] : []),
  ];
}

const DAY = 24 * 60 * 60 * 1000;
/** Time enough to have a certificate renewed. */
const SOON_DAYS = 30;

function certificateDiagnosis(end: number, now: number): Diagnosis {
  const day = new Date(end).toISOString().slice(0, 10);
  const name = "certificate";
  const days = Math.floor((end - now) / DAY);
  if (days > SOON_DAYS) return { name, state: "ok", text: `The server's certificate is valid until ${day}.` };
  return {
    name,
    state: end < now ? "fault" : "warning",
    text: `The server's certificate ${end < now ? `expired on ${day}` : `expires on ${day}, in ${days} days`}.`,
    mend: "Whoever runs the server has to renew it: openssl x509 -in server.crt -noout -dates   # on the server",
  };
}

/** @param isRefused whether the server refused the write that was tried inside the guard */
export function guardDiagnosis(isRefused: boolean): Diagnosis {
  const name = "read-only";
  if (isRefused)
    return { name, state: "ok", text: "A write was tried inside the guard, and the server refused it." };
  const text = "A write inside the guard was not refused: do not use this server until it is known why.";
  return { name, state: "fault", text };
}

/** @param can what the role can do besides reading, as a sentence; undefined for nothing */
export function rightsDiagnosis(can: string | undefined, mend: string): Diagnosis {
  const name = "rights";
  if (can === undefined) return { name, state: "ok", text: "The role can only read." };
  const text = `${can} Fuxi's guard keeps it from that; a role that cannot is the safer one.`;
  return { name, state: "warning", text, mend };
}

/** Questions such as "today" mean another day then. */
const MOST_SECONDS_APART = 60;

/** @param serverTime milliseconds since 1970, asked a moment ago */
export function clockDiagnosis(serverTime: number, now: number = Date.now()): Diagnosis {
  const name = "clock";
  const apart = Math.round(Math.abs(serverTime - now) / 1000);
  if (apart <= MOST_SECONDS_APART) return { name, state: "ok", text: "The server's clock agrees." };
  const side = serverTime < now ? "behind" : "ahead of";
  const text = `The server's clock is ${apart} seconds ${side} this machine's: "today" may be another day there.`;
  return { name, state: "warning", text, mend: "timedatectl set-ntp true   # on the machine that is wrong" };
}
