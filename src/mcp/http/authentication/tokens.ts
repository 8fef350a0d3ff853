import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { checkOwnersAlone } from "../../../util/check-owners-alone.ts";

/** The hash of a token that clients may present. Several tokens of one name are the same principal. */
export interface NamedToken {
  /** Up to 64 letters, digits and `. _ - @`; the principal is `token:<name>`. */
  readonly name: string;
  /** 32 bytes. */
  readonly sha256: Buffer;
}

const NAME = /^[\w.@-]{1,64}$/u;
/** Form of a token after "Bearer" (RFC 6750). */
const TOKEN = /^[\w.~+/-]{16,1024}=*$/u;
const HASH = /^sha256:([0-9a-f]{64})$/iu;

export const HOW_TO_MAKE_A_TOKEN = "Make one with: openssl rand -hex 32";

/**
 * `secret` is a token of at least 16 characters, or `sha256:` with its hash in hexadecimal digits. Errors name `place`, where the secret was
 * found, but never the secret.
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

/**
 * Reads tokens from a file with lines `name token` or `name sha256:<hex>`. Empty lines and lines that begin with # are ignored. Only the owner may
 * have access to the file, unless it contains nothing but hashes.
 * @throws FuxiError `configuration-invalid`
 */
export function tokensFromFile(path: string): readonly NamedToken[] {
  const { text, mode } = contentOf(path);
  const lines = text.split("\n").flatMap((line, index) => {
    const fields = line.trim().split(/\s+/u);
    return fields[0] === "" || fields[0]?.startsWith("#") ? [] : [{ fields, number: index + 1 }];
  });
  const tokens = lines.map(({ fields, number }) => tokenOf(fields, `${path}, line ${number}`));
  if (tokens.length === 0) {
    throw new FuxiError("configuration-invalid", `${path} holds no token.`, {
      hint: `Write a line "name token" for each client. ${HOW_TO_MAKE_A_TOKEN}`,
    });
  }
  const hashed = lines.every(({ fields }) => fields[1]?.startsWith("sha256:"));
  if (hashed) checkOwnersAlone(path, mode, "change");
  else checkOwnersAlone(path, mode, "read", "or write hashes, sha256:<hex>, instead of tokens");
  checkDistinct(path, tokens);
  return tokens;
}

/** The token in `FUXI_MCP_TOKEN`, in the form of a token or a hash, as in the file. Its name is `default`. */
export function tokenFromEnvironment(env: NodeJS.ProcessEnv): NamedToken | undefined {
  const secret = env["FUXI_MCP_TOKEN"]?.trim();
  return secret ? namedToken("default", secret, "FUXI_MCP_TOKEN") : undefined;
}

/** Text and mode, read from one open file, in case another file replaces it meanwhile. */
function contentOf(path: string): { readonly text: string; readonly mode: number } {
  try {
    const file = openSync(path, "r");
    try {
      return { mode: fstatSync(file).mode, text: readFileSync(file, "utf8") };
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    throw new FuxiError("configuration-invalid", `The file of tokens cannot be read: ${path}`, {
      hint: "Check the path, and that the user that runs the server may read it.",
      cause,
    });
  }
}

function tokenOf(fields: readonly string[], place: string): NamedToken {
  const [name = "", secret = ""] = fields;
  if (fields.length === 2) return namedToken(name, secret, place);
  throw new FuxiError("configuration-invalid", `${place} is not of the form "name token".`, {
    hint: "Neither a name nor a token holds a space.",
  });
}

function checkDistinct(path: string, tokens: readonly NamedToken[]): void {
  const names = new Map<string, string>();
  for (const { name, sha256 } of tokens) {
    const key = sha256.toString("hex");
    const other = names.get(key);
    if (other !== undefined && other !== name) {
      throw new FuxiError("configuration-invalid", `${path}: ${other} and ${name} have the same token.`, {
        hint: "Give each name a token of its own.",
      });
    }
    names.set(key, name);
  }
}
