import { FuxiError } from "../../../../errors/fuxi-error.ts";

/** Where the server is and how to reach it, read from a URL. */
export interface MysqlAddress {
  readonly host: string;
  readonly port: number;
  readonly socketPath?: string;
  readonly user: string;
  readonly password: string;
  /** Empty where the URL names none. */
  readonly database: string;
  /** Absent: without TLS. `verifies`: the certificate must be trusted. */
  readonly tls?: { readonly verifies: boolean };
}

const SHAPE = "Write mysql://user:password@host:3306/database, with special characters percent-encoded.";

/** Names of both clients and of other tools; what MySQL's own client calls PREFERRED cannot be told apart from REQUIRED by a client library. */
const TLS_MODES: Readonly<Record<string, { readonly verifies: boolean } | undefined>> = {
  disabled: undefined,
  disable: undefined,
  false: undefined,
  "0": undefined,
  required: { verifies: false },
  require: { verifies: false },
  true: { verifies: true },
  "1": { verifies: true },
  verify_ca: { verifies: true },
  "verify-ca": { verifies: true },
  verify_identity: { verifies: true },
  "verify-full": { verifies: true },
};

/**
 * Reads `mysql://` and `mariadb://` URLs: `?ssl-mode=required|verify_identity|disabled` (or `ssl`, `sslmode`), `?socket=/path`.
 * @throws FuxiError `configuration-invalid`
 */
export function readMysqlUrl(text: string): MysqlAddress {
  if (!URL.canParse(text)) throw invalid("The MySQL URL cannot be read.", SHAPE);
  const url = new URL(text);
  const parameters = new Map([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  const socketPath = parameters.get("socket") ?? parameters.get("socketpath");
  const mode = parameters.get("ssl-mode") ?? parameters.get("sslmode") ?? parameters.get("ssl");
  const tls = mode === undefined ? undefined : tlsOf(mode);
  return {
    host: url.hostname.replace(/^\[(.*)\]$/u, "$1") || "localhost",
    port: url.port === "" ? 3306 : Number(url.port),
    ...(socketPath === undefined ? {} : { socketPath }),
    user: decoded(url.username),
    password: decoded(url.password),
    database: decoded(url.pathname.slice(1)),
    ...(tls === undefined ? {} : { tls }),
  };
}

function tlsOf(mode: string): MysqlAddress["tls"] {
  const key = mode.toLowerCase();
  if (key in TLS_MODES) return TLS_MODES[key];
  throw invalid(
    "The URL's ssl-mode is not known.",
    "Write ssl-mode=required, ssl-mode=verify_identity or ssl-mode=disabled.",
  );
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw invalid("The MySQL URL cannot be read.", SHAPE);
  }
}

function invalid(message: string, hint: string): FuxiError {
  return new FuxiError("configuration-invalid", message, { hint });
}
