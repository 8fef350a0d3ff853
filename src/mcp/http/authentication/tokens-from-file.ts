import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { checkOwnersAlone } from "../../../util/check-owners-alone.ts";
import { HOW_TO_MAKE_A_TOKEN, type NamedToken, namedToken } from "./named-token.ts";

/**
 * Tokens from a file: a line `name token` or `name sha256:<hex>` for each; empty lines and those that begin with # do not count. The file must
 * be its owner's alone; where it holds nothing but hashes, others may read it.
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

/** The one token of `FUXI_MCP_TOKEN`, in either form of the file's; its principal is called `default`. */
export function tokenFromEnvironment(env: NodeJS.ProcessEnv): NamedToken | undefined {
  const secret = env["FUXI_MCP_TOKEN"]?.trim();
  return secret ? namedToken("default", secret, "FUXI_MCP_TOKEN") : undefined;
}

/** Text and mode of the same file, whatever is put in its place meanwhile. */
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
