import { ForbiddenAddress } from "./guarded-lookup.ts";
import type { HttpFailure } from "./http-message.ts";
import { TokenRefused } from "./oauth-tokens.ts";
import { BodyTooLarge } from "./read-body.ts";

/** Codes of errors that come before anything was sent. */
const NEVER_SENT: readonly string[] = [
  "ENOTFOUND",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
];

const WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: "Its host name is not known.",
  EAI_AGAIN: "Its host name could not be looked up now.",
  ECONNREFUSED: "Nothing listens there.",
  ECONNRESET: "The connection broke off.",
  UND_ERR_SOCKET: "The connection broke off.",
  UND_ERR_CONNECT_TIMEOUT: "It did not answer in time.",
};

/** What an error of the transport means, without addresses and secrets. */
export function failureOf(error: unknown, scrub: (text: string) => string): HttpFailure {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof ForbiddenAddress) {
      return {
        kind: "forbidden-address",
        message: "The host leads to a private address, which is not allowed.",
        maybeSent: false,
      };
    }
    if (at instanceof BodyTooLarge) return { kind: "too-large", message: at.message, maybeSent: true };
    if (at instanceof TokenRefused)
      return { kind: "credentials", message: scrub(at.message), maybeSent: false };
  }
  const code = codeOf(error);
  const certificate = /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY/u.test(code);
  if (certificate)
    return { kind: "protocol", message: `Its certificate cannot be trusted (${code}).`, maybeSent: false };
  const http =
    code.startsWith("HPE_") ||
    code.startsWith("Z_") ||
    code.startsWith("ERR_") ||
    code === "UND_ERR_INVALID_ARG";
  return {
    kind: http ? "protocol" : "unreachable",
    message: `The server cannot be reached. ${WORDS[code] ?? (code === "" ? "" : `(${code})`)}`.trim(),
    maybeSent: !NEVER_SENT.includes(code),
  };
}

function codeOf(error: unknown): string {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code } = at as NodeJS.ErrnoException;
    if (typeof code === "string") return code;
    if (at instanceof AggregateError && at.errors[0] instanceof Error) return codeOf(at.errors[0]);
  }
  return "";
}
