import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import type { Credential, SecurityScheme } from "../environments/http/http-message.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import { checkOwnersAlone } from "../util/check-owners-alone.ts";
import type { ApiOptions } from "./target-options.ts";

/** The variable with the key of the model's server, which must never be sent to an API, whatever its document calls its schemes. */
const MODEL_KEY = "FUXI_API_KEY";

/** `FUXI_API_` and the scheme's name in capitals: `bearerAuth` is FUXI_API_BEARERAUTH; `key` is FUXI_API_SCHEME_KEY. */
export function credentialVariable(scheme: string): string {
  const name = scheme.toUpperCase().replace(/[^A-Z0-9]+/gu, "_");
  const variable = `FUXI_API_${name}`;
  return variable === MODEL_KEY ? `FUXI_API_SCHEME_${name}` : variable;
}

/**
 * Credentials from environment variables, one for each security scheme: a key or token as it is, `user:password` for basic, `client_id:client_secret` for
 * OAuth 2. They are not given on the command line, where other users of the machine could read them.
 * @throws FuxiError `configuration-invalid` for a value that lacks its colon
 */
export function apiCredentials(
  schemes: ReadonlyMap<string, SecurityScheme>,
  env: NodeJS.ProcessEnv,
): Readonly<Record<string, Credential>> {
  const found: Record<string, Credential> = {};
  for (const [name, scheme] of schemes) {
    const variable = credentialVariable(name);
    const value = env[variable]?.trim();
    if (value) found[name] = credential(scheme, value, variable);
  }
  return found;
}

function credential(scheme: SecurityScheme, value: string, variable: string): Credential {
  switch (scheme.type) {
    case "apiKey":
      return { type: "apiKey", value };
    case "basic": {
      const [user, password] = pair(value, variable, "user:password");
      return { type: "basic", user, password };
    }
    case "oauth2": {
      // Without a token URL, the value is a token that the person obtained otherwise.
      if (scheme.tokenUrl === undefined) return { type: "bearer", token: withoutPrefix(value) };
      const [clientId, clientSecret] = pair(value, variable, "client_id:client_secret");
      return { type: "oauth2", clientId, clientSecret };
    }
    default:
      return { type: "bearer", token: withoutPrefix(value) };
  }
}

function withoutPrefix(value: string): string {
  return value.replace(/^bearer\s+/iu, "");
}

function pair(value: string, variable: string, form: string): readonly [string, string] {
  const at = value.indexOf(":");
  if (at > 0) return [value.slice(0, at), value.slice(at + 1)];
  throw new FuxiError("configuration-invalid", `${variable} cannot be used.`, {
    hint: `Write it as ${form}.`,
  });
}

const HEADER = /^([!#$%&'*+.^_`|~\w-]+):\s*(.*)$/u;
const VARIABLE = /\$\{([A-Za-z_]\w*)\}/gu;
const SECRET_NAME = /auth|cookie|credential|key|pass|secret|session|token/iu;
const SECRET_VALUE = /:\s*(?:basic|bearer)\s/iu;

/**
 * Adds the lines of header files to the headers. Only the owner may have access to such a file, unless each line takes its value from the
 * environment. Warns of secrets on the command line.
 * @throws FuxiError `configuration-invalid` for a file that cannot be read, or that others may read
 */
export function withHeaderFiles(api: ApiOptions, onWarning: (message: string) => void): ApiOptions {
  const { header = [], headerFile = [], ...rest } = api;
  if (header.some(isSecret)) {
    onWarning(
      `--header holds a secret, and other users of the machine may see a command line: use --header-file FILE, or '\${NAME}' for an environment variable`,
    );
  }
  const all = [...header, ...headerFile.flatMap(linesOf)];
  return all.length === 0 ? rest : { ...rest, header: all };
}

/**
 * Name and value of a header, with `${NAME}` replaced from the environment.
 * @throws FuxiError `usage` for a text without a name, or with a variable that is not set; the error omits the text, which may hold a secret
 */
export function readHeader(text: string, env: NodeJS.ProcessEnv): readonly [string, string] {
  const [, name, value] = HEADER.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return [name, withVariables(name, value, env)];
  throw new FuxiError("usage", "A header cannot be read.", {
    hint: 'Write: --header "Name: value", or Name: value on a line of the file of --header-file',
  });
}

function withVariables(name: string, value: string, env: NodeJS.ProcessEnv): string {
  return value.replace(VARIABLE, (_, variable: string) => {
    const found = env[variable];
    if (found !== undefined && found !== "") return found;
    throw new FuxiError("usage", `The header ${name} wants the environment variable ${variable}.`, {
      hint: `Set ${variable}.`,
    });
  });
}

function linesOf(path: string): readonly string[] {
  const { text, mode } = contentOf(path);
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  const fromOutside = lines.every((line) => line.search(VARIABLE) >= 0);
  if (fromOutside) checkOwnersAlone(path, mode, "change");
  else checkOwnersAlone(path, mode, "read", `or write \${NAME}, for an environment variable, in each value`);
  return lines;
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
    throw new FuxiError("configuration-invalid", `The file of headers cannot be read: ${path}`, {
      hint: "Check the path, and that you may read the file.",
      cause,
    });
  }
}

/** Recognises a secret header by its name, which may follow the name of an API, or by the start of its value. */
function isSecret(text: string): boolean {
  if (text.search(VARIABLE) >= 0) return false;
  const [name = ""] = /^(?:[^\s:]+:){1,2}/u.exec(text) ?? [];
  return SECRET_NAME.test(name) || SECRET_VALUE.test(text);
}
