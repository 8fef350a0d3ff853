import { createHash } from "node:crypto";
import { FuxiError } from "../../../errors/fuxi-error.ts";

/** A token that clients may show, known by its hash. Several tokens of one name are the same principal. */
export interface NamedToken {
  /** Up to 64 letters, digits and `. _ - @`; the principal is `token:<name>`. */
  readonly name: string;
  /** 32 bytes. */
  readonly sha256: Buffer;
}

const NAME = /^[\w.@-]{1,64}$/u;
/** What can stand behind "Bearer" (RFC 6750). */
const TOKEN = /^[\w.~+/-]{16,1024}=*$/u;
const HASH = /^sha256:([0-9a-f]{64})$/iu;

export const HOW_TO_MAKE_A_TOKEN = "Make one with: openssl rand -hex 32";

/**
 * `secret` is a token of at least 16 characters, or `sha256:` with the hash of one in hexadecimal digits. `place` says in errors where it was
 * found; the secret itself never stands in them.
 * @throws FuxiError `configuration-invalid`
 */
export function namedToken(name: string, secret: string, place: string): NamedToken {
  if (!NAME.test(name)) {
    throw new FuxiError("configuration-invalid", `${place}: the name of a token cannot be used.`, {
      hint: "Names are up to 64 letters, digits, and the characters . _ - @",
    });
  }
  const hash = HASH.exec(secret)?.[1];
  if (hash !== undefined) return { name, sha256: Buffer.from(hash, "hex") };
  if (secret.startsWith("sha256:")) {
    throw new FuxiError("configuration-invalid", `${place}: behind "sha256:" 64 hexadecimal digits belong.`, {
      hint: "Make them with: printf %s TOKEN | sha256sum",
    });
  }
  if (!TOKEN.test(secret)) {
    throw new FuxiError(
      "configuration-invalid",
      `${place}: the token is too short, or has characters that no HTTP header can carry.`,
      { hint: `It takes at least 16 letters, digits or the characters - . _ ~ + /. ${HOW_TO_MAKE_A_TOKEN}` },
    );
  }
  return { name, sha256: sha256(secret) };
}

export function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
