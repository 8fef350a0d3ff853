import { FuxiError } from "../../../errors/fuxi-error.ts";
import { nearestNames, SUGGESTION_SCORE } from "../../../util/nearest-names.ts";

export interface KnownParameters {
  /** "PostgreSQL", "MySQL" */
  readonly engine: string;
  /** Parameters that are read, in their preferred spelling. */
  readonly read: readonly string[];
  /** Other spellings of `read`, and harmless parameters whose names look as if they mattered. */
  readonly accepted: readonly string[];
}

/**
 * Parameters that bear on encryption, on authentication or on the rows that are read. All others serve other tools (pools, time limits, their own
 * client) and are ignored.
 */
const MATTERS =
  /ssl|tls|cert|crl|verif|trust|encrypt|auth|gss|krb|service|dbname|schema|search|option|role|host|socket/iu;

/** Longer names, or names with other characters, may be the end of a password with a question mark, so they are not repeated. */
const NAME = /^[a-z][a-z0-9_-]{0,39}$/iu;

/**
 * Refuses unknown parameters that matter: `sslmod=verify-full` would mean no encryption, and `schema=a` every schema.
 * @throws FuxiError `configuration-invalid`
 */
export function refuseUnknownParameters(
  parameters: Iterable<readonly [name: string, value: string]>,
  { engine, read, accepted }: KnownParameters,
): void {
  for (const [name, value] of parameters) {
    if (read.includes(name) || accepted.includes(name) || /timeout$/iu.test(name)) continue;
    // After a question mark in a password, the rest looks like a parameter without a value.
    if (!NAME.test(name) || value === "") {
      throw refusal(
        `The ${engine} address has a parameter that is not known.`,
        `${oneOf(read)} Special characters before the question mark are percent-encoded.`,
      );
    }
    const [near] = nearestNames(name, read, { limit: 1 });
    const isMisspelt = near !== undefined && near.score >= SUGGESTION_SCORE;
    const plain = name.replaceAll(/[-_]/gu, "");
    if (!isMisspelt && !MATTERS.test(plain)) continue;
    const meant = isMisspelt ? `Did you mean ${near.name}? ` : "";
    throw refusal(`${name}= in the ${engine} address is not known.`, `${meant}${oneOf(read)}`);
  }
}

const oneOf = (names: readonly string[]): string => `There are ${names.join(", ")}.`;

function refusal(message: string, hint: string): FuxiError {
  return new FuxiError("configuration-invalid", message, { hint });
}
