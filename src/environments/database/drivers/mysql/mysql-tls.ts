import { readFileSync } from "node:fs";
import { isIP, type Socket, connect as tcpConnect } from "node:net";
import type { SslOptions } from "mysql2";
import { FuxiError } from "../../../../errors/fuxi-error.ts";

export type MysqlTlsMode = "disable" | "allow" | "prefer" | "require" | "verify-ca" | "verify-full";

/** What an address says of encryption; the files are not read yet. */
export interface MysqlTls {
  readonly mode: MysqlTlsMode;
  /** The authority's certificate; `system`, or absent, for those that Node.js brings. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly passphrase?: string;
}

/** One way to connect: undefined is without encryption. */
export type MysqlTlsChoice = SslOptions | undefined;

/** libpq's names and those of MySQL's clients and of other tools, in small letters. */
const MODES: ReadonlyMap<string, MysqlTlsMode> = new Map([
  ["disable", "disable"],
  ["disabled", "disable"],
  ["false", "disable"],
  ["0", "disable"],
  ["allow", "allow"],
  ["prefer", "prefer"],
  ["preferred", "prefer"],
  ["require", "require"],
  ["required", "require"],
  ["verify-ca", "verify-ca"],
  ["verify_ca", "verify-ca"],
  ["verify-full", "verify-full"],
  ["verify_identity", "verify-full"],
  ["true", "verify-full"],
  ["1", "verify-full"],
  // As Node.js's client library takes it from an address.
  ['{"rejectunauthorized":true}', "verify-full"],
  ['{"rejectunauthorized":false}', "require"],
]);

/**
 * From the parameters of an address, by their names in small letters. `prefer`, where nothing is said, encrypts where the server can.
 * @throws FuxiError `configuration-invalid` for an unknown mode
 */
export function readMysqlTls(parameters: ReadonlyMap<string, string>): MysqlTls {
  const first = (...names: readonly string[]): string | undefined =>
    names.map((name) => parameters.get(name)).find((value) => value !== undefined);
  const [ca, cert] = [first("ssl-ca", "sslrootcert"), first("ssl-cert", "sslcert")];
  const [key, passphrase] = [first("ssl-key", "sslkey"), first("sslpassword")];
  return {
    mode: modeOf(first("ssl-mode", "sslmode", "ssl") ?? "prefer"),
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(passphrase === undefined ? {} : { passphrase }),
  };
}

function modeOf(text: string): MysqlTlsMode {
  const mode = MODES.get(text.toLowerCase());
  if (mode !== undefined) return mode;
  throw new FuxiError("configuration-invalid", "The URL's ssl-mode is not known.", {
    hint: "Write ssl-mode=disable, prefer, require, verify-ca or verify-full.",
  });
}

/** Whether the server's certificate is checked. As with libpq, the name of an authority makes `require` do so. */
export function checksCertificate({ mode, ca }: MysqlTls): boolean {
  return mode === "verify-ca" || mode === "verify-full" || (mode === "require" && ca !== undefined);
}

/**
 * The ways to connect in the order in which they are tried, as libpq does; never encrypted on a socket of this machine.
 * @throws FuxiError `configuration-invalid` for a file that cannot be read
 */
export function mysqlTlsChoices(tls: MysqlTls, isSocket: boolean): readonly MysqlTlsChoice[] {
  if (isSocket || tls.mode === "disable") return [undefined];
  const { ca, cert, key, passphrase } = tls;
  const verifies = checksCertificate(tls);
  const encrypted: SslOptions = {
    rejectUnauthorized: verifies,
    verifyIdentity: tls.mode === "verify-full",
    ...(ca === undefined || ca === "system" || !verifies ? {} : { ca: content("ssl-ca", ca) }),
    ...(cert === undefined ? {} : { cert: content("ssl-cert", cert) }),
    ...(key === undefined ? {} : { key: content("ssl-key", key) }),
    ...(passphrase === undefined ? {} : { passphrase }),
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
 * How to connect to an address in numbers: Node.js compares a certificate with the name that its socket was asked for, and without one with
 * `localhost`. The client library gives no name where it is a number. Undefined where the library's own way is right.
 */
export function socketNamedByAddress(host: string, port: number): (() => Socket) | undefined {
  if (isIP(host) === 0) return undefined;
  return () => {
    const socket = tcpConnect({ host, port, keepAlive: true, noDelay: true });
    return Object.assign(socket, { _host: host });
  };
}

/** The error for a connection that failed over its encryption; undefined where that is not what failed. */
export function mysqlTlsFailure(error: unknown, place: string): FuxiError | undefined {
  const { code = "", message = "" } = error as { readonly code?: unknown; readonly message?: string };
  const denied = (text: string, hint: string): FuxiError => new FuxiError("target-denied", text, { hint });
  if (code === "HANDSHAKE_NO_SSL_SUPPORT") {
    return denied(
      `The MySQL server at ${place} has no encryption.`,
      "Write ssl-mode=prefer or ssl-mode=disable if the way to it is safe.",
    );
  }
  if (code !== "HANDSHAKE_SSL_ERROR") return undefined;
  if (/does not match certificate's altnames|is not in the cert/iu.test(message)) {
    return denied(
      `The certificate of the MySQL server at ${place} is made for another name.`,
      "Use the name that is in the certificate, or ssl-mode=verify-ca, which does not compare it.",
    );
  }
  if (/certificate has expired/iu.test(message)) {
    return denied(
      `The certificate of the MySQL server at ${place} has expired.`,
      "Whoever runs the server must renew it.",
    );
  }
  if (/self[- ]signed|unable to (?:verify|get)|unsuitable|invalid ca|not trusted/iu.test(message)) {
    return denied(
      `The certificate of the MySQL server at ${place} is not trusted.`,
      "Name the certificate of its authority with ssl-ca=/path/to/ca.pem; ssl-mode=require without it encrypts and trusts whoever answers.",
    );
  }
  return denied(
    `No encryption could be agreed on with the MySQL server at ${place}.`,
    "Look at which versions of TLS the server takes; ssl-mode=disable goes without, if the way to it is safe.",
  );
}
