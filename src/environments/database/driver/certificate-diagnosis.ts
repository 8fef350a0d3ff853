import { checkServerIdentity, type PeerCertificate } from "node:tls";
import type { Diagnosis } from "./diagnosis.ts";

const DAY = 24 * 60 * 60 * 1000;
/** Time enough to have a certificate renewed. */
const SOON_DAYS = 30;

const RENEW =
  "Whoever runs the server has to renew it: openssl x509 -in server.crt -noout -dates   # on the server";

/**
 * What is to be said of the last day of a server's certificate.
 * @param issuer who vouches for it, where that is known
 */
export function certificateDiagnosis(
  validTo: string,
  now: number = Date.now(),
  issuer?: string,
): Diagnosis | undefined {
  const end = Date.parse(validTo);
  if (!Number.isFinite(end)) return undefined;
  const day = new Date(end).toISOString().slice(0, 10);
  const name = "certificate";
  const of = issuer === undefined ? "" : ` (of ${issuer})`;
  if (end < now)
    return { name, state: "fault", text: `The server's certificate${of} expired on ${day}.`, mend: RENEW };
  const days = Math.floor((end - now) / DAY);
  if (days > SOON_DAYS)
    return { name, state: "ok", text: `The server's certificate${of} is valid until ${day}.` };
  return {
    name,
    state: "warning",
    text: `The server's certificate${of} expires on ${day}, in ${days} days.`,
    mend: RENEW,
  };
}

/** The certificate that a server has shown, and the name by which it was called. */
export interface ShownCertificate {
  readonly certificate: PeerCertificate;
  /** Absent where there is none to compare. */
  readonly host?: string;
}

/** Who vouches for a server's certificate, how long it is valid, and whether it is made for the name by which the server was called. */
export function shownCertificateDiagnoses(
  { certificate, host }: ShownCertificate,
  now: number = Date.now(),
): readonly Diagnosis[] {
  const validity = certificateDiagnosis(certificate.valid_to ?? "", now, issuerOf(certificate));
  const other = host === undefined ? undefined : checkServerIdentity(host, certificate);
  return [
    ...(validity === undefined ? [] : [validity]),
    ...(other === undefined
      ? []
      : [
          {
            name: "certificate",
            state: "warning",
            text: `The server was called ${host}, and its certificate is made for ${namesOf(certificate)}.`,
            mend: "Put a name that is in the certificate into the address, or have one made for this name; verify-full refuses it as it is.",
          } as const,
        ]),
  ];
}

function issuerOf({ issuer, subject, fingerprint256 }: PeerCertificate): string | undefined {
  const shown = [issuer?.CN, issuer?.O].flat().find((each) => each !== undefined);
  if (shown === undefined || fingerprint256 === undefined) return undefined;
  return JSON.stringify(issuer) === JSON.stringify(subject) ? `${shown}, which vouches for itself` : shown;
}

const MOST_NAMES = 3;

function namesOf({ subjectaltname, subject }: PeerCertificate): string {
  const names = (subjectaltname ?? "").split(", ").flatMap((each) => each.replace(/^[^:]+:/u, "") || []);
  const all = names.length > 0 ? names : [subject?.CN].flat().flatMap((each) => each ?? []);
  if (all.length === 0) return "no name";
  const more = all.length > MOST_NAMES ? ` and ${all.length - MOST_NAMES} more` : "";
  return `${all.slice(0, MOST_NAMES).join(", ")}${more}`;
}
