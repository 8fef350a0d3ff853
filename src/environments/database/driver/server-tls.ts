import { readFileSync } from "node:fs";
import { FuxiError } from "../../../errors/fuxi-error.ts";

type TlsMode = "disable" | "allow" | "prefer" | "require" | "verify-ca" | "verify-full";

/** The TLS settings of an address; the files are not read yet. */
export interface ServerTls {
  readonly mode: TlsMode;
  /** The authority's certificate file; `system` or absent for Node.js's own authorities. */
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly passphrase?: string | undefined;
}

/** One way to connect; undefined means unencrypted. */
export type TlsChoice =
  | {
      readonly rejectUnauthorized: boolean;
      /** Whether the certificate must be issued for the host name. */
      readonly verifyIdentity: boolean;
      readonly ca?: string;
      readonly cert?: string;
      readonly key?: string;
      readonly passphrase?: string;
    }
  | undefined;

/** Mode names of libpq, MySQL's clients and other tools, in lower case. */
const MODES: ReadonlyMap<string, TlsMode> = new Map([
  ...(["disable", "allow", "prefer", "require", "verify-ca", "verify-full"] as const).map(
    (mode) => [mode, mode] as const,
  ),
  ["disabled", "disable"],
  ["false", "disable"],
  ["0", "disable"],
  ["preferred", "prefer"],
  ["required", "require"],
  ["no-verify", "require"],
  ["verify_ca", "verify-ca"],
  ["verify_identity", "verify-full"],
  ["true", "verify-full"],
  ["1", "verify-full"],
  ["", "verify-full"],
  // As Node.js's client library reads it from an address.
  ['{"rejectunauthorized":true}', "verify-full"],
  ['{"rejectunauthorized":false}', "require"],
]);

/**
 * @param parameter the address's name for the mode
 * @throws FuxiError `configuration-invalid` for an unknown mode
 */
export function tlsMode(text: string, parameter: string): TlsMode {
  const mode = MODES.get(text.toLowerCase());
  if (mode !== undefined) return mode;
  throw new FuxiError("configuration-invalid", `The ${parameter} of the address is not known.`, {
    hint: `Write ${parameter}=disable, allow, prefer, require, verify-ca or verify-full.`,
  });
}

/** Whether the server's certificate is checked. As with libpq, the name of an authority makes `require` do so. */
export function checksCertificate({ mode, ca }: ServerTls): boolean {
  return mode === "verify-ca" || mode === "verify-full" || (mode === "require" && ca !== undefined);
}

/**
 * The ways to connect, in libpq's order; local sockets are never encrypted. `prefer`, the default, encrypts if the server can.
 * @param names the address's names for the files
 * @throws FuxiError `configuration-invalid` for a file that cannot be read
 */
export function tlsChoices(
  tls: ServerTls,
  isSocket: boolean,
  names: { readonly ca: string; readonly cert: string; readonly key: string },
): readonly TlsChoice[] {
  if (isSocket || tls.mode === "disable") return [undefined];
  const verifies = checksCertificate(tls);
  const files = (["ca", "cert", "key"] as const).flatMap((file) => {
    const path = tls[file];
    const isLeftOut = path === undefined || (file === "ca" && (path === "system" || !verifies));
    return isLeftOut ? [] : [[file, content(names[file], path)]];
  });
  const encrypted: TlsChoice = {
    rejectUnauthorized: verifies,
    verifyIdentity: tls.mode === "verify-full",
    ...(Object.fromEntries(files) as Readonly<Record<string, string>>),
    ...(tls.passphrase === undefined ? {} : { passphrase: tls.passphrase }),
  };
  if (tls.mode === "allow") return [undefined, encrypted];
  return tls.mode === "prefer" ? [encrypted, undefined] : [encrypted];
}

function content(name: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new FuxiError("configuration-invalid", `The file that ${name} names cannot be read.`, {
      hint: "Check its path and who may read it.",
    });
  }
}

/**
 * The first choice that the server accepts. The last choice is returned untried.
 * @param mayTryOther whether a failure allows the next choice
 */
export async function firstThatConnects(
  choices: readonly TlsChoice[],
  connect: (choice: TlsChoice) => Promise<unknown>,
  mayTryOther: (error: unknown, choice: TlsChoice) => boolean,
): Promise<TlsChoice> {
  for (const choice of choices.slice(0, -1)) {
    try {
      await connect(choice);
      return choice;
    } catch (error) {
      if (!mayTryOther(error, choice)) return choice;
    }
  }
  return choices.at(-1);
}
