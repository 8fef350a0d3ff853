import { ForbiddenAddress } from "./guarded-lookup.ts";
import type { HttpFailure } from "./http-message.ts";
import { AnswerBroken, BodyTooLarge } from "./http-transport.ts";
import { TokenRefused } from "./oauth-tokens.ts";

/** Codes of errors that occur before anything is sent. */
const NEVER_SENT: readonly string[] = [
  "ENOTFOUND",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_INVALID_ARG",
];

/** Codes of errors that a retry does not fix. */
const PROTOCOL =
  /^(?:HPE_|Z_|ERR_|UND_ERR_(?:INVALID_ARG|HEADERS_OVERFLOW|RESPONSE|REQ_CONTENT_LENGTH|RES_))/u;

const WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: "Its host name is not known.",
  EAI_AGAIN: "Its host name could not be looked up now.",
  ECONNREFUSED: "Nothing listens there.",
  ECONNRESET: "The connection broke off.",
  UND_ERR_SOCKET: "The connection broke off.",
  UND_ERR_CONNECT_TIMEOUT: "It did not answer in time.",
};

/** Turns an error of the transport into a failure, without addresses and secrets. */
export function failureOf(error: unknown, scrub: (text: string) => string): HttpFailure {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof ForbiddenAddress) {
      return {
        kind: "forbidden-address",
        message: "The host leads to a private address, which is not allowed.",
        maybeSent: false,
      };
    }
    if (at instanceof AnswerBroken) return { kind: "unreachable", message: at.message, maybeSent: true };
    if (at instanceof BodyTooLarge) return { kind: "too-large", message: at.message, maybeSent: true };
    if (at instanceof TokenRefused)
      return { kind: "credentials", message: scrub(at.message), maybeSent: false };
  }
  const code = codeOf(error);
  const certificate = /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY/u.test(code);
  if (certificate)
    return { kind: "protocol", message: `Its certificate cannot be trusted (${code}).`, maybeSent: false };
  const maybeSent = !NEVER_SENT.includes(code);
  if (code === "UND_ERR_INVALID_ARG") {
    const message = "The request cannot be written: a header holds characters that headers cannot hold.";
    return { kind: "protocol", message, maybeSent };
  }
  if (PROTOCOL.test(code))
    return { kind: "protocol", message: `The server's answer cannot be read (${code}).`, maybeSent };
  const why = WORDS[code] ?? (code === "" ? "" : `(${code})`);
  return { kind: "unreachable", message: `The server cannot be reached. ${why}`.trim(), maybeSent };
}

/** The code of an error, or of what caused it; empty where there is none. */
export function codeOf(error: unknown): string {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code } = at as NodeJS.ErrnoException;
    if (typeof code === "string") return code;
    if (at instanceof AggregateError && at.errors[0] instanceof Error) return codeOf(at.errors[0]);
  }
  return "";
}
