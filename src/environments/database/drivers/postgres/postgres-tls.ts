import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { type ConnectionOptions, rootCertificates } from "node:tls";
import { FuxiError } from "../../../../errors/fuxi-error.ts";

const MODES = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full", "no-verify"] as const;
type TlsMode = (typeof MODES)[number];

/** What an address says of encryption, by libpq's names; PGSSLMODE, … stand in for what is absent. */
export interface PostgresTls {
  readonly sslmode?: string | undefined;
  readonly sslrootcert?: string | undefined;
  readonly sslcert?: string | undefined;
  readonly sslkey?: string | undefined;
  readonly sslpassword?: string | undefined;
}

/** One way to connect: `false` is without encryption. */
export type TlsChoice = ConnectionOptions | false;

/**
 * The ways to connect in the order in which libpq tries them, as far as the modes of its manual go. `prefer`, which is meant where nothing is
 * said, encrypts where the server can; only `verify-ca` and `verify-full`, or a root certificate, make sure of whom it talks to.
 *
 * @throws FuxiError `configuration-invalid` for an unknown mode, or a file that cannot be read
 */
export function tlsChoices(given: PostgresTls, host: string): readonly TlsChoice[] {
  // libpq does not encrypt on sockets of the machine.
  if (host.startsWith("/")) return [false];
  const mode = modeOf(given.sslmode ?? process.env.PGSSLMODE ?? "prefer");
  if (mode === "disable") return [false];
  const encrypted = encryption(mode, given);
  if (mode === "allow") return [false, encrypted];
  return mode === "prefer" ? [encrypted, false] : [encrypted];
}

function modeOf(text: string): TlsMode {
  const mode = MODES.find((each) => each === text);
  if (mode !== undefined) return mode;
  throw new FuxiError("configuration-invalid", `There is no sslmode ${text}.`, {
    hint: `Write one of ${MODES.slice(0, 6).join(", ")}.`,
  });
}

function encryption(mode: TlsMode, given: PostgresTls): ConnectionOptions {
  const own = join(homedir(), ".postgresql");
  const root = given.sslrootcert ?? process.env.PGSSLROOTCERT ?? existing(join(own, "root.crt"));
  const certificate = given.sslcert ?? process.env.PGSSLCERT ?? existing(join(own, "postgresql.crt"));
  const key = given.sslkey ?? process.env.PGSSLKEY ?? existing(join(own, "postgresql.key"));
  const verifies =
    mode === "verify-full" || mode === "verify-ca" || (mode === "require" && root !== undefined);
  if (verifies && root === undefined) {
    throw new FuxiError("configuration-invalid", `sslmode=${mode} needs the certificate of an authority.`, {
      hint: "Name its file with sslrootcert=/path/to/root.crt, or write sslrootcert=system for those that the system trusts.",
    });
  }
  return {
    rejectUnauthorized: verifies,
    ...(root === undefined || !verifies
      ? {}
      : { ca: root === "system" ? [...rootCertificates] : content("sslrootcert", root) }),
    ...(certificate === undefined ? {} : { cert: content("sslcert", certificate) }),
    ...(key === undefined ? {} : { key: content("sslkey", key) }),
    ...(given.sslpassword === undefined ? {} : { passphrase: given.sslpassword }),
    // Only verify-full compares names.
    ...(mode === "verify-full" ? {} : { checkServerIdentity: () => undefined }),
  };
}

function existing(path: string): string | undefined {
  return existsSync(path) ? path : undefined;
}

function content(name: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    throw new FuxiError("configuration-invalid", `The file that ${name} names cannot be read.`, {
      hint: "Check its path and who may read it.",
    });
  }
}

const UNTRUSTED = /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|ERR_TLS_CERT)/u;

/** The error for a connection that failed over its encryption; undefined where that is not what failed. */
export function tlsFailure(error: unknown, place: string): FuxiError | undefined {
  const { code = "", message = "" } = error as { readonly code?: string; readonly message?: string };
  if (/does not support SSL/iu.test(message)) {
    return new FuxiError("target-denied", `The PostgreSQL server at ${place} does not encrypt connections.`, {
      hint: "Write sslmode=prefer or sslmode=disable if the way to it is safe.",
    });
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    return new FuxiError(
      "target-denied",
      `The certificate of the PostgreSQL server at ${place} is made for another name.`,
      {
        hint: "Use the name that is in the certificate, or sslmode=verify-ca, which does not compare it.",
      },
    );
  }
  if (code === "CERT_HAS_EXPIRED") {
    return new FuxiError(
      "target-denied",
      `The certificate of the PostgreSQL server at ${place} has expired.`,
      {
        hint: "Whoever runs the server must renew it.",
      },
    );
  }
  if (UNTRUSTED.test(code)) {
    return new FuxiError(
      "target-denied",
      `The certificate of the PostgreSQL server at ${place} is not trusted.`,
      {
        hint: "Name the certificate of its authority with sslrootcert=/path/to/root.crt; sslmode=require without it encrypts and trusts whoever answers.",
      },
    );
  }
  if (/no encryption|SSL off/iu.test(message)) {
    return new FuxiError(
      "target-denied",
      `The PostgreSQL server at ${place} takes this role only encrypted.`,
      {
        hint: "Write sslmode=require.",
      },
    );
  }
  if (/client certificate|certificate required|unknown ca/iu.test(message)) {
    return new FuxiError(
      "target-denied",
      `The PostgreSQL server at ${place} wants a certificate of its client.`,
      {
        hint: "Name the files with sslcert=/path/to/client.crt and sslkey=/path/to/client.key.",
      },
    );
  }
  return undefined;
}

/** Whether the next way to connect may be tried after this failure, as libpq does: encryption failed, or the server's rules want the other. */
export function mayTryOtherWay(error: unknown): boolean {
  const { code = "", message = "" } = error as { readonly code?: string; readonly message?: string };
  return (
    code === "28000" || /^(?:ERR_SSL|EPROTO|ERR_TLS)/u.test(code) || /does not support SSL/iu.test(message)
  );
}
