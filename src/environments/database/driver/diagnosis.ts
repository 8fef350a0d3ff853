/** `fault`: the target cannot be used as it is. `warning`: it can, but somebody should know. */
export type DiagnosisState = "ok" | "warning" | "fault";

/** One check of a server and its finding. */
export interface Diagnosis {
  /** The subject in a word or two: "encryption", "rights". */
  readonly name: string;
  readonly state: DiagnosisState;
  /** One sentence, without credentials. */
  readonly text: string;
  /** The remedy, as text that can be pasted into the engine's own client. */
  readonly mend?: string;
  /** True if the texts name database objects other than the database itself and the role. Not shown under privacy rules. */
  readonly names?: true;
}

/** One check of a server. Undefined if the check does not apply to this server. */
export type Look = () => Promise<Diagnosis | readonly Diagnosis[] | undefined>;

/** Runs all checks. A check that fails becomes a warning under its name, and the others still run. */
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

/** @param oldest the oldest version that Fuxi is tested with, as numbers */
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

/** How a connection is encrypted; `protocol` is undefined for an unencrypted one. */
export interface ShownEncryption {
  readonly protocol: string | undefined;
  readonly isChecked: boolean;
  readonly isLocal: boolean;
  /** The parameter to append to the address so that the certificate is checked. */
  readonly checked: string;
}

export function encryptionDiagnosis({ protocol, isChecked, isLocal, checked }: ShownEncryption): Diagnosis {
  const name = "encryption";
  const mend = `Put ${checked} behind the address.`;
  if (protocol === undefined && isLocal)
    return { name, state: "ok", text: "The connection is not encrypted; it does not leave this machine." };
  if (protocol === undefined) {
    const text = "The connection is not encrypted: whoever is on the way can read it.";
    return { name, state: "warning", text, mend };
  }
  const encrypted = `The connection is encrypted (${protocol})`;
  if (isChecked) return { name, state: "ok", text: `${encrypted}, and the certificate was checked.` };
  const text = `${encrypted}, but nobody checks that the server is the right one.`;
  return { name, state: "warning", text, mend };
}

/** @param isRefused whether the server refused the test write inside the guard */
export function guardDiagnosis(isRefused: boolean): Diagnosis {
  const name = "read-only";
  if (isRefused)
    return { name, state: "ok", text: "A write was tried inside the guard, and the server refused it." };
  const text = "A write inside the guard was not refused: do not use this server until it is known why.";
  return { name, state: "fault", text };
}

/** @param can the role's rights besides reading, as a sentence; undefined for none */
export function rightsDiagnosis(can: string | undefined, mend: string): Diagnosis {
  const name = "rights";
  if (can === undefined) return { name, state: "ok", text: "The role can only read." };
  const text = `${can} A read-only transaction keeps it from writing, but not from all that functions of the database may do: a role that may only SELECT is safer.`;
  return { name, state: "warning", text, mend };
}
